/** Starts the studio: the scene of the address, else what was open last, else an empty page. */
import { render } from "preact";
import { App } from "./panels/app.jsx";
import { Studio } from "./studio.js";
import "./style/base.css";
import "./style/layout.css";
import "./style/inspector.css";
import "./style/run.css";
import "./style/dialogs.css";
import "./style/screens.css";

const studio = new Studio();

/** The file that `wayfield studio FILE` serves; a reload shows what was made of it. */
async function openServed(name: string): Promise<void> {
  history.replaceState(null, "", location.pathname);
  const answer = await fetch("./opened");
  if (answer.ok) studio.openFile(new File([await answer.blob()], name));
  else studio.notice.value = `${name} is not served any more: start the studio again`;
}

render(<App studio={studio} />, document.querySelector("#app")!);
// Opens without a network once it was opened with one; a host that forbids it loses nothing else.
if (import.meta.env.PROD) navigator.serviceWorker?.register("./offline.js").catch(() => {});
const opened = new URLSearchParams(location.search).get("open");
if (opened) openServed(opened);
else studio.openAddress(location.hash.slice(1));
window.addEventListener("hashchange", () => studio.openAddress(location.hash.slice(1)));

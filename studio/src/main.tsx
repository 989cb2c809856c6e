/** Starts the studio: the scene of the address, else what was open last, else an empty page. */
import { render } from "preact";
import { isMarketAddress } from "./market/address.js";
import { openAddress, openFile } from "./opening.js";
import { App } from "./panels/app.jsx";
import { Studio } from "./studio.js";
import "./style/base.css";
import "./style/layout.css";
import "./style/levels.css";
import "./style/inspector.css";
import "./style/run.css";
import "./style/dialogs.css";
import "./style/screens.css";

const studio = new Studio();

/** The file that `wayfield studio FILE` serves; a reload shows what was made of it. */
async function openServed(name: string): Promise<void> {
  history.replaceState(null, "", location.pathname);
  const answer = await fetch("./opened");
  if (answer.ok) openFile(studio, new File([await answer.blob()], name));
  else studio.notice.value = `${name} is not served any more: start the studio again`;
}

let closeMarket: (() => void) | null = null;

/** What the address holds after its #: a scene, or the supermarket, which brings three.js and comes when it is asked for. */
async function openFragment(): Promise<void> {
  const { hash } = location;
  closeMarket?.();
  closeMarket = null;
  if (!isMarketAddress(hash)) {
    // A reload then shows what was made of it, not what it was.
    if (await openAddress(studio, hash.slice(1))) history.replaceState(null, "", location.pathname);
    return;
  }
  const { openMarket } = await import("./market/page.jsx");
  if (location.hash === hash) closeMarket = openMarket(hash, () => (location.hash = ""));
}

render(<App studio={studio} />, document.querySelector("#app")!);
// Opens without a network once it was opened with one; a host that forbids it loses nothing else.
if (import.meta.env.PROD) navigator.serviceWorker?.register("./offline.js").catch(() => {});
const opened = new URLSearchParams(location.search).get("open");
if (opened) openServed(opened);
else openFragment();
window.addEventListener("hashchange", openFragment);

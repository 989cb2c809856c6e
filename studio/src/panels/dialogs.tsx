/** The gallery, the cheat sheet and the link. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { drawBuilding, drawScene } from "wayfield/draw";
import { BUILTIN_BUILDINGS, BUILTIN_SCENES } from "wayfield/scenes";
import { isBuilding } from "wayfield/world";
import { LONGEST_LINK } from "../document/share.js";
import { builtinOf, openBuiltin } from "../opening.js";
import type { Studio } from "../studio.js";
import { TOOLS } from "../tools.js";
import { Icon } from "./icons.js";
import { TOOL_TEXTS } from "./rail.js";
import { restartTour } from "./tour.jsx";

function Modal({
  title,
  studio,
  children,
}: {
  readonly title: string;
  readonly studio: Studio;
  readonly children: ComponentChildren;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // A click beside it closes it, where the browser knows how.
    dialog.current!.setAttribute("closedby", "any");
    dialog.current!.showModal();
  }, []);
  const close = (): void => {
    studio.dialog.value = null;
  };
  return (
    <dialog ref={dialog} aria-label={title} onClose={close}>
      <header>
        <h1>{title}</h1>
        <button type="button" class="action" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="body">{children}</div>
    </dialog>
  );
}

/** Obstacles that a thumbnail shows: nobody sees more. */
const MANY_PARTS = 2000;
const thumbnails = new Map<string, string>();

/** A scene in the small, as an address for an image. */
function thumbnail(name: string, theme: "light" | "dark"): string {
  const key = `${name} ${theme}`;
  let address = thumbnails.get(key);
  if (address === undefined) {
    const scene = builtinOf(name);
    const look = { size: 320, theme, title: "", subtitle: "", legend: false, labels: false, scaleBar: false };
    const svg = isBuilding(scene)
      ? drawBuilding(scene, { ...look, view: "stacked" })
      : drawScene({ ...scene, obstacles: scene.obstacles?.slice(0, MANY_PARTS) }, look);
    thumbnails.set(key, (address = `data:image/svg+xml,${encodeURIComponent(svg)}`));
  }
  return address;
}

/** Drawn when it comes into view, so that the gallery opens at once. */
function Thumbnail({
  name,
  theme,
}: {
  readonly name: string;
  readonly theme: "light" | "dark";
}): JSX.Element {
  const image = useRef<HTMLImageElement>(null);
  const [address, setAddress] = useState(thumbnails.get(`${name} ${theme}`));
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry.isIntersecting) return;
      observer.disconnect();
      setTimeout(() => setAddress(thumbnail(name, theme)));
    });
    observer.observe(image.current!);
    return () => observer.disconnect();
  }, [name, theme]);
  return <img ref={image} src={address ?? "data:,"} alt="" width="160" height="100" />;
}

function Gallery({ studio }: { readonly studio: Studio }): JSX.Element {
  return (
    <Modal title="Gallery" studio={studio}>
      <ul class="gallery">
        <li>
          <button
            type="button"
            onClick={() => {
              studio.dialog.value = null;
              location.hash = "market";
            }}
          >
            <Thumbnail name="supermarket" theme={studio.theme.value} />
            <strong>Walk in the supermarket</strong>
            <span>point, click and walk between shelves; find what is hidden; the study of the article</span>
          </button>
        </li>
        {[...BUILTIN_SCENES, ...BUILTIN_BUILDINGS].map(({ name, example, description }) => (
          <li key={name}>
            <button type="button" onClick={() => openBuiltin(studio, example)}>
              <Thumbnail name={example} theme={studio.theme.value} />
              <strong>{example}</strong>
              <span>{description}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}

const KEYS: readonly (readonly [string, string])[] = [
  ["Ctrl+Z, Ctrl+Shift+Z", "undo, redo"],
  ["Ctrl+C, Ctrl+X, Ctrl+V", "copy, cut, paste"],
  ["Ctrl+D", "copy what is selected beside itself"],
  ["Ctrl+S", "save as a scene file"],
  ["Delete", "delete what is selected"],
  ["Ctrl+A", "select everything but the outline"],
  ["Arrow keys", "move what is selected; else the cross on the plan"],
  ["Enter, Shift+Enter", "click at the cross; close a shape"],
  ["Escape", "give up a drawing, then the selection"],
  ["R", "run the crowd"],
  ["Space, . and ,", "play or pause, a step on, a step back"],
  ["0", "show the whole plan"],
  ["Page Up, Page Down", "the level above, the level below"],
  ["L", "all levels of a building, or one"],
  ["+ and -", "zoom"],
  ["?", "this sheet"],
];

function Help({ studio }: { readonly studio: Studio }): JSX.Element {
  return (
    <Modal title="Keys" studio={studio}>
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            studio.dialog.value = null;
            restartTour();
          }}
        >
          Take the tour
        </button>
      </div>
      <p>
        Wheel: zoom. Drag with the middle or right button, or with Space: pan. Double-click on empty ground:
        show everything.
      </p>
      <table class="keys">
        <tbody>
          {TOOLS.map((tool) => (
            <tr key={tool}>
              <th scope="row">
                <kbd>{TOOL_TEXTS[tool].key}</kbd>
              </th>
              <td>
                {TOOL_TEXTS[tool].name}. {TOOL_TEXTS[tool].hint}
              </td>
            </tr>
          ))}
          {KEYS.map(([key, text]) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

function Share({ studio }: { readonly studio: Studio }): JSX.Element {
  const link = studio.link.value;
  const [copied, setCopied] = useState(false);
  return (
    <Modal title="Share" studio={studio}>
      {link ? (
        <>
          <p>The link holds the whole scene; nothing is uploaded.</p>
          <div class="link-row">
            <input
              type="text"
              readOnly
              value={link}
              aria-label="Link"
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <button
              type="button"
              class="primary"
              onClick={() => navigator.clipboard.writeText(link).then(() => setCopied(true))}
            >
              {copied ? "Copied" : "Copy"}
            </button>
          </div>
        </>
      ) : (
        <p>
          This scene is too large for a link (more than {LONGEST_LINK.toLocaleString("en-US")} characters).
          Save it as a file and send that instead.
        </p>
      )}
    </Modal>
  );
}

export function Dialogs({ studio }: { readonly studio: Studio }): JSX.Element | null {
  switch (studio.dialog.value) {
    case "gallery":
      return <Gallery studio={studio} />;
    case "help":
      return <Help studio={studio} />;
    case "share":
      return <Share studio={studio} />;
    default:
      return null;
  }
}

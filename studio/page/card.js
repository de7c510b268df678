// A face as it prints: inline SVG in a shadow root of its own, so that ids and styles of cards do not meet.

import { html, useLayoutEffect, useRef } from "./vendor/preact.js";
import { fetched } from "./link.js";
import { cardOf, face, icons } from "./state.js";

const style = new CSSStyleSheet();
style.replaceSync(
  ":host { font: 400 16px 'Source Sans Pro' } svg { display: block; width: 100%; height: 100% } text { font-kerning: normal; font-variant-ligatures: none }",
);
const pictures = new Map(); // address -> promise of a blob's address

/** Find a picture of the game's folder, fetched once with our token for each state of its file. */
function picture(address) {
  if (!pictures.has(address)) {
    const name = address.slice(0, address.lastIndexOf("#"));
    pictures.set(
      address,
      fetched(`/picture?name=${encodeURIComponent(name)}`)
        .then((answer) => (answer.ok ? answer.blob() : null))
        .then((blob) => (blob ? URL.createObjectURL(blob) : "")),
    );
  }
  return pictures.get(address);
}

/** Find a picture of the game's folder as it is now; an empty address if there is none. */
export async function pictureOf(name) {
  const answer = await fetched(`/picture?name=${encodeURIComponent(name)}`);
  return answer.ok ? URL.createObjectURL(await answer.blob()) : "";
}

const SVG = "http://www.w3.org/2000/svg";
const NOT_DRAWN = new Set([
  "script",
  "style",
  "foreignObject",
  "animate",
  "animateMotion",
  "animateTransform",
  "set",
]);
const ODD =
  /<(?!\/|(?:svg|g|path|rect|circle|ellipse|line|polyline|polygon|text|tspan|image|use|defs|clipPath|mask|symbol|linearGradient|radialGradient|stop|title|desc)[\s/>])/; // an element that drawings have seldom, if ever

/** Read a face without what is no drawing. The policy lets nothing in it run or load; but a link would lead away who clicks the card. */
function read(svg) {
  const holder = document.createElement("template"); // what is in there does nothing yet
  holder.innerHTML = svg;
  for (const one of holder.content.querySelectorAll("*")) {
    if (one.localName === "a") one.replaceWith(...one.childNodes);
    else if (one.namespaceURI !== SVG || NOT_DRAWN.has(one.localName)) one.remove();
  }
  return holder.content;
}

export function put(host, svg) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [style];
  if (ODD.test(svg)) root.replaceChildren(read(svg));
  else root.innerHTML = svg;
  for (const name of new Set(svg.match(/(?<=var\(\s*)--[\w-]+/g))) {
    root.firstElementChild?.style.setProperty(name, "initial"); // the page may have a colour of that name
  }
  for (const image of root.querySelectorAll("image")) {
    const name = image.getAttribute("href") ?? "";
    if (name.startsWith("picture:")) {
      image.removeAttribute("href");
      picture(name.slice(8)).then((address) => address && image.setAttribute("href", address));
    }
  }
}

const PENCIL = "#33415e";

/** Cross off places of a face, by the names that its template gives them. */
function crossOff(root, names) {
  for (const old of root.querySelectorAll("[data-cross]")) old.remove();
  for (const name of names) {
    const place = root.querySelector(`[data-tick="${CSS.escape(name)}"]`);
    if (!place) continue;
    const box = place.getBBox();
    const half = Math.min(box.width, box.height) * 0.42;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const cross = document.createElementNS(SVG, "path");
    cross.setAttribute(
      "d",
      `M${x - half} ${y - half}L${x + half} ${y + half}M${x + half} ${y - half}L${x - half} ${y + half}`,
    );
    cross.setAttribute("stroke", PENCIL);
    cross.setAttribute("stroke-width", half * 0.3);
    cross.setAttribute("stroke-linecap", "round");
    cross.setAttribute("data-cross", name);
    place.parentNode.append(cross);
  }
}

/** Draw a face, cut out as `outline` says, or else as its own card is; `shown` is what it looks like if that is not on the wall, and `crossed` which places of it are crossed off. What is around it says what it is called. */
export function Face({ id, outline, shown, crossed }) {
  const host = useRef(null);
  const cut = outline ?? cardOf(id).value?.outline;
  const { svg } = shown ?? face(id).value;
  const crosses = (crossed ?? []).join(" ");
  useLayoutEffect(() => put(host.current, svg), [svg]);
  useLayoutEffect(() => {
    crossOff(host.current.shadowRoot, crosses.split(" ").filter(Boolean));
  }, [svg, crosses]);
  return html`<span
    class="face"
    data-card=${id}
    data-crossed=${crosses || null}
    data-cut=${cut ? true : null}
    style=${{ clipPath: cut || null }}
    ref=${host}
    aria-hidden="true"
  ></span>`;
}

/** Draw an icon of the game by its name. */
export function Icon({ name }) {
  const host = useRef(null);
  const isKnown = icons.value.includes(name); // else it is still being typed
  useLayoutEffect(() => {
    let isLeft = false;
    if (isKnown)
      fetched(`/picture?name=${encodeURIComponent(`templates/icons/${name}.svg`)}`)
        .then((answer) => (answer.ok ? answer.text() : ""))
        .then((svg) => {
          if (!isLeft && host.current) put(host.current, svg);
        });
    else put(host.current, "");
    return () => {
      isLeft = true;
    };
  }, [name, isKnown]);
  return html`<span class="icon" ref=${host} aria-hidden="true"></span>`;
}

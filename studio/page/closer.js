// A card at a table from close by: while the mouse rests on it, it has the focus of the keyboard, or a finger stays on it.

import { html, signal, useEffect, useLayoutEffect, useRef } from "./vendor/preact.js";
import { Face } from "./card.js";

const REST_MS = 300; // how long the mouse rests on a card before it is enlarged
const PRESS_MS = 450; // how long a finger does
const FAR = 8; // pixels by which a finger may move and still rest
const LEAST = 200; // pixels of width with which a face can be read
const GAP = 16; // pixels from the card to its enlarged face

const near = signal(null); // the face that is enlarged, and beside which box
let timer = 0;
let pressed = null; // where a finger went down
let wasPressed = false; // a finger stayed, so the click that follows is none

/** The face of the card under something, if it is drawn small; a back says nothing that is worth the room. */
function faceUnder(target) {
  const card = target.closest?.("main.table :is(.laid, .piece):not(.back, [data-back])");
  const face = card?.querySelector(".face[data-card]");
  return face && !face.closest(".enlarged") ? face : null;
}

function show(face) {
  const svg = face.shadowRoot?.firstElementChild;
  const { width, height } = svg?.viewBox?.baseVal ?? {};
  if (!width || !face.isConnected) return;
  near.value = {
    id: face.dataset.card,
    crossed: face.dataset.crossed?.split(" ") ?? [],
    cut: face.style.clipPath,
    ratio: width / height,
    box: face.getBoundingClientRect(),
  };
}

function soon(face, delay) {
  clearTimeout(timer);
  timer = setTimeout(() => show(face), delay);
}

function hide() {
  clearTimeout(timer);
  pressed = null;
  if (near.value) near.value = null;
}

function over(event) {
  if (event.pointerType !== "mouse" || event.buttons) return;
  const face = faceUnder(event.target);
  if (face) soon(face, near.value ? 0 : REST_MS);
  else hide();
}

function down(event) {
  wasPressed = false;
  hide();
  const face = event.pointerType === "mouse" ? null : faceUnder(event.target);
  if (!face) return;
  pressed = { x: event.clientX, y: event.clientY };
  clearTimeout(timer);
  timer = setTimeout(() => {
    wasPressed = true;
    show(face);
  }, PRESS_MS);
}

function move(event) {
  if (pressed && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR) hide();
}

/** A card that has the focus by the keyboard. */
function focus(event) {
  const face = event.target.matches?.(":focus-visible") ? faceUnder(event.target) : null;
  if (face) soon(face, REST_MS);
  else hide();
}

function click(event) {
  if (!wasPressed) return;
  wasPressed = false;
  event.preventDefault();
  event.stopPropagation();
}

const LISTENERS = {
  pointerover: over,
  pointerdown: down,
  pointermove: move,
  pointerup: hide,
  pointercancel: hide,
  focusin: focus,
  click,
  contextmenu: (event) => pressed && event.preventDefault(), // of a finger that stays
  keydown: (event) => event.key === "Escape" && hide(),
  scroll: hide,
};

/** The strip of the window, from top to bottom in pixels, in which a face beside a card covers no seat. */
function stripBeside(box) {
  let top = GAP;
  let bottom = innerHeight - GAP;
  for (const seat of document.querySelectorAll("main.table .seat")) {
    const { top: above, bottom: below } = seat.getBoundingClientRect();
    if (seat.matches(".own") || above >= box.bottom) bottom = Math.min(bottom, above - GAP);
    else top = Math.max(top, below + GAP);
  }
  return { top, bottom };
}

/** Where an enlarged face has the most room beside a card: its place and its width, in pixels. */
function placeBeside(box, ratio) {
  const left = box.left - 2 * GAP;
  const right = innerWidth - box.right - 2 * GAP;
  const room = Math.max(left, right);
  const isNarrow = innerWidth < 700; // a phone: in the middle, over all else
  const most = Math.min(
    isNarrow ? innerWidth - 2 * GAP : room,
    (innerHeight - 2 * GAP) * ratio,
    Math.max(420, 420 * ratio),
  );
  const strip = stripBeside(box);
  const within = Math.min(most, (strip.bottom - strip.top) * ratio);
  const fits = !isNarrow && within >= Math.max(LEAST, 2 * box.width);
  const { top, bottom } = fits ? strip : { top: GAP, bottom: innerHeight - GAP };
  const wide = fits ? within : most;
  const high = wide / ratio;
  const beside = right >= left ? box.right + GAP : box.left - GAP - wide;
  const middle = box.top + box.height / 2 - high / 2;
  return {
    left: isNarrow ? (innerWidth - wide) / 2 : beside,
    top: Math.max(top, Math.min(middle, bottom - high)),
    width: wide,
  };
}

export function Closer() {
  const host = useRef(null);
  useEffect(() => {
    for (const [name, heard] of Object.entries(LISTENERS))
      document.addEventListener(name, heard, true);
    return () => {
      hide();
      for (const [name, heard] of Object.entries(LISTENERS))
        document.removeEventListener(name, heard, true);
    };
  }, []);
  const now = near.value;
  useLayoutEffect(() => {
    if (!now) return;
    const place = placeBeside(now.box, now.ratio);
    for (const [name, pixels] of Object.entries(place)) host.current.style[name] = `${pixels}px`;
    host.current.style.height = `${place.width / now.ratio}px`;
  }, [now]);
  return (
    now &&
    html`<div class="closer" ref=${host} aria-hidden="true">
      <${Face} id=${now.id} outline=${now.cut} crossed=${now.crossed} />
    </div>`
  );
}

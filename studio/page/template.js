// The template of the chosen card: its text, and the card on which elements are chosen, moved and resized.

import {
  effect,
  html,
  signal,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "./vendor/preact.js";
import { put } from "./card.js";
import { lastSeq, on, send } from "./link.js";
import { hiddenColumns, withColumn } from "./showing.js";
import { cardById, chosen, editor, goal, wall } from "./state.js";
import { TemplateTextEditor } from "./text.js";
import { FileConflict } from "./told.js";

const BLEED = 2; // mm shown past the cut
const SAFE = 3; // mm from the cut within which texts are at risk
const NEAR = 6; // pixels at which an edge snaps to another
const STEPS = { plain: 0.5, far: 5 }; // mm that an arrow key moves
const TOP = "svg"; // the element that is the whole face
const MAY_WAIT_MS = 700; // for the face after a change, before the next change goes

const list = signal({ card: "", files: [] });
const file = signal(""); // the template whose text is shown
const texts = signal({}); // by template: {text, number, isSaved, canUndo, canRedo, conflict}
const origins = signal({ card: "", svg: "" });
const picked = signal(null); // {at, drawn, nth}: the element that is chosen, as the face knows it
const element = signal(null); // how its template writes it
const guides = signal({ x: null, y: null }); // mm at which what is dragged has snapped
const line = signal(0); // where the text is to go

/** Whether a template has text that is not saved. */
export const hasUnsavedTemplate = () => Object.values(texts.value).some((one) => !one.isSaved);

/** Undo or redo in the template that is shown; gives whether one is. */
export function stepInTemplate(what) {
  if (editor.value !== "template" || !file.value) return false;
  send("template_do", { file: file.value, what });
  return true;
}

/** How the template stands that is shown, if one is. */
export const shownTemplate = () =>
  editor.value === "template" ? (texts.value[file.value] ?? null) : null;

let sought = ""; // the card to which a problem led, with a template that need not be its own
on("template_list", (m) => {
  const [old] = list.value.files;
  const [own] = m.files;
  list.value = m;
  const isOfAnother = own !== old && !sought;
  if (m.card === sought) sought = "";
  if (isOfAnother || !m.files.includes(file.value)) file.value = own ?? "";
});
on("template", (m) => {
  const old = texts.value[m.file];
  const isNews = m.text !== null;
  texts.value = {
    ...texts.value,
    [m.file]: {
      text: isNews ? m.text.replaceAll("\r\n", "\n") : old.text,
      isCrlf: isNews ? m.text.includes("\r\n") : old.isCrlf,
      number: m.number,
      isSaved: m.is_saved,
      canUndo: m.can_undo,
      canRedo: m.can_redo,
      conflict: m.conflict,
    },
  };
});
on("origins", (m) => {
  origins.value = m;
});
on("element_found", (m) => {
  if (!isWaiting) element.value = m; // else it is older than what was just written, and asked for again
});
effect(() => {
  // the card that is looked at closely, while its template is open
  send("templates", { card: editor.value === "template" ? chosen.value : "" });
});
effect(() => {
  const to = goal.value;
  if (!to?.template) return;
  goal.value = null;
  file.value = to.template;
  if (list.value.card !== to.card) sought = to.card;
  line.value = to.line;
});
effect(() => {
  if (editor.value === "template" && file.value && !texts.value[file.value])
    send("template_open", { file: file.value });
});

// ---------------------------------------------------------------- elements of the face

/** Where an element was written: its template and line; null if that is not a template of the game. */
function originOf(node) {
  const at = node.getAttribute?.("data-at") ?? "";
  const match = /^(.+\.j2):(\d+)$/.exec(at);
  return match && list.value.files.includes(match[1]) ? { file: match[1], line: +match[2] } : null;
}

/** Whether an element is a line of a text area, which the template writes as one element. */
const isLine = (node) =>
  node.localName !== "g" &&
  node.parentNode.localName === "g" &&
  node.parentNode.getAttribute("data-at") === node.getAttribute("data-at");

/** The elements of a face that can be chosen, in the order in which they are drawn. */
const selectable = (root) =>
  [...root.querySelectorAll("[data-at]")].filter(
    (node) => originOf(node) && !node.closest("defs") && !isLine(node),
  );

/** What makes an element of a face known again after it is drawn anew. */
function keyOf(root, node) {
  const at = node.getAttribute("data-at");
  const alike = selectable(root).filter(
    (one) => one.getAttribute("data-at") === at && one.localName === node.localName,
  );
  return { at, drawn: node.localName, nth: alike.indexOf(node), count: alike.length };
}

function nodeOf(root, key) {
  if (!root || !key) return null;
  return selectable(root).filter(
    (one) => one.getAttribute("data-at") === key.at && one.localName === key.drawn,
  )[key.nth];
}

const attributesOf = (node) =>
  Object.fromEntries(
    [...node.attributes]
      .filter((one) => one.name !== "data-at")
      .map((one) => [one.name, one.value]),
  );

/** What tells the server which element is meant. */
const told = (node) => ({
  ...originOf(node),
  drawn: node.localName,
  shown: attributesOf(node),
});

function titleOf(node) {
  const words = node.textContent.trim().replace(/\s+/g, " ").slice(0, 24);
  const { file, line } = originOf(node);
  const name = [...node.children].some(isLine) ? "textArea" : node.localName;
  return `${name}${words ? ` “${words}”` : ""} · ${file}:${line}`;
}

function pick(root, node) {
  element.value = null;
  if (!node) {
    picked.value = null;
    return;
  }
  const asked = told(node);
  picked.value = keyOf(root, node);
  file.value = asked.file;
  line.value = asked.line;
  send("element", asked);
}

// ---------------------------------------------------------------- what is written for a change of place or size

const PLACES = {
  circle: ["cx", "cy"],
  ellipse: ["cx", "cy"],
  ...Object.fromEntries(
    ["rect", "image", "use", "svg", "text", "textArea", "flow"].map((name) => [name, ["x", "y"]]),
  ),
};
const SIZES = {
  circle: ["r", "r"],
  ellipse: ["rx", "ry"],
  ...Object.fromEntries(
    ["rect", "image", "use", "svg", "textArea", "flow"].map((name) => [name, ["width", "height"]]),
  ),
};
const TRANSLATE = /^\s*translate\(\s*([-+.\d]+)(?:[\s,]+([-+.\d]+))?\s*\)/;

const rounded = (value) => String(Math.round(value * 100) / 100);
const written = (found, name) => found.attributes.find((one) => one.name === name);
const numberOf = (found, name) => Number.parseFloat(written(found, name)?.value ?? "0") || 0;

/** The attributes that move an element, with why it cannot be moved if it cannot. */
function moved(found, dx, dy) {
  if (!found.attributes.length) return { why: found.fault };
  const names = PLACES[found.name];
  if (names) {
    const computed = names.find((name) => written(found, name)?.is_computed);
    if (computed) return { why: `The template computes ${computed}.` };
    const [x, y] = names;
    return {
      values: {
        ...(dx && { [x]: rounded(numberOf(found, x) + dx) }),
        ...(dy && { [y]: rounded(numberOf(found, y) + dy) }),
      },
    };
  }
  const transform = written(found, "transform");
  if (transform?.is_computed) return { why: "The template computes transform." };
  const old = transform?.value ?? "";
  const match = TRANSLATE.exec(old);
  const [x, y] = match ? [Number(match[1]), Number(match[2] ?? 0)] : [0, 0];
  const rest = match ? old.slice(match[0].length) : old && ` ${old}`;
  return { values: { transform: `translate(${rounded(x + dx)} ${rounded(y + dy)})${rest}` } };
}

function resized(found, dx, dy) {
  if (!found.attributes.length) return { why: found.fault };
  const names = SIZES[found.name];
  if (!names) return { why: `A ${found.name} has no width and height: change it in the text.` };
  const computed = names.find((name) => written(found, name)?.is_computed);
  if (computed) return { why: `The template computes ${computed}.` };
  const [across, down] = names;
  const halved = across === "width" ? 1 : 0.5; // a radius grows half as fast
  const least = (value) => rounded(Math.max(0.1, value));
  if (across === down)
    return {
      values: { [across]: least(numberOf(found, across) + Math.max(dx, dy) * halved) },
    };
  return {
    values: {
      ...(dx && { [across]: least(numberOf(found, across) + dx * halved) }),
      ...(dy && { [down]: least(numberOf(found, down) + dy * halved) }),
    },
  };
}

const pending = { values: null, timer: 0 }; // what is to be written once the last change is on the face
let isWaiting = false;

function write(root, values) {
  if (!Object.keys(values).length) return;
  if (isWaiting) {
    pending.values = { ...pending.values, ...values };
    return;
  }
  const node = nodeOf(root, picked.value);
  if (!node) return;
  isWaiting = true;
  pending.timer = setTimeout(() => answered(root), MAY_WAIT_MS); // the same values draw nothing anew
  send("element_set", { ...told(node), values }, true);
}

function answered(root) {
  clearTimeout(pending.timer);
  isWaiting = false;
  const { values } = pending;
  pending.values = null;
  const node = nodeOf(root, picked.value);
  if (values) write(root, values);
  else if (node) send("element", told(node));
}

// ---------------------------------------------------------------- the card

/** Turn a step on the screen into one in the units in which an element is placed. */
function inItsUnits(node, dx, dy) {
  const matrix = node.parentNode.getScreenCTM?.()?.inverse();
  if (!matrix) return [0, 0];
  return [matrix.a * dx + matrix.c * dy, matrix.b * dx + matrix.d * dy];
}

/** The edges and middles at which something can snap, in pixels of the page. */
function marksOf(root, node, card) {
  const frame = root.querySelector("svg").getBoundingClientRect();
  const safe = (SAFE / card.width) * frame.width;
  const others = selectable(root)
    .filter((one) => one !== node && !one.contains(node) && !node.contains(one))
    .slice(0, 200)
    .map((one) => one.getBoundingClientRect());
  const edges = (from, to) => [from, (from + to) / 2, to];
  return {
    x: [
      ...edges(frame.left, frame.right),
      frame.left + safe,
      frame.right - safe,
      ...others.flatMap((one) => edges(one.left, one.right)),
    ],
    y: [
      ...edges(frame.top, frame.bottom),
      frame.top + safe,
      frame.bottom - safe,
      ...others.flatMap((one) => edges(one.top, one.bottom)),
    ],
  };
}

/** How far a stretch has to go to meet a mark, and which that is. */
function snap(points, marks) {
  let best = { by: 0, mark: null, gap: NEAR };
  for (const point of points)
    for (const mark of marks) {
      const gap = Math.abs(mark - point);
      if (gap < best.gap) best = { by: mark - point, mark, gap };
    }
  return best;
}

/** Follow a pointer that moves or resizes what is chosen. */
function drag(event, root, card, isSize) {
  const node = nodeOf(root, picked.value);
  const found = element.value;
  if (!node || !found) return;
  const box = node.getBoundingClientRect();
  const marks = marksOf(root, node, card);
  const host = event.currentTarget;
  const start = { x: event.clientX, y: event.clientY };
  const origin = { left: node.parentNode.getScreenCTM()?.inverse() };
  host.setPointerCapture(event.pointerId);
  const move = (now) => {
    let dx = now.clientX - start.x;
    let dy = now.clientY - start.y;
    const free = { by: 0, mark: null };
    const points = (from, to, by) =>
      isSize ? [to + by] : [from + by, (from + to) / 2 + by, to + by];
    const x = now.altKey ? free : snap(points(box.left, box.right, dx), marks.x);
    const y = now.altKey ? free : snap(points(box.top, box.bottom, dy), marks.y);
    guides.value = { x: x.mark, y: y.mark };
    dx += x.by;
    dy += y.by;
    const { a, b, c, d } = origin.left;
    const step = [a * dx + c * dy, b * dx + d * dy];
    const { values, why } = (isSize ? resized : moved)(found, ...step);
    if (values) write(root, values);
    else element.value = { ...found, fault: why };
  };
  const end = () => {
    guides.value = { x: null, y: null };
    host.removeEventListener("pointermove", move);
    host.removeEventListener("pointerup", end);
    host.removeEventListener("pointercancel", end);
  };
  host.addEventListener("pointermove", move);
  host.addEventListener("pointerup", end);
  host.addEventListener("pointercancel", end);
}

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Move by an arrow key, or resize with Alt; the next element by , and . and the one around it by Escape. */
function onKey(event, root) {
  const node = nodeOf(root, picked.value);
  const nodes = selectable(root);
  if (event.key === "." || event.key === ",") {
    const by = event.key === "." ? 1 : -1;
    event.preventDefault();
    pick(root, nodes.at((nodes.indexOf(node) + by) % nodes.length));
    return;
  }
  if (event.key === "Escape" && node) {
    event.preventDefault();
    pick(root, around(node));
    return;
  }
  const way = ARROWS[event.key];
  if (!way || !node || !element.value || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const by = event.shiftKey ? STEPS.far : STEPS.plain;
  const { values, why } = (event.altKey ? resized : moved)(element.value, way[0] * by, way[1] * by);
  if (!values) {
    element.value = { ...element.value, fault: why };
    return;
  }
  write(root, values);
  element.value = withValues(element.value, values);
}

/** What is known of an element, once values are written. */
const withValues = (found, values) => ({
  ...found,
  attributes: [
    ...found.attributes.filter((one) => !(one.name in values)),
    ...Object.entries(values).map(([name, value]) => ({ name, value, is_computed: false })),
  ],
});

/** The element around another that can be chosen. */
function around(node) {
  const outer = node.parentNode.closest?.("[data-at]");
  return outer && outer.localName !== TOP && originOf(outer) ? outer : null;
}

function Selection({ root, frame, isDragged }) {
  const node = nodeOf(root, picked.value);
  if (!node || !frame) return null;
  const box = node.getBoundingClientRect();
  const outer = frame.getBoundingClientRect();
  const style = {
    left: `${box.left - outer.left}px`,
    top: `${box.top - outer.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  };
  const canSize = element.value && SIZES[element.value.name];
  return html`<span class="selection" style=${style}>
    ${canSize && html`<span class="handle" title="Drag to resize" onPointerDown=${isDragged}></span>`}
  </span>`;
}

function Guides({ frame }) {
  if (!frame) return null;
  const outer = frame.getBoundingClientRect();
  const { x, y } = guides.value;
  return html`${x !== null && html`<span class="guide upright" style=${{ left: `${x - outer.left}px` }}></span>`}${
    y !== null && html`<span class="guide level" style=${{ top: `${y - outer.top}px` }}></span>`
  }`;
}

/** The card large, with its cut, its bleed and its safe area. */
function Canvas({ card }) {
  const host = useRef(null);
  const frame = useRef(null);
  const redrawn = useRef(signal(0)).current;
  const { svg } = origins.value;
  const isOurs = origins.value.card === card.id;
  useLayoutEffect(() => {
    if (!isOurs || !host.current) return;
    put(host.current, svg);
    const drawn = host.current.shadowRoot.querySelector("svg");
    drawn?.style.setProperty("overflow", "visible");
    redrawn.value++;
    answered(host.current.shadowRoot);
  }, [svg, isOurs]);
  useEffect(() => {
    const observer = new ResizeObserver(() => redrawn.value++);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const root = () => host.current?.shadowRoot;
  const onPointerDown = (event) => {
    const node = event
      .composedPath()
      .find((one) => one.getAttribute?.("data-at") && originOf(one) && !isLine(one));
    const isTop = !node || node === root().querySelector("svg");
    const now = nodeOf(root(), picked.value);
    if (isTop) return pick(root(), null);
    if (now && (now === node || now.contains(node)) && element.value)
      return drag(event, root(), card, false);
    pick(root(), node);
  };
  const onDblClick = () => {
    const now = nodeOf(root(), picked.value);
    if (now && around(now)) pick(root(), around(now));
  };
  redrawn.value; // the selection is placed anew
  const size = {
    "--ratio": `${card.width} / ${card.height}`,
    "--wide": card.width / card.height,
    "--bleed": `${(100 * BLEED) / card.width}%`,
    "--safe": `${(100 * SAFE) / card.width}%`,
    "--safe-down": `${(100 * SAFE) / card.height}%`,
  };
  return html`<div class="canvas" style=${size}>
    <div
      class="sheet"
      ref=${frame}
      tabindex="0"
      role="group"
      aria-label="The card as its template draws it. Full stop and comma choose an element, arrow keys move it, and Alt with arrow keys resizes it."
      onKeyDown=${(event) => onKey(event, root())}
      onPointerDown=${onPointerDown}
      onDblClick=${onDblClick}
    >
      <span class="face" ref=${host} aria-hidden="true"></span>
      <span class="cut" aria-hidden="true"></span>
      <span class="safe" aria-hidden="true"></span>
      <${Selection}
        root=${root()}
        frame=${frame.current}
        isDragged=${(event) => {
          event.stopPropagation();
          drag(event, root(), card, true);
        }}
      />
      <${Guides} frame=${frame.current} />
    </div>
    <${Properties} root=${root} card=${card} />
  </div>`;
}

// ---------------------------------------------------------------- the attributes of what is chosen

const NUMBERS = ["x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "font-size", "opacity"];
const COLOURS = ["fill", "stroke"];
const PALETTE = /^\{\{\s*palette(?:\.(\w+)|\[\s*['"]([\w-]+)['"]\s*\])\s*\}\}$/;
const ALWAYS = {
  text: ["x", "y", "font-size", "font-family", "fill"],
  textArea: ["x", "y", "width", "height", "font-size", "font-family", "fill"],
  rect: ["x", "y", "width", "height", "fill"],
  image: ["x", "y", "width", "height"],
};

const colourOf = (name) =>
  /^\w+$/.test(name) ? `{{ palette.${name} }}` : `{{ palette['${name}'] }}`;

function Field({ name, found, set }) {
  const one = written(found, name);
  const value = one?.value ?? "";
  const isLocked = one?.is_computed;
  const [typed, setTyped] = useState(null); // the face may be drawn anew while somebody types
  const title = isLocked ? `The template computes this: ${value}` : undefined;
  const onChange = (event) => event.target.value.trim() && set(name, event.target.value.trim());
  if (!isLocked && COLOURS.includes(name)) {
    const [, plain, quoted] = PALETTE.exec(value) ?? [];
    const named = plain ?? quoted ?? "";
    const names = Object.keys(wall.value.palette);
    const pickName = (event) => event.target.value && set(name, colourOf(event.target.value));
    const isHex = /^#[0-9a-f]{6}$/i.test(value);
    return html`<label
      >${name}
      <span class="both">
        <select aria-label=${`${name} from the palette`} value=${named} onChange=${pickName}>
          <option value="">${named ? "" : value || "none"}</option>
          ${names.map((word) => html`<option key=${word} selected=${word === named}>${word}</option>`)}
        </select>
        <input
          type="color"
          aria-label=${`${name} as a separate colour`}
          value=${isHex ? value.toLowerCase() : (wall.value.palette[named] ?? "#000000").toLowerCase()}
          onChange=${onChange}
        />
      </span>
    </label>`;
  }
  if (!isLocked && name === "font-family") {
    const families = [
      ...new Set([value, ...Object.keys(wall.value.families), ...wall.value.choices]),
    ];
    return html`<label
      >${name}
      <select aria-label=${name} value=${value} onChange=${onChange}>
        ${families.filter((word) => !word.includes("/")).map((word) => html`<option key=${word} selected=${word === value}>${word}</option>`)}
      </select></label
    >`;
  }
  const take = (event) => {
    onChange(event);
    setTyped(null);
  };
  return html`<label title=${title}
    >${name}
    <input
      value=${typed ?? value}
      disabled=${isLocked}
      inputmode=${NUMBERS.includes(name) ? "decimal" : undefined}
      spellcheck="false"
      onInput=${(event) => setTyped(event.target.value)}
      onChange=${take}
  /></label>`;
}

/** Take a text as the template's, and tell the server. */
function take(name, text) {
  const then = texts.value[name];
  texts.value = { ...texts.value, [name]: { ...then, text } };
  const sent = then.isCrlf ? text.replaceAll("\n", "\r\n") : text;
  send("template_text", { file: name, seen: then.number, text: sent }, true);
}

/** The fields that the card's template does not show, to be put on the card. */
function Hidden({ card }) {
  const [own] = list.value.files;
  const template = texts.value[own]?.text;
  const columns = hiddenColumns(card.kind, template);
  if (!columns.length) return null;
  const show = (column) => {
    const made = withColumn(template, column, card);
    file.value = own;
    line.value = made.line;
    picked.value = { at: `${own}:${made.line}`, drawn: made.drawn, nth: 0, count: 1 };
    take(own, made.text);
  };
  return html`<div class="hidden-fields">
    <p class="hint">Fields that are not on the card:</p>
    ${columns.map(
      (column) =>
        html`<button type="button" key=${column.name} onClick=${() => show(column)}>
          Show ${column.name}
        </button>`,
    )}
  </div>`;
}

/** The elements of the face as a list, what is chosen of them, and its attributes. */
function Properties({ root, card }) {
  const seen = new Set(); // of what a loop draws, the first stands for all
  const isFirst = (node) => {
    const key = `${node.getAttribute("data-at")} ${node.localName}`;
    return !seen.has(key) && seen.add(key);
  };
  const nodes = (root() ? selectable(root()) : []).filter(isFirst);
  const now = root() && nodeOf(root(), picked.value);
  const found = element.value;
  const set = (name, value) => {
    write(root(), { [name]: value });
    element.value = withValues(found, { [name]: value });
  };
  const names = found && [
    ...new Set([...(ALWAYS[found.name] ?? []), ...found.attributes.map((one) => one.name)]),
  ];
  const key = picked.value;
  const isShared = key && list.value.files[0] !== originOf(now ?? {})?.file;
  return html`<div class="properties">
    <select
      aria-label="Element"
      value=${now ? nodes.indexOf(now) : ""}
      onChange=${(e) => pick(root(), nodes[e.target.value])}
    >
      <option value="">Choose an element, or click it</option>
      ${nodes.map((node, number) => html`<option key=${number} value=${number} selected=${node === now}>${titleOf(node)}</option>`)}
    </select>
    ${
      found &&
      html`<fieldset>
        <legend><b>${found.name}</b></legend>
        ${names.map((name) => html`<${Field} key=${name} ...${{ name, found, set }} />`)}
      </fieldset>`
    }
    ${found?.fault && html`<p class="wrong" role="status">${found.fault}</p>`}
    ${key?.count > 1 && html`<p class="hint">The template draws this ${key.count} times, as in a loop; all copies change.</p>`}
    ${found && now && isShared && html`<p class="hint">${originOf(now)?.file} draws this element; other cards may use it too.</p>`}
    ${
      !found &&
      html`<p class="hint">
          Drag the chosen element to move it; hold Alt to turn off snapping. A double-click chooses
          the group around it.
        </p>
        <${Hidden} card=${card} />`
    }
  </div>`;
}

// ---------------------------------------------------------------- both together

/** The large card while its template is edited. */
export function LargeTemplate() {
  const card = cardById.value.get(chosen.value);
  useEffect(() => {
    picked.value = null;
    element.value = null;
  }, [chosen.value]);
  return card
    ? html`<section class="large close" aria-label="The chosen card">
        <${Canvas} key=${card.id} card=${card} />
      </section>`
    : null;
}

export function TemplateEditor() {
  const { files } = list.value;
  const name = file.value;
  const now = texts.value[name];
  if (!files.length) return html`<p class="none" role="status">Choose a card.</p>`;
  const tell = (what) => send("template_do", { file: name, what });
  const sort = {
    says: `The text of ${name}`,
    typed: (text) => take(name, text),
    undo: () => tell("undo"),
    redo: () => tell("redo"),
  };
  return html`<div class="template">
    <div class="controls">
      <label
        >Template${" "}
        <select
          value=${name}
          onChange=${(e) => {
            file.value = e.target.value;
          }}
        >
          ${files.map((one) => html`<option key=${one} selected=${one === name}>${one}</option>`)}
        </select></label
      >
      ${now && !now.isSaved && html`<span class="faint">not saved</span>`}
    </div>
    ${now && now.conflict !== null && html`<${FileConflict} file=${name} diff=${now.conflict} settle=${tell} />`}
    ${now && html`<${TemplateTextEditor} key=${name} file=${name} sort=${sort} now=${() => texts.value[name]?.text ?? ""} line=${line} />`}
  </div>`;
}

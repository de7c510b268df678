// A picture of one's own on a card: dropped on it, or chosen; copied into the game's folder, and named in its cell.

import { html, signal, useEffect, useRef, useState } from "./vendor/preact.js";
import { pictureOf } from "./card.js";
import { brought } from "./link.js";
import { grids, say } from "./state.js";

const over = signal(""); // the cell that a picture is held over
const keyOf = (cell) => `${cell.kind}/${cell.entry}/${cell.field}`;

/** The field of a card's picture: the first of its kind that is one, else `art`. */
export function artCell(card) {
  const column = grids.value
    .get(`kinds/${card.kind}`)
    ?.columns.find((one) => one.sort === "image" && !one.is_list);
  return { kind: card.kind, entry: card.entry, field: column?.name ?? "art" };
}

async function bring(cell, file) {
  say(`${file.name} is being copied …`);
  const asked = new URLSearchParams({ ...cell, name: file.name });
  try {
    const answer = await brought(`/art?${asked}`, file);
    const { path, fault } = await answer.json();
    if (path) say(`The picture is ${path}.`);
    else say(fault, true);
  } catch {
    say("The picture could not be added: it is too large, or the studio cannot be reached.", true);
  }
}

const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

/** What an element does about pictures that are dropped on it. */
export function dropTarget(cell) {
  const key = keyOf(cell);
  return {
    "data-over": over.value === key ? "true" : undefined,
    onDragOver: (event) => {
      if (hasFile(event)) {
        event.preventDefault();
        over.value = key;
      }
    },
    onDragLeave: () => {
      if (over.value === key) over.value = "";
    },
    onDrop: (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      over.value = "";
      const file = event.dataTransfer.files[0];
      if (file) bring(cell, file);
    },
  };
}

/** A button that lets a picture be chosen. */
export function PictureButton({ card }) {
  const input = useRef(null);
  const take = (event) => {
    const file = event.target.files[0];
    if (file) bring(artCell(card), file);
    event.target.value = "";
  };
  return html`<button
      type="button"
      title="PNG, JPEG, WebP or SVG; or drop it on the card"
      onClick=${() => input.current.click()}
    >
      Picture …
    </button>
    <input ref=${input} type="file" accept=".png,.jpg,.jpeg,.webp,.svg" hidden onChange=${take} />`;
}

/** A picture of the game's folder, small. */
export function Thumb({ name }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    let isLeft = false;
    setAddress("");
    if (name)
      pictureOf(name).then((found) => {
        if (!isLeft) setAddress(found);
      });
    return () => {
      isLeft = true;
    };
  }, [name]);
  return address
    ? html`<img class="thumb" src=${address} alt="" />`
    : html`<span class="thumb"></span>`;
}

// a file that misses its card must not take the page's place
for (const word of ["dragover", "drop"])
  addEventListener(word, (event) => {
    if (hasFile(event)) event.preventDefault();
  });

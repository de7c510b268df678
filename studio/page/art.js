// A picture of one's own on a card: dropped on it, or chosen; copied into the game's folder, and named in its cell.

import { computed, html, signal, useEffect, useRef, useState } from "./vendor/preact.js";
import { pictureOf } from "./card.js";
import { brought } from "./link.js";
import { grids, say, tab, wall } from "./state.js";

const over = signal(""); // the cell that a picture is held over
const keyOf = (cell) => `${cell.section}/${cell.kind}/${cell.entry}/${cell.field}`;

const pictureFields = new Map();

/** The field of a kind's pictures: the first that is one, else `art`. */
function pictureField(kind) {
  if (!pictureFields.has(kind))
    pictureFields.set(
      kind,
      computed(() => {
        const { columns = [] } = grids.value.get(`kinds/${kind}`) ?? {};
        return columns.find((one) => one.sort === "image" && !one.is_list)?.name ?? "art";
      }),
    );
  return pictureFields.get(kind).value;
}

/** The cell of a card's picture. */
export function artCell(card) {
  return {
    section: "kinds",
    kind: card.kind,
    entry: card.entry,
    field: pictureField(card.kind),
  };
}

/** Copy a picture into the game's folder and name it in a cell; gives its path, or what is wrong. Those `dropped` together are undone together. */
async function copyTo(cell, file, dropped = "") {
  const asked = new URLSearchParams({ ...cell, name: file.name, dropped });
  try {
    return await (await brought(`/art?${asked}`, file)).json();
  } catch {
    return {
      fault: "The picture could not be added: it is too large, or the studio cannot be reached.",
    };
  }
}

async function bring(cell, file) {
  say(`${file.name} is being copied …`);
  const { path, fault } = await copyTo(cell, file);
  say(path ? `The picture is ${path}.` : fault, !path);
}

const MOST_NAMED = 5; // files that a remark names
const plain = (text) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** The card whose id, or else whose name, a picture has. */
function cardFor(file) {
  const stem = plain(file.name.replace(/\.[^.]*$/, ""));
  const { cards } = wall.value;
  return (
    cards.find((card) => plain(card.entry) === stem) ??
    cards.find((card) => plain(card.name) === stem)
  );
}

/** Give each picture to the card whose name its file has. */
async function bringAll(files) {
  const found = [...files].map((file) => ({ file, card: cardFor(file) }));
  const named = found.filter((one) => one.card);
  const lost = found.filter((one) => !one.card).map((one) => one.file.name);
  const faults = [];
  const dropped = crypto.randomUUID();
  for (const [n, { file, card }] of named.entries()) {
    say(`Picture ${n + 1} of ${named.length} is being copied …`);
    const { fault } = await copyTo(artCell(card), file, dropped);
    if (fault) faults.push(`${file.name}: ${fault}`);
  }
  const done = named.length - faults.length;
  const listed = lost.slice(0, MOST_NAMED).join(", ");
  const more = lost.length > MOST_NAMED ? ` and ${lost.length - MOST_NAMED} more` : "";
  const said = [
    done && `${done} ${done === 1 ? "picture is on its card" : "pictures are on their cards"}.`,
    lost.length && `No card has the name of ${listed}${more}: drop each on its card.`,
    ...faults.slice(0, MOST_NAMED),
  ];
  say(said.filter(Boolean).join(" "), lost.length + faults.length > 0);
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
      event.stopPropagation();
      const { files } = event.dataTransfer;
      if (files.length > 1) bringAll(files);
      else if (files.length) bring(cell, files[0]);
    },
  };
}

/** A button that lets a picture be chosen. */
export function PictureButton({ card }) {
  const input = useRef(null);
  const take = (event) => {
    const files = [...event.target.files];
    if (files.length > 1) bringAll(files);
    else if (files.length) bring(artCell(card), files[0]);
    event.target.value = "";
  };
  return html`<button
      type="button"
      title="PNG, JPEG, WebP or SVG; or drop the picture on the card. Several pictures go to the cards that match their names"
      onClick=${() => input.current.click()}
    >
      Picture …
    </button>
    <input
      ref=${input}
      type="file"
      accept=".png,.jpg,.jpeg,.webp,.svg"
      multiple
      hidden
      onChange=${take}
    />`;
}

/** A button that brings an icon of one's own from a file. */
export function FileButton({ cell, done }) {
  const input = useRef(null);
  const take = (event) => {
    const [file] = event.target.files;
    if (file) bring(cell, file);
    event.target.value = "";
    done();
  };
  return html`<button
      type="button"
      title="Choose an SVG file, or drop it on the cell"
      onClick=${() => input.current.click()}
    >
      A file …
    </button>
    <input ref=${input} type="file" accept=".svg" hidden onChange=${take} />`;
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

// a file that misses its card must not take the page's place: it goes to the card whose name it has
addEventListener("dragover", (event) => {
  if (hasFile(event)) event.preventDefault();
});
addEventListener("drop", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault();
  if (tab.value === "cards") bringAll(event.dataTransfer.files);
});

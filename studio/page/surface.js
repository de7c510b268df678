// The free table as one seat sees it: pieces that are dragged, turned, dealt and looked at, by mouse, touch or keyboard.
// What a seat may not know is not in what the server sends; nothing here hides anything.

import {
  computed,
  effect,
  html,
  signal,
  useEffect,
  useLayoutEffect,
  useRef,
} from "./vendor/preact.js";
import { Closer } from "./closer.js";
import { Face } from "./card.js";
import { on, send } from "./link.js";
import { NoteForm } from "./notes.js";
import { Reel } from "./reel.js";
import { Fold, Happened, isNarrow } from "./room.js";
import { cardById, face } from "./state.js";

export const WATCHER = 100; // the seat of those who only watch
const FAR = 6; // pixels after which a press is a drag
const MOST_APART = 8; // pieces that lie side by side; more lie over each other if there is no room
const MOST_OVERLAID = 40; // above it, they lie in rows

export const offer = signal({ counts: [], saved: [], is_laid: false });
const laid = signal(null); // what our seat sees of the table that is laid
export const film = signal(null); // a saved table that we go through step by step
export const tableView = computed(() => film.value?.view ?? laid.value);
const chosen = signal(new Set()); // the ids of pieces that are moved together
const enlarged = signal(null); // a piece that is looked at closely
const menu = signal(null); // {piece, place, x, y, page}
const pointed = signal(null);

on("table_offer", (m) => {
  offer.value = m;
});
on("table_view", (m) => {
  laid.value = m;
});
on("table_scene", (m) => {
  film.value = m;
  menu.value = null;
});
on("table_gone", () => {
  laid.value = null;
  menu.value = null;
});
on("table_pointed", (m) => {
  pointed.value = m;
  setTimeout(() => {
    if (pointed.value === m) pointed.value = null;
  }, 2500);
});
effect(() => {
  // a menu is of a piece that is still there
  const open = menu.value;
  if (!open || !tableView.value) return;
  const place = tableView.value.places.find((one) => one.key === open.place);
  if (!place || (open.piece && !pieceAt(place, open.piece))) menu.value = null;
});

effect(() => {
  // what is chosen is still there
  const there = new Set(
    (tableView.value?.places ?? []).flatMap((place) => place.pieces.map((piece) => piece.id)),
  );
  const left = [...chosen.value].filter((id) => there.has(id));
  if (left.length < chosen.value.size) chosen.value = new Set(left);
});

/** Find a piece at a place, or among those that we look at. */
const pieceAt = (place, id) =>
  [...place.pieces, ...(tableView.value.looking?.pieces ?? [])].find((one) => one.id === id) ??
  null;

/** Whether a card has a face: it is on the wall, or was when the table was laid. */
const isDrawn = (id) => cardById.value.has(id) || face(id).value.svg !== "";
const isWatching = () => tableView.value.seat === WATCHER;
const placeOf = (key) => tableView.value.places.find((one) => one.key === key);
const isOwnHand = (place) => place.is_hand && place.seat === tableView.value.seat;
const isOthersHand = (place) => place.is_hand && place.seat !== tableView.value.seat;
const ownHand = () => tableView.value.places.find(isOwnHand);
const seatName = (seat) => (seat === tableView.value.seat ? "your" : `seat ${seat + 1}’s`);
const placeName = (place) =>
  !place.name
    ? "a pile on the mat"
    : place.seat < 0
      ? place.name
      : `${seatName(place.seat)} ${place.name}`;

let goOnAt = null; // where whoever plays by keyboard goes on: a place

function act(word, message) {
  menu.value = null;
  goOnAt = document.activeElement?.closest?.(".surface")
    ? (document.activeElement.closest("[data-place]")?.dataset.place ?? goOnAt)
    : goOnAt;
  send(`table_${word}`, { seat: tableView.value.seat, ...message });
}

export function sitting(seat) {
  menu.value = null;
  send("table_sit", { seat });
}

/** Whoever plays by keyboard goes on at the place where they were, if their piece is gone. */
function focusAgain() {
  if (goOnAt === null || menu.value) return;
  const isElsewhere = document.activeElement && document.activeElement !== document.body;
  const at = `.surface [data-place="${goOnAt}"]`;
  if (!isElsewhere)
    (document.querySelector(`${at} button.piece`) ?? document.querySelector(`${at} button`))?.focus(
      { preventScroll: true },
    );
}

// ---------------------------------------------------------------- what can be done, each with its letter

/** Move a piece, and whatever else is chosen with it; `how` says where to. */
function moveOne(piece, how) {
  const isOfGroup =
    chosen.value.has(piece.id) && chosen.value.size > 1 && (how.at ?? "top") === "top" && !how.side;
  if (!isOfGroup) {
    act("move", { piece: piece.id, ...how });
    return;
  }
  const { place, x, y } = how;
  act("gather", { pieces: [...chosen.value], place, ...(x !== undefined && { x, y }) });
  chosen.value = new Set();
}

function toggle(piece) {
  const ids = new Set(chosen.value);
  if (!ids.delete(piece.id)) ids.add(piece.id);
  chosen.value = ids;
  menu.value = null;
}

const move =
  (target, at) =>
  ({ piece, place }) =>
    piece
      ? moveOne(piece, { place: target, at })
      : act("move_pile", { source: place.key, place: target, at });
const isPile = ({ place }) => place.count > 1 && !isOthersHand(place);
const isOne = ({ piece, place }) => piece && !isOthersHand(place);
const hasSides = ({ piece }) => piece && tableView.value.looks[piece.look].has_face;
const inOwnHand = ({ place }) => isOwnHand(place);

/** The acts of a piece or a place: the letter, the words, when, what is done; `page` opens another page of the menu. */
const ACTS = [
  {
    key: "f",
    words: "Turn over",
    when: (one) => isOne(one) && hasSides(one) && !inOwnHand(one),
    run: ({ piece }) => act("flip", { piece: piece.id }),
  },
  {
    key: "r",
    words: "Rotate",
    when: (one) => isOne(one) && !inOwnHand(one),
    run: ({ piece }) => act("rotate", { piece: piece.id }),
  },
  {
    key: "h",
    words: "Take into my hand",
    when: (one) => isOne(one) && !inOwnHand(one) && ownHand(),
    run: (one) => move(ownHand().key, "top")(one),
  },
  {
    key: "o",
    words: "Show to all",
    when: (one) => isOne(one) && one.piece.face,
    run: ({ piece }) => act("show", { piece: piece.id, to: -1 }),
  },
  {
    words: "Stop showing",
    when: (one) => isOne(one) && inOwnHand(one),
    run: ({ piece }) => act("show", { piece: piece.id, to: -2 }),
  },
  { words: "Show to …", when: (one) => isOne(one) && one.piece.face, page: "show" },
  { key: "m", words: "Move to …", when: isOne, page: "move" },
  {
    key: "g",
    words: "Choose, to move together",
    when: (one) => isOne(one) && !chosen.value.has(one.piece.id),
    run: ({ piece }) => toggle(piece),
  },
  {
    key: "g",
    words: "Deselect",
    when: (one) => isOne(one) && chosen.value.has(one.piece.id),
    run: ({ piece }) => toggle(piece),
  },
  {
    key: "z",
    words: "Enlarge",
    when: ({ piece }) => piece && isDrawn(pictureOf(piece)),
    run: ({ piece }) => {
      menu.value = null;
      enlarged.value = piece;
    },
  },
  { words: "Put face down on …", when: (one) => isOne(one) && inOwnHand(one), page: "down" },
  { words: "Put under …", when: isOne, page: "under" },
  { words: "Put at random into …", when: isOne, page: "random" },
  {
    words: "Add a counter",
    when: isOne,
    run: ({ piece }) => act("mark", { piece: piece.id, by: 1 }),
  },
  {
    words: "Take a counter off",
    when: (one) => isOne(one) && one.piece.marks > 0,
    run: ({ piece }) => act("mark", { piece: piece.id, by: -1 }),
  },
  {
    key: "d",
    words: "Draw one",
    when: ({ place }) => place.count > 0 && !place.is_hand && ownHand(),
    run: ({ place }) => act("draw", { place: place.key, count: 1 }),
  },
  { words: "Draw …", when: (one) => isPile(one) && !one.place.is_hand && ownHand(), page: "draw" },
  {
    key: "e",
    words: "Deal one to each",
    when: (one) => isPile(one) && !one.place.is_hand && ownHand(),
    run: ({ place }) => act("deal", { place: place.key, count: 1 }),
  },
  {
    words: "Deal to each …",
    when: (one) => isPile(one) && !one.place.is_hand && ownHand(),
    page: "deal",
  },
  {
    key: "s",
    words: "Shuffle",
    when: isPile,
    run: ({ place }) => act("shuffle", { place: place.key }),
  },
  {
    key: "c",
    words: "Cut",
    when: (one) => isPile(one) && !one.place.is_spread,
    run: ({ place }) => act("cut", { place: place.key }),
  },
  {
    key: "l",
    words: "Look at the top …",
    when: ({ place }) => place.count > 0 && !place.is_hand && !place.is_spread,
    page: "look",
  },
  {
    key: "v",
    words: "Look through all",
    when: ({ place }) => place.count > 0 && !place.is_hand && !place.is_spread,
    run: ({ place }) => act("look", { place: place.key, count: 0 }),
  },
  {
    words: "Take one at random",
    when: ({ place }) => place.count > 0 && !isOwnHand(place) && ownHand(),
    run: ({ place }) => act("take_any", { place: place.key }),
  },
  {
    words: "Fan out",
    when: (one) => isPile(one) && !one.place.is_spread,
    run: ({ place }) => act("fan", { place: place.key, is_spread: true }),
  },
  {
    words: "Stack",
    when: (one) => isPile(one) && one.place.is_spread && !one.place.is_hand,
    run: ({ place }) => act("fan", { place: place.key, is_spread: false }),
  },
  {
    words: "Turn all over",
    when: (one) => isPile(one) && !one.place.is_hand,
    run: ({ place }) => act("flip_pile", { place: place.key }),
  },
  { words: "Move all to …", when: isPile, page: "all" },
  {
    words: "Add another like it",
    when: (one) => isOne(one) && (one.piece.face || !hasSides(one)),
    run: ({ piece }) => act("copy", { piece: piece.id }),
  },
  {
    words: "Remove from the game",
    when: (one) => isOne(one) && one.place.name !== "out of the game",
    run: ({ piece }) => act("remove", { piece: piece.id }),
  },
  {
    key: "p",
    words: "Point at it",
    when: () => true,
    run: ({ place }) => act("point", { place: place.key }),
  },
];
const NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 10];

const targets = (one) =>
  tableView.value.places.filter(
    (place) => place.key !== one.place.key || (place.count > 1 && !place.is_spread),
  );
const toEach = (at, side) => (one) => [
  ...(at === "top"
    ? [
        {
          words: side === "down" ? "the mat, face down" : "the mat",
          run: () => moveOne(one.piece, { place: 0, x: 50, y: 50, at, ...(side && { side }) }),
        },
      ]
    : []),
  ...targets(one).map((place) => ({
    words: placeName(place),
    run: () => moveOne(one.piece, { place: place.key, at, ...(side && { side }) }),
  })),
];
const numbered = (word) => (one) =>
  NUMBERS.filter((n) => word !== "look" || n <= one.place.count).map((n) => ({
    words: String(n),
    run: () => act(word, { place: one.place.key, count: n }),
  }));

/** The pages of the menu beyond its first. */
const PAGES = {
  move: ["Move to", toEach("top")],
  down: ["Put face down on", toEach("top", "down")],
  under: ["Put under", toEach("under")],
  random: ["Put at random into", toEach("random")],
  draw: ["Draw", numbered("draw")],
  deal: ["Deal to each", numbered("deal")],
  look: ["Look at the top", numbered("look")],
  all: [
    "Move all to",
    (one) => [
      {
        words: "the mat",
        run: () => act("move_pile", { source: one.place.key, place: 0, x: 50, y: 50 }),
      },
      ...targets(one).map((place) => ({
        words: placeName(place),
        run: () => act("move_pile", { source: one.place.key, place: place.key }),
      })),
    ],
  ],
  show: [
    "Show to",
    (one) =>
      [...Array(tableView.value.players).keys()]
        .filter((seat) => seat !== tableView.value.seat)
        .map((seat) => ({
          words: `Seat ${seat + 1}`,
          run: () => act("show", { piece: one.piece.id, to: seat }),
        })),
  ],
};

function choicesOf({ piece, place, page }) {
  const one = { piece, place };
  if (page) return PAGES[page][1](one);
  return ACTS.filter((choice) => choice.when(one));
}

/** What the open menu is about, as it is now. */
function about() {
  const open = menu.value;
  const place = open && placeOf(open.place);
  if (!place) return null;
  const piece = open.piece ? pieceAt(place, open.piece) : null;
  return open.piece && !piece ? null : { piece, place, page: open.page };
}

function choose(choice, one) {
  if (choice.page) menu.value = { ...menu.value, page: choice.page };
  else choice.run(one);
}

/** Do what a letter stands for, at a piece or a place; returns whether it stands for anything there. */
function byLetter(key, piece, place, element) {
  const choice = ACTS.find((one) => one.key === key && one.when({ piece, place }));
  if (!choice) return false;
  if (choice.page) openMenu(element, piece, place, choice.page);
  else choice.run({ piece, place });
  return true;
}

function openMenu(element, piece, place, page = null) {
  if (isWatching()) return;
  const box = element.getBoundingClientRect();
  menu.value = {
    piece: piece?.id ?? "",
    place: place.key,
    x: box.left + Math.min(box.width, 120),
    y: box.top,
    page,
  };
}

function closeMenu() {
  const open = menu.value;
  menu.value = null;
  const selector = open.piece
    ? `[data-piece="${open.piece}"]`
    : `[data-place="${open.place}"] button`;
  document.querySelector(`.surface ${selector}`)?.focus({ preventScroll: true });
}

function Menu() {
  const host = useRef(null);
  const open = menu.value;
  const one = about();
  useLayoutEffect(() => {
    // within the window, whatever its size
    const box = host.current?.getBoundingClientRect();
    if (!box) return;
    host.current.style.left = `${Math.max(6, Math.min(open.x, innerWidth - box.width - 6))}px`;
    host.current.style.top = `${Math.max(6, Math.min(open.y, innerHeight - box.height - 6))}px`;
    host.current.querySelector("[role=menuitem]")?.focus({ preventScroll: true });
  }, [open]);
  useEffect(() => {
    const away = (event) => {
      if (menu.value && !host.current?.contains(event.target)) menu.value = null;
    };
    document.addEventListener("pointerdown", away, true);
    return () => document.removeEventListener("pointerdown", away, true);
  }, []);
  if (!one) return null;
  const choices = choicesOf(one);
  const step = (event) => {
    const items = [...host.current.querySelectorAll("[role=menuitem]")];
    const at = items.indexOf(document.activeElement);
    if (event.key === "Escape") {
      event.preventDefault();
      closeMenu();
    } else if (event.key === "Tab") {
      event.preventDefault();
      closeMenu();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      items[(at + 1) % items.length]?.focus();
    } else if (event.key === "ArrowUp") {
      event.preventDefault();
      items[(at + items.length - 1) % items.length]?.focus();
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      items.at(event.key === "Home" ? 0 : -1)?.focus();
    } else if (!one.page && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const choice = choices.find((other) => other.key === event.key.toLowerCase());
      if (choice) {
        event.preventDefault();
        event.stopPropagation();
        choose(choice, one);
      }
    }
  };
  return html`<div
    class="menu"
    role="menu"
    ref=${host}
    aria-label=${one.page ? PAGES[one.page][0] : one.piece ? wordsOf(one.piece) : placeName(one.place)}
    onKeyDown=${step}
  >
    ${one.page && html`<p class="faint" role="presentation">${PAGES[one.page][0]}</p>`}
    ${choices.map((choice, n) => html`<button type="button" role="menuitem" tabindex="-1" key=${`${one.page}${n}`} onClick=${() => choose(choice, one)}>${choice.words}${choice.key && !one.page ? html` <kbd>${choice.key.toUpperCase()}</kbd>` : ""}</button>`)}
  </div>`;
}

// ---------------------------------------------------------------- dragging

let drag = null;
let wasDragged = false; // by the last press: the click that ends it opens no menu

function press(event, piece, place) {
  if (event.button !== 0 || isWatching() || isOthersHand(place)) return;
  wasDragged = false;
  drag = {
    piece,
    place,
    element: event.currentTarget,
    x: event.clientX,
    y: event.clientY,
    isAll: event.shiftKey,
    pointer: event.pointerId,
    isOn: false,
    over: null,
  };
}

/** What lies under a point: a place, or the mat. */
function under(x, y) {
  const found = document.elementFromPoint(x, y);
  return found?.closest(".surface [data-place], .surface [data-mat]") ?? null;
}

function mark(over) {
  if (drag.over === over) return;
  drag.over?.removeAttribute("data-over");
  over?.setAttribute("data-over", "");
  drag.over = over;
}

/** End a drag; returns what it was, with the box where the piece was dropped. */
function drop() {
  const { piece, place, over, element, isOn, isAll } = drag;
  const piecesBox = element.getBoundingClientRect();
  mark(null);
  element.style.translate = "";
  element.removeAttribute("data-dragged");
  drag = null;
  return { piece, place, over, isOn, isAll, piecesBox };
}

/** Where a piece lies on the mat, in hundredths of the room that it leaves: 0 and 100 are at the edges, on every screen. */
function spotOn(mat, piece) {
  const part = (at, from, room) =>
    Math.round(Math.max(0, Math.min(100, room > 0 ? (100 * (at - from)) / room : 0)) * 100) / 100;
  return {
    x: part(piece.left, mat.left, mat.width - piece.width),
    y: part(piece.top, mat.top, mat.height - piece.height),
  };
}

addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const dx = event.clientX - drag.x;
  const dy = event.clientY - drag.y;
  if (!drag.isOn && Math.hypot(dx, dy) < FAR) return;
  drag.isOn = true;
  drag.element.setAttribute("data-dragged", "");
  drag.element.style.translate = `${dx}px ${dy}px`;
  mark(under(event.clientX, event.clientY));
});
addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { piece, place, over, isOn, isAll, piecesBox } = drop();
  if (!isOn) return;
  wasDragged = true;
  if (!over) return;
  const target = Number(over.dataset.place ?? 0);
  if (target === place.key) return;
  let spot = {};
  if (!target) {
    spot = spotOn(over.getBoundingClientRect(), piecesBox);
  }
  if (isAll) act("move_pile", { source: place.key, place: target, ...spot });
  else moveOne(piece, { place: target, ...spot });
});
addEventListener("pointercancel", (event) => {
  if (drag && event.pointerId === drag.pointer) drop();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && drag) drop();
  if (
    !tableView.value ||
    isWatching() ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    menu.value
  )
    return;
  if (!document.querySelector(".surface") || event.target.matches?.("input, textarea, select"))
    return;
  if (event.key === "u" && tableView.value.can_retract) act("retract", {});
  else if (event.key === "n") pass();
});

const pass = () => act("pass", { to: (tableView.value.turn + 1) % tableView.value.players });

// ---------------------------------------------------------------- drawing

function wordsOf(piece) {
  const look = tableView.value.looks[piece.look];
  const name = piece.face
    ? (cardById.value.get(piece.face)?.name ?? piece.face)
    : `${look.name}${look.has_face ? ", face down" : ""}`;
  return `${name}${piece.is_own ? `, face down${film.value ? "" : ", only you know it"}` : ""}${piece.turn ? `, turned by ${piece.turn}°` : ""}${piece.marks ? `, ${piece.marks} counters` : ""}`;
}

/** The card that a piece shows: its face, or its back; "" if neither is drawn. */
const pictureOf = (piece) =>
  [piece.face, tableView.value.looks[piece.look].back].find((one) => one && isDrawn(one)) ?? "";

/** A piece in the size of the window; a click or any key puts it back. */
function Enlarged() {
  const host = useRef(null);
  const piece = enlarged.value;
  useEffect(() => {
    if (piece) host.current?.showModal();
  }, [piece]);
  if (!piece || !tableView.value.looks[piece.look]) return null;
  const { width, height } = tableView.value.looks[piece.look];
  const close = () => host.current?.close(); // until then nothing behind it takes the focus
  const closed = () => {
    enlarged.value = null;
    document.querySelector(`.surface [data-piece="${piece.id}"]`)?.focus({ preventScroll: true });
  };
  return html`<dialog
    class="enlarged"
    ref=${host}
    aria-label=${wordsOf(piece)}
    style=${{ "--wide": width, "--high": height }}
    onClick=${close}
    onKeyDown=${(event) => {
      event.preventDefault();
      event.stopPropagation();
      close();
    }}
    onClose=${closed}
  >
    <${Face} id=${pictureOf(piece)} />
  </dialog>`;
}

/** A colour of the wheel for a name, in degrees: pieces that are not printed are told apart by it. */
const hueOf = (name) =>
  [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 360, 7);

function Picture({ piece }) {
  const look = tableView.value.looks[piece.look];
  const id = pictureOf(piece);
  if (!look.has_face)
    return html`<span class="token" aria-hidden="true" style=${{ "--hue": hueOf(look.name) }}
      >${look.name.slice(0, 1)}</span
    >`;
  return id
    ? html`<${Face} id=${id} outline=${id === look.back ? look.behind : look.outline} />`
    : html`<span class="deck" aria-hidden="true">${piece.face || look.name}</span>`;
}

function PieceButton({ piece, place, count = 1 }) {
  const look = tableView.value.looks[piece.look];
  const label = `${wordsOf(piece)}${count > 1 ? `, the top of ${count}` : ""}`;
  const onKey = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1 || isWatching())
      return;
    if (byLetter(event.key.toLowerCase(), piece, place, event.currentTarget)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  const style = {
    "--wide": look.width,
    "--high": look.height,
    rotate: piece.turn ? `${piece.turn}deg` : null,
  };
  return html`<button
    type="button"
    class="piece"
    data-piece=${piece.id}
    data-shape=${look.shape}
    data-known=${piece.is_own}
    data-pile=${count > 1 || null}
    data-back=${pictureOf(piece) === look.back || null}
    data-chosen=${chosen.value.has(piece.id) || null}
    data-quarter=${piece.turn % 180 === 90}
    style=${style}
    title=${label}
    aria-haspopup="menu"
    aria-disabled=${isWatching()}
    onPointerDown=${(event) => press(event, piece, place)}
    onContextMenu=${(event) => {
      event.preventDefault();
      openMenu(event.currentTarget, piece, place);
    }}
    onClick=${(event) => {
      if (wasDragged && event.detail > 0) return;
      if ((event.ctrlKey || event.metaKey) && !isWatching() && !isOthersHand(place)) toggle(piece);
      else openMenu(event.currentTarget, piece, place);
    }}
    onKeyDown=${onKey}
  >
    <span class="unseen">${label}</span>
    <${Picture} piece=${piece} />
    ${piece.marks > 0 && html`<span class="marks" aria-hidden="true">${piece.marks}</span>`}
    ${piece.is_own && html`<span class="only" aria-hidden="true">${film.value ? "face down" : "only you"}</span>`}
  </button>`;
}

/** What lies at a place: its pieces side by side, the top of a pile, or the backs of another's hand. */
function Lying({ place }) {
  const backs = place.backs.flatMap(([look, count]) =>
    Array.from({ length: Math.min(count, 12) }, () => look),
  );
  const count = place.pieces.length;
  const isMany = place.is_spread && count > MOST_APART && count <= MOST_OVERLAID;
  const name = isMany ? "lying spread many" : place.is_spread ? "lying spread" : "lying";
  return html`<span class=${name} style=${isMany ? { "--covered": count - 1 } : {}}>
    ${place.pieces.map((piece) => html`<${PieceButton} key=${piece.id} piece=${piece} place=${place} count=${place.is_spread ? 1 : place.count} />`)}
    ${backs.map((look, n) => html`<span class="piece back" key=${`back${n}`} data-shape=${tableView.value.looks[look].shape} style=${{ "--wide": tableView.value.looks[look].width, "--high": tableView.value.looks[look].height }}><${Picture} piece=${{ face: "", look }} /></span>`)}
    ${!place.count && html`<span class="hollow"></span>`}
  </span>`;
}

function Place({ place }) {
  const isPointed = pointed.value?.place === place.key;
  const label = `${placeName(place)}: ${place.count}`;
  const onKey = (event) => {
    if (
      event.target !== event.currentTarget ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.key.length > 1 ||
      isWatching()
    )
      return;
    if (byLetter(event.key.toLowerCase(), null, place, event.currentTarget)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };
  return html`<div
    class="place"
    data-place=${place.key}
    data-hand=${place.is_hand}
    data-pointed=${isPointed || null}
    role="group"
    aria-label=${label}
  >
    <button
      type="button"
      class="plain title"
      aria-haspopup="menu"
      aria-disabled=${isWatching()}
      onKeyDown=${onKey}
      onClick=${(event) => openMenu(event.currentTarget, null, place)}
    >
      ${place.name} <small>${place.count}</small>
    </button>
    <${Lying} place=${place} />
  </div>`;
}

function Loose({ place }) {
  return html`<div
    class="loose"
    data-place=${place.key}
    data-pointed=${pointed.value?.place === place.key || null}
    role="group"
    aria-label=${`On the mat: ${place.count}`}
    style=${{ left: `${place.x}%`, top: `${place.y}%`, translate: `${-place.x}% ${-place.y}%` }}
  >
    <${Lying} place=${place} />
    ${place.count > 1 && html`<span class="times">${place.count}</span>`}
  </div>`;
}

function Mat() {
  const { places, surface } = tableView.value;
  const at = pointed.value?.place === 0 ? pointed.value : null;
  const point = (event) => {
    if (event.target !== event.currentTarget || isWatching()) return;
    const box = event.currentTarget.getBoundingClientRect();
    act("point", {
      place: 0,
      x: (100 * (event.clientX - box.left)) / box.width,
      y: (100 * (event.clientY - box.top)) / box.height,
    });
  };
  const isBare = !surface && places.every((place) => place.name);
  return html`<div class="mat" data-mat role="group" aria-label="The mat" onDblClick=${point}>
    ${isBare && !isWatching() && html`<p class="bare">Drag pieces here</p>`}
    ${surface && isDrawn(surface) && html`<span class="board"><${Face} id=${surface} /></span>`}
    ${places.filter((place) => !place.name).map((place) => html`<${Loose} key=${place.key} place=${place} />`)}
    ${at && html`<span class="ping" style=${{ left: `${at.x}%`, top: `${at.y}%` }}></span>`}
  </div>`;
}

function Tallies({ owner }) {
  const { tallies, dice } = tableView.value;
  const own = tallies.filter((one) => one.owner === owner);
  const pools = dice.filter((one) => one.owner === owner);
  if (!own.length && !pools.length) return null;
  const isStill = isWatching();
  return html`<div class="tallies">
    ${own.map(
      (one) =>
        html`<span class="tally" key=${one.name} role="group" aria-label=${one.name}>
          <button
            type="button"
            aria-label=${`${one.name} down`}
            disabled=${isStill}
            onClick=${() => act("tally", { name: one.name, owner, by: -1 })}
          >
            −
          </button>
          <span>${one.name} <b>${one.value}</b></span>
          <button
            type="button"
            aria-label=${`${one.name} up`}
            disabled=${isStill}
            onClick=${() => act("tally", { name: one.name, owner, by: 1 })}
          >
            +
          </button>
        </span>`,
    )}
    ${pools.map((one) => html`<span class="tally" key=${one.name}><button type="button" disabled=${isStill} onClick=${() => act("roll", { name: one.name, owner })}>Roll ${one.name}</button> <span class="dice" role="status">${one.values.some(Boolean) ? one.values.map((value, n) => html`<b key=${n}>${value}</b>`) : html`<small>${one.values.length} of ${one.faces}</small>`}</span></span>`)}
  </div>`;
}

function Seat({ seat }) {
  const now = tableView.value;
  const isOwn = seat === now.seat;
  const places = now.places.filter((place) => place.seat === seat && place.name);
  places.sort((a, b) => b.is_hand - a.is_hand);
  return html`<section
    class=${isOwn ? "seat own" : "seat"}
    aria-label=${`Seat ${seat + 1}`}
    data-due=${now.turn === seat}
  >
    <h2>
      Seat${" "}
      ${seat + 1}${isOwn ? " (you)" : ""}${now.turn === seat ? html` <span class="turn">has the turn</span>` : ""}
    </h2>
    <${Tallies} owner=${seat} />
    <div class="places">
      ${places.map((place) => html`<${Place} key=${place.key} place=${place} />`)}
    </div>
  </section>`;
}

/** The pieces that our seat looks at, and nobody else. */
function Looking() {
  const { looking } = tableView.value;
  const place = looking && placeOf(looking.place);
  if (!place) return null;
  return html`<section
    class="looking"
    data-place=${place.key}
    aria-label="Cards that you are looking at"
  >
    <h2>
      ${looking.is_all ? `All of ${looking.name}, in no order` : `The top of ${looking.name}, from the top`}
    </h2>
    <p class="faint">The others know that you are looking, but not what you see.</p>
    <div class="lying spread">
      ${looking.pieces.map((piece) => html`<${PieceButton} key=${piece.id} piece=${piece} place=${{ ...place, is_spread: true }} />`)}
    </div>
    <p class="buttons">
      <button type="button" class="main" onClick=${() => act("look_away", {})}>Done</button>
    </p>
  </section>`;
}

function Help() {
  return html`<details class="keys">
    <summary>Keys</summary>
    <p class="faint">
      Drag pieces, or click one for its menu. Shift-drag moves the whole pile; Ctrl-click chooses
      several pieces to move together. By keyboard: Tab to a piece, Enter for its menu, or a letter:
    </p>
    <ul class="faint">
      ${ACTS.filter((one, n) => one.key && ACTS.findIndex((other) => other.key === one.key) === n).map((one) => html`<li key=${one.key}><kbd>${one.key.toUpperCase()}</kbd> ${one.words.replace(" …", "")}</li>`)}
      <li><kbd>U</kbd> Take back</li>
      <li><kbd>N</kbd> Next player’s turn</li>
    </ul>
  </details>`;
}

export function leaveFilm() {
  film.value = null;
  send("table_watch", { saved: "" });
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** A saved table, gone through step by step. */
export function Steps() {
  const { saved, step, steps, at_s: at } = film.value;
  const go = (to) => send("table_watch", { saved, step: to });
  const title = `Table ${saved.replace(".table", "")}`;
  return html`<${Reel} ...${{ title, word: "step", at: step, of: steps, go, leave: leaveFilm }}
    ><small class="faint">${clock(at)}</small></${Reel}
  >`;
}

/** The free table; `children` stand beside it. */
export function Surface({ children }) {
  const now = tableView.value;
  useEffect(focusAgain);
  const others = [...Array(now.players).keys()].filter((seat) => seat !== now.seat);
  const isPlaying = !isWatching();
  return html`<main class="table surface" data-made=${now.made} data-seat=${now.seat}>
    <div class="felt" tabindex="0" role="region" aria-label="The table">
      ${!isNarrow.value && seatsRow(others)}
      <section class="middle" aria-label="The middle">
        <${Tallies} owner=${-1} />
        <div class="places">
          ${now.places.filter((place) => place.name && place.seat < 0).map((place) => html`<${Place} key=${place.key} place=${place} />`)}
        </div>
      </section>
      <${Mat} />
      ${isNarrow.value && seatsRow(others)}
    </div>
    ${isPlaying && html`<div class="own-place" tabindex="0" role="region" aria-label="Your pieces"><${Seat} seat=${now.seat} /></div>`}
    <aside class="hand" aria-label="What you can do">
      <div class="turn-head">
        <h2>
          <span role="status"
            >${now.turn === now.seat ? "Your turn" : `Seat ${now.turn + 1} has the turn`}</span
          >
        </h2>
        ${
          isPlaying &&
          html`<span class="buttons">
            <button type="button" class=${now.turn === now.seat ? "main" : ""} onClick=${pass}>
              Next player
            </button>
            <button type="button" disabled=${!now.can_retract} onClick=${() => act("retract", {})}>
              Take back
            </button>
          </span>`
        }
      </div>
      <${Looking} />
      ${children && (film.value ? children : html`<${Fold} label="The table">${children}</${Fold}>`)}
      ${isPlaying && !isNarrow.value && html`<${Help} />`}
      <${Happened} lines=${now.journal} />
      ${isPlaying && html`<${Fold} label="A note"><${NoteForm} label="A note on this moment" about=${{ at_table: true, is_free: true }} /></${Fold}>`}
    </aside>
    <${Menu} />
    <${Enlarged} />
    <${Closer} />
  </main>`;
}

const seatsRow = (seats) =>
  html`<div class="seats-row">
    ${seats.map((seat) => html`<${Seat} key=${seat} seat=${seat} />`)}
  </div>`;

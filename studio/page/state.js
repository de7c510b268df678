// What the page knows: signals that the server's messages fill, and what the person has chosen.

import { batch, computed, effect, signal } from "./vendor/preact.js";
import { lastSeq, on, send } from "./link.js";

export const opened = signal(null);
export const draft = signal({ text: "", number: 0, isSaved: true, canUndo: false, canRedo: false });
export const wall = signal({
  title: "",
  cards: [],
  palette: {},
  icons: [],
  families: {},
  choices: [],
});
export const grids = signal(new Map()); // "kinds/hero" -> grid
export const problems = signal({
  problems: [],
  isStale: false, // the draft is not a game
  areOld: false, // all faces are as before
  ms: 0,
  pale: new Set(), // the entries whose faces alone are as before
});
export const conflict = signal(null);
export const remark = signal(null);
export const base = signal("saved"); // what the cards are compared with: saved, printed or a revision of git
export const changed = signal({ of: "", cards: {}, gone: [], fault: null });
export const linted = signal(null); // what paper would show; null while nobody has asked
export const printed = signal(null);

export const tab = signal(sessionStorage.getItem("tab") ?? "cards");
effect(() => sessionStorage.setItem("tab", tab.value));
export const editor = signal(sessionStorage.getItem("editor") ?? "grid"); // grid, text, look, template or translate
export const pane = signal("wall"); // what a narrow screen shows: wall or editor
export const chosen = signal(""); // the id of the card that is shown large
export const current = signal(""); // the grid that is shown, "kinds/hero"
export const goal = signal(null); // where an editor is to go: {line} or {at}

const faceSignals = new Map();
const NO_FACE = { svg: "", fits: [] };

/** The face of a card: a signal of its own, so that a new face redraws that card alone. */
export function face(id) {
  if (!faceSignals.has(id)) faceSignals.set(id, signal(NO_FACE));
  return faceSignals.get(id);
}

export const cardById = computed(() => new Map(wall.value.cards.map((card) => [card.id, card])));

/** Parts of what the server says, which stay the same objects as long as they say the same. */
export const palette = computed(() => wall.value.palette);
export const icons = computed(() => wall.value.icons);
export const pale = computed(() => problems.value.pale);
const ownProblems = computed(() => problems.value.problems);

const cardSignals = new Map();

/** A card of the wall: a signal of its own, so that a change of it redraws that card alone. */
export function cardOf(id) {
  if (!cardSignals.has(id)) cardSignals.set(id, signal(cardById.value.get(id)));
  return cardSignals.get(id);
}

/** The cards of an entry that have something wrong, by id or entry. */
export const faults = computed(() => {
  const found = new Map();
  const add = (key, one) => found.set(key, [...(found.get(key) ?? []), one]);
  for (const one of [...ownProblems.value, ...(linted.value?.findings ?? [])]) {
    if (one.severity === "note") continue;
    if (one.card) add(one.card, one);
    else if (one.at.length > 2 && one.at[0] === "kinds") add(one.at[2], one);
  }
  return found;
});

/** The problems by the cell they stand in: "kinds/hero/tib/cost". */
export const cellFaults = computed(() => {
  const found = new Map();
  for (const one of ownProblems.value) {
    if (one.at.length > 2) {
      const key = one.at.slice(0, 4).join("/");
      found.set(key, [...(found.get(key) ?? []), one]);
    }
  }
  return found;
});

const choiceSignals = new Map();

/** Whether a card is the chosen one: a signal of its own, so that a choice redraws two cards alone. */
export function isChosenCard(id) {
  if (!choiceSignals.has(id)) choiceSignals.set(id, signal(chosen.peek() === id));
  return choiceSignals.get(id);
}
let lastChosen = "";
effect(() => {
  const now = chosen.value;
  batch(() => {
    if (choiceSignals.has(lastChosen)) choiceSignals.get(lastChosen).value = false;
    isChosenCard(now).value = true;
  });
  lastChosen = now;
});

export function choose(id) {
  if (chosen.value === id) return;
  chosen.value = id;
  send("look", { card: id });
}

/** Choose a card of an entry, unless one is chosen already. */
export function chooseEntry(entry) {
  if (cardById.value.get(chosen.value)?.entry === entry) return;
  const card = wall.value.cards.find((one) => one.entry === entry);
  if (card) choose(card.id);
}

export function setEditor(which) {
  editor.value = which;
  sessionStorage.setItem("editor", which);
}

export function say(text, isFault = false) {
  const one = { text, isFault };
  remark.value = one;
  setTimeout(
    () => {
      if (remark.value === one) remark.value = null;
    },
    isFault ? 30_000 : Math.max(4000, 60 * text.length),
  );
}

/** Go to where a problem stands: its cell if that is in the grid, else its line. */
export function goTo(problem) {
  const card = problem.card ?? (problem.at[0] === "kinds" ? problem.at[2] : null);
  const found = card && wall.value.cards.find((one) => one.id === card || one.entry === card);
  pane.value = "editor";
  tab.value = "cards";
  if (problem.at.length > 2 && editor.value === "grid") {
    current.value = `${problem.at[0]}/${problem.at[1]}`;
    goal.value = { at: problem.at };
  } else if (problem.line && problem.file === opened.value?.file) {
    setEditor("text");
    goal.value = { line: problem.line, column: problem.column };
  } else if (problem.line && /^templates\/.*\.j2$/.test(problem.file ?? "")) {
    setEditor("template");
    goal.value = {
      template: problem.file.slice("templates/".length),
      line: problem.line,
      card: found?.id ?? chosen.value,
    };
  }
  if (found) choose(found.id);
}

const ids = computed(
  () => new Set([...grids.value.values()].flatMap((one) => one.rows.map((row) => row.id))),
);

/** Whether a row of any grid has an id, or it is one of those `taken`. */
export const isTaken = (id, taken) => taken.has(id) || ids.value.has(id);

/** Find an id that nobody has, and that is not `taken`, to which it is added. */
export function freeId(base, taken = new Set()) {
  const stem = base.replace(/-\d+$/, "");
  for (let number = 2; ; number++) {
    const id = `${stem}-${number}`;
    if (isTaken(id, taken)) continue;
    taken.add(id);
    return id;
  }
}

/** Add a card or a row, like another or with the least it needs, and go to it. */
export function add(grid, like) {
  const entry = freeId(like ?? grid.name);
  send("add", { section: grid.section, name: grid.name, entry, like: like ?? null }, true);
  current.value = `${grid.section}/${grid.name}`;
  goal.value =
    editor.value === "grid" ? { at: [grid.section, grid.name, entry], isNew: true } : null;
}

export function remove(grid, entry) {
  send("remove", { section: grid.section, name: grid.name, entry }, true);
}

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

on("opened", (m) => {
  const isCopied = opened.value?.copies && !m.copies; // the same cards go on in another folder
  batch(() => {
    opened.value = m;
    if (!isCopied) grids.value = new Map();
    conflict.value = null;
    isFresh = true;
  });
  send("since", { of: base.value });
});
on("changed", (m) => {
  changed.value = m;
});
on("linted", (m) => {
  linted.value = { findings: m.findings, isStale: false };
});
on("printed", (m) => {
  printed.value = m;
});
let told = ""; // the text that the server sent last
on("draft", (m) => {
  const hasText = m.text !== null || m.change !== null;
  if (m.text !== null) told = m.text;
  else if (m.change)
    told = told.slice(0, m.change.start) + m.change.text + told.slice(m.change.end);
  const isNews = hasText && m.seq >= lastSeq(); // else what was typed since is on its way
  const old = draft.value;
  draft.value = {
    text: isNews ? told.replaceAll("\r\n", "\n") : old.text,
    isCrlf: isNews ? told.includes("\r\n") : old.isCrlf,
    number: isNews || !hasText ? m.number : old.number,
    isSaved: m.is_saved,
    canUndo: m.can_undo,
    canRedo: m.can_redo,
  };
});
on("grid", (m) => {
  const next = new Map(grids.value);
  const key = `${m.section}/${m.name}`;
  const frame = { section: m.section, name: m.name, columns: m.columns };
  if (m.columns.length || m.rows.length) next.set(key, { ...m, frame });
  else next.delete(key);
  grids.value = next;
  if (!next.has(current.value)) current.value = next.keys().next().value ?? "";
});
on("rows", (m) => {
  const key = `${m.section}/${m.name}`;
  const grid = grids.value.get(key);
  const news = new Map(m.rows.map((row) => [row.id, row]));
  const rows = grid.rows.map((row) => news.get(row.id) ?? row);
  grids.value = new Map(grids.value).set(key, { ...grid, rows });
});
/** A card as it was, if nothing of it has changed: what shows it is then not drawn again. */
function asBefore(card) {
  const before = cardById.value.get(card.id);
  return before && JSON.stringify(before) === JSON.stringify(card) ? before : card;
}
function putCards(next) {
  wall.value = next;
  for (const card of next.cards) if (cardSignals.has(card.id)) cardOf(card.id).value = card;
}
on("shelves", (m) => {
  const news = new Map(m.cards.map((card) => [card.id, card]));
  const cards = wall.value.cards.map((card) => news.get(card.id) ?? card);
  batch(() => putCards({ ...wall.value, cards }));
});
on("wall", (m) => {
  if (sheet.cssText !== m.fonts) {
    sheet.cssText = m.fonts;
    sheet.replaceSync(m.fonts);
  }
  batch(() => {
    putCards({ ...m, cards: m.cards.map(asBefore) });
    document.title = `${m.title} · Studio`;
    if (!m.cards.some((card) => card.id === chosen.value)) chosen.value = m.cards[0]?.id ?? "";
  });
});
on("faces", (m) => {
  batch(() => {
    for (const one of m.faces) face(one.card).value = one;
  });
  if (linted.value && !linted.value.isStale) linted.value = { ...linted.value, isStale: true };
  const typed = editor.value === "text" && m.seq > 0 && m.seq === lastSeq();
  if (typed && m.faces.length < 9 && !m.faces.some((one) => one.card === chosen.value))
    choose(m.faces[0].card);
});
let isFresh = false; // nothing is known yet but that the studio is open

/** Open the text at the first fault, if the file cannot be shown as cards. */
function openBroken(m) {
  const first = m.problems.find(
    (one) => one.severity === "error" && one.line && one.file === opened.value?.file,
  );
  if (first) goTo(grids.value.size && first.at.length > 2 ? first : { ...first, at: [] });
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
on("problems", (m) => {
  if (isFresh && m.is_stale && !wall.value.cards.length) openBroken(m);
  isFresh = false;
  const old = problems.value;
  problems.value = {
    problems: isSame(old.problems, m.problems) ? old.problems : m.problems,
    isStale: m.is_stale,
    areOld: m.is_stale && m.pale === null,
    ms: m.ms,
    pale: isSame([...old.pale], m.pale ?? []) ? old.pale : new Set(m.pale),
  };
});
on("conflict", (m) => {
  conflict.value = m.diff === null ? null : { diff: m.diff, isGone: m.is_gone };
});
on("remark", (m) => say(m.text, m.is_fault));

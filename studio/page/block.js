// Many cells of the grid at once: a range that is chosen by mouse or Shift, copied, pasted, filled, cleared.

import { computed, signal } from "./vendor/preact.js";
import { send } from "./link.js";
import { slug } from "./naming.js";
import { current, freeId, grids, isTaken, say } from "./state.js";

const MOST_PASTED = 20000; // cells
/** The cells between two corners: {key, from: {entry, field}, to: {entry, field}}; the field "" is the id. */
export const range = signal(null);
export const sorting = signal(null); // {key, field, isDown, ids}
export const filters = signal({}); // what each grid is filtered by, by its key
let dragging = null; // the cell in which the mouse was pressed

export const grid = computed(() => grids.value.get(current.value));
export const fields = computed(() => [
  "",
  ...(grid.value?.columns.map((column) => column.name) ?? []),
]);
const valueOf = (row, field) => (field ? (row.cells[field] ?? "") : row.id);

/** The rows that are shown, in their order. */
export const rows = computed(() => {
  const all = grid.value?.rows ?? [];
  const sought = (filters.value[current.value] ?? "")
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter(Boolean);
  const found = all.filter((row) => {
    const text = [row.id, ...Object.values(row.cells)].join(" ").toLowerCase();
    return sought.every((word) => text.includes(word));
  });
  if (sorting.value?.key !== current.value) return found;
  const place = new Map(sorting.value.ids.map((id, n) => [id, n]));
  return found.sort((a, b) => (place.get(a.id) ?? place.size) - (place.get(b.id) ?? place.size));
});

/** Sort by a field: up, then down, then as in the file. */
export function sortBy(field) {
  const old =
    sorting.value?.key === current.value && sorting.value.field === field ? sorting.value : null;
  if (old?.isDown) {
    sorting.value = null;
    return;
  }
  const isDown = Boolean(old);
  const column = grid.value.columns.find((one) => one.name === field);
  const isNumber = ["integer", "number"].includes(column?.sort) && !column.is_list;
  const compare = (a, b) => {
    const [one, other] = [
      valueOf(a, field) || column?.default || "",
      valueOf(b, field) || column?.default || "",
    ];
    return isNumber
      ? Number(one || -Infinity) - Number(other || -Infinity)
      : one.localeCompare(other, undefined, { numeric: true });
  };
  const sorted = [...grid.value.rows].sort((a, b) => (isDown ? compare(b, a) : compare(a, b)));
  sorting.value = { key: current.value, field, isDown, ids: sorted.map((row) => row.id) };
}

/** The entries and fields within the range; null if it is one cell or none. */
export const chosenCells = computed(() => {
  const found = range.value;
  if (!found || found.key !== current.value) return null;
  const ends = [found.from, found.to].map(({ entry, field }) => [
    rows.value.findIndex((row) => row.id === entry),
    fields.value.indexOf(field),
  ]);
  if (ends.flat().includes(-1)) return null;
  const [top, bottom] = [ends[0][0], ends[1][0]].sort((a, b) => a - b);
  const [left, right] = [ends[0][1], ends[1][1]].sort((a, b) => a - b);
  const cells = {
    entries: rows.value.slice(top, bottom + 1).map((row) => row.id),
    fields: fields.value.slice(left, right + 1),
  };
  return cells.entries.length * cells.fields.length > 1 ? cells : null;
});
const chosenSets = computed(() => {
  const cells = chosenCells.value;
  return cells && { entries: new Set(cells.entries), fields: new Set(cells.fields) };
});
export const isChosen = (entry, field) =>
  Boolean(chosenSets.value?.entries.has(entry) && chosenSets.value.fields.has(field));

/** Which cell an element is in. */
export function cellOf(element) {
  const cell = element?.closest?.("td[data-field], th[data-field]");
  const row = cell?.closest("tr[data-entry]");
  return row ? { entry: row.dataset.entry, field: cell.dataset.field } : null;
}

function extend(to) {
  const from = range.value?.key === current.value ? range.value.from : to;
  range.value = { key: current.value, from, to };
}

export const collapse = () => {
  range.value = null;
};

// ---------------------------------------------------------------- what is done with it

function change(message) {
  send("block", { section: grid.value.section, name: grid.value.name, rows: [], ...message }, true);
}

/** Set cells: {entry: {field: value}}. */
function set(values) {
  const list = Object.entries(values).map(([entry, own]) => ({ entry, values: own }));
  if (list.length) change({ rows: list });
}

const eachCell = (cells, valueFor) =>
  set(
    Object.fromEntries(
      cells.entries.map((entry, n) => [
        entry,
        Object.fromEntries(
          cells.fields.filter(Boolean).map((field) => [field, valueFor(entry, field, n)]),
        ),
      ]),
    ),
  );

export const clear = (cells) => eachCell(cells, () => "");

/** Give all rows of the range what its first row says. */
export function fillDown(cells) {
  const first = grid.value.rows.find((row) => row.id === cells.entries[0]);
  eachCell({ ...cells, entries: cells.entries.slice(1) }, (entry, field) => valueOf(first, field));
}

const setAll = (cells, value) => eachCell(cells, () => value);

export function deleteRows(entries) {
  change({ removed: entries });
  collapse();
}

export function copyRows(entries) {
  const taken = new Set();
  change({
    rows: entries.map((like) => ({ entry: freeId(like, taken), values: {}, is_new: true, like })),
  });
}

export function keepOrder() {
  change({ order: sorting.value.ids });
  sorting.value = null;
}

// ---------------------------------------------------------------- clipboard

const quoted = (text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Write cells as spreadsheets take them from the clipboard. */
function asText(cells) {
  const byId = new Map(grid.value.rows.map((row) => [row.id, row]));
  return cells.entries
    .map((entry) => cells.fields.map((field) => quoted(valueOf(byId.get(entry), field))).join("\t"))
    .join("\n");
}

/** Read cells as spreadsheets put them onto the clipboard. */
export function readCells(text) {
  const lines = [[""]];
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    const line = lines.at(-1);
    if (isQuoted) {
      if (letter !== '"') line[line.length - 1] += letter;
      else if (text[at + 1] === '"') {
        line[line.length - 1] += '"';
        at++;
      } else isQuoted = false;
    } else if (letter === '"' && line.at(-1) === "") isQuoted = true;
    else if (letter === "\t") line.push("");
    else if (letter === "\n") lines.push([""]);
    else if (letter !== "\r") line[line.length - 1] += letter;
  }
  if (lines.length > 1 && lines.at(-1).length === 1 && !lines.at(-1)[0]) lines.pop();
  return lines;
}

/** A column's name as people head it in a spreadsheet: "Knots of Wind" is knots_of_wind. */
const columnOf = (heading) => slug(heading, "_");

/** An id for a new row: its name as an id, or the grid's name with a number. */
function newId(name, taken) {
  const id = slug(name, "-");
  if (!id || isTaken(id, taken)) return freeId(id || grid.value.name, taken);
  taken.add(id);
  return id;
}

/** Put a block in, its first cell where `at` says. Its first line may name the columns; rows that there are not yet become new. */
function paste(block, at) {
  const meant = new Map(fields.value.map((name) => [columnOf(name || "id"), name]));
  const first = block[0].map(columnOf);
  const isHeaded = block.length > 1 && first.every((word) => meant.has(word));
  const names = isHeaded
    ? first.map((word) => meant.get(word))
    : fields.value.slice(fields.value.indexOf(at.field));
  const lines = isHeaded ? block.slice(1) : block;
  const start = rows.value.findIndex((row) => row.id === at.entry);
  const known = new Set(grid.value.rows.map((row) => row.id));
  const taken = new Set();
  const idAt = names.indexOf("");
  const list = lines.map((line, n) => {
    const values = Object.fromEntries(
      line
        .slice(0, names.length)
        .map((value, m) => [names[m], value])
        .filter(([name]) => name),
    );
    const id = idAt >= 0 ? line[idAt]?.trim() : "";
    const entry = id || rows.value[start + n]?.id || newId(values.name ?? "", taken);
    return { entry, values, is_new: !known.has(entry) };
  });
  if (list.reduce((sum, row) => sum + Object.keys(row.values).length, 0) > MOST_PASTED) {
    say("That is too much to change at once: import it as CSV.", true);
    return;
  }
  change({ rows: list });
}

export function onPaste(event) {
  const at = cellOf(event.target);
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!at || !text) return;
  const block = readCells(text);
  const isOne = block.length === 1 && block[0].length === 1;
  const cells = chosenCells.value;
  if (isOne && !cells) return; // into the cell, as anywhere
  if (isOne && event.target.tagName === "TEXTAREA" && !cells) return;
  event.preventDefault();
  if (isOne) setAll(cells, block[0][0]);
  else if (block.length === 1 && cells?.entries.length > 1)
    eachCell(
      { entries: cells.entries, fields: cells.fields.slice(0, block[0].length) },
      (entry, field) => block[0][cells.fields.indexOf(field)],
    );
  else paste(block, cells ? { entry: cells.entries[0], field: cells.fields[0] } : at);
  event.target.blur?.();
  event.target.focus?.();
}

export function onCopy(event) {
  if (!chosenCells.value || !cellOf(event.target)) return;
  event.clipboardData.setData("text/plain", asText(chosenCells.value));
  event.preventDefault();
}

// ---------------------------------------------------------------- keys and mouse

function atEdge(target, isBack) {
  if (
    target.tagName === "SELECT" ||
    target.selectionStart === null ||
    target.selectionStart === undefined
  )
    return true;
  return isBack
    ? target.selectionEnd === 0 || chosenCells.value !== null
    : target.selectionStart === target.value.length || chosenCells.value !== null;
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Widen the range by Shift and an arrow; gives whether the key was ours. */
function widen(event, at) {
  const [down, right] = STEPS[event.key];
  if (right && !atEdge(event.target, right < 0)) return false;
  const head = range.value?.key === current.value ? range.value.to : at;
  const row = rows.value.findIndex((one) => one.id === head.entry) + down;
  const column = fields.value.indexOf(head.field) + right;
  if (rows.value[row] && fields.value[column] !== undefined) {
    if (range.value?.key !== current.value) range.value = { key: current.value, from: at, to: at };
    extend({ entry: rows.value[row].id, field: fields.value[column] });
  }
  return true;
}

export function onRangeKey(event) {
  const at = cellOf(event.target);
  if (!at || event.isComposing || event.altKey) return;
  const from = range.value?.from;
  if (from && (from.entry !== at.entry || from.field !== at.field)) collapse(); // the focus has left it
  const cells = chosenCells.value;
  const isCommand = event.ctrlKey || event.metaKey;
  let isOurs = true;
  if (event.shiftKey && !isCommand && event.key in STEPS) isOurs = widen(event, at);
  else if (event.key === "Escape" && cells) collapse();
  else if (cells && !isCommand && (event.key === "Delete" || event.key === "Backspace"))
    clear(cells);
  else if (cells && isCommand && event.key.toLowerCase() === "d") fillDown(cells);
  else if (cells && isCommand && event.key === "Enter") setAll(cells, event.target.value);
  else isOurs = false;
  if (isOurs) {
    event.preventDefault();
    event.stopPropagation();
  } else if (
    !event.shiftKey &&
    !isCommand &&
    (event.key in STEPS || event.key === "Tab" || event.key === "Enter")
  )
    collapse();
}

export function onPress(event) {
  const at = cellOf(event.target);
  if (!at || event.button) return;
  if (event.shiftKey) {
    const held = cellOf(document.activeElement);
    if (!held) return;
    event.preventDefault();
    if (range.value?.key !== current.value)
      range.value = { key: current.value, from: held, to: held };
    extend(at);
  } else {
    collapse();
    dragging = at;
  }
}

export function onDrag(event) {
  if (!dragging || event.buttons !== 1) {
    dragging = null;
    return;
  }
  const at = cellOf(event.target);
  if (!at || (at.entry === dragging.entry && at.field === dragging.field && !chosenCells.value))
    return;
  range.value = { key: current.value, from: dragging, to: at };
  getSelection()?.removeAllRanges();
}

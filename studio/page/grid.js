// A kind or a table as a grid of inputs, each as its type of field wants it. Plain inputs: every key, reader and browser knows them.

import { computed, html, signal, useEffect, useRef, useState } from "./vendor/preact.js";
import { Icon } from "./card.js";
import { dropTarget, FileButton, Thumb } from "./art.js";
import {
  chosenCells,
  clear,
  collapse,
  copyRows,
  deleteRows,
  fields,
  fillDown,
  filters,
  isChosen,
  keepOrder,
  onCopy,
  onDrag,
  onPaste,
  onPress,
  onRangeKey,
  rows,
  sortBy,
  sorting,
} from "./block.js";
import { CsvButtons } from "./csv.js";
import { send } from "./link.js";
import { nameOf } from "./naming.js";
import {
  add,
  cardById,
  cellFaults,
  chooseEntry,
  chosen,
  current,
  goal,
  grids,
  icons,
  palette,
  remove,
  setEditor,
} from "./state.js";

const MOST_ROWS = 100; // at once: thousands of inputs would hold the page up
const firstRow = signal(0);
const chosenEntry = computed(() => cardById.value.get(chosen.value)?.entry);
const picking = signal(null); // the cell whose words are being chosen: {title, take, value, names, isList, areIcons, cell}

/** Move to the same column of another row. */
function step(event, by) {
  const cell = event.target.closest("td, th");
  const row = cell.parentElement[by > 0 ? "nextElementSibling" : "previousElementSibling"];
  const input = row?.children[cell.cellIndex]?.querySelector("input, textarea, select");
  if (!input) return;
  event.preventDefault();
  input.focus();
  input.select?.();
}

function onKey(event) {
  const { key, target } = event;
  const isLong = target.tagName === "TEXTAREA";
  const isSelect = target.tagName === "SELECT";
  const hasList = target.hasAttribute("list");
  const isFirst = !isLong || target.selectionStart === 0;
  const isLast = !isLong || target.selectionEnd === target.value.length;
  if (event.altKey || event.metaKey || event.ctrlKey || event.isComposing) return;
  if (key === "ArrowDown" && isLast && !isSelect && !hasList) step(event, 1);
  else if (key === "ArrowUp" && isFirst && !isSelect && !hasList) step(event, -1);
  else if (key === "Enter" && !isLong && !isSelect) step(event, event.shiftKey ? -1 : 1);
}

const ANSWER_MS = 3000; // how long a cell that was left waits for its answer

/** What a person types stays as it is typed until the cell is left and the draft has it; what others write shows at once. */
function useTyped(value, take) {
  const [typed, setTyped] = useState(null);
  const waiting = useRef(0);
  const settle = () => {
    clearTimeout(waiting.current);
    waiting.current = 0;
    setTyped(null);
  };
  const start = useRef(null); // what stood in the cell when it was entered
  const onFocus = () => {
    start.current = value;
  };
  const onKeyDown = (event) => {
    if (event.key === "Escape" && start.current !== null && (typed ?? value) !== start.current) {
      event.preventDefault();
      setTyped(start.current);
      take(start.current);
    } else onKey(event);
  };
  const onInput = (event) => {
    clearTimeout(waiting.current);
    waiting.current = 0;
    setTyped(event.target.value);
    take(event.target.value);
  };
  const onBlur = () => {
    if (typed === null || typed === value) settle();
    else waiting.current = setTimeout(settle, ANSWER_MS);
  };
  useEffect(() => {
    if (waiting.current && typed === value) settle();
  }, [value]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return { value: typed ?? value, onInput, onBlur, onFocus, onKeyDown };
}

function hint(column) {
  const what = column.options.length
    ? column.options.join(", ")
    : column.least !== null && column.most !== null
      ? `${column.least} to ${column.most}`
      : column.sort;
  return `${column.is_list ? `several with commas: ${what}` : what}${column.is_optional ? "; may be empty" : ""}`;
}

function Input({ column, value, take, label, faultId, isWrong, cell }) {
  const typed = useTyped(value, take);
  const common = {
    "aria-label": label,
    "aria-invalid": isWrong ? "true" : undefined,
    "aria-describedby": faultId,
    title: hint(column),
    placeholder: column.default ?? "",
    ...typed,
  };
  const pick = (event) => take(event.target.value);
  const names = { icon: icons.value, colour: Object.keys(palette.value) }[column.sort];
  const open = () => {
    picking.value = {
      title: label,
      take,
      value: value || (column.default ?? ""),
      names: names ?? column.options,
      isList: column.is_list,
      areIcons: column.sort === "icon",
      cell: column.is_list ? null : cell,
    };
  };
  if (column.is_list) {
    if (!(names ?? column.options).length) return html`<input ...${common} />`;
    return html`<span class="pair"
      ><input ...${common} /><button
        type="button"
        class="plain"
        aria-label=${`${label}: choose from a list`}
        onClick=${open}
      >
        ▾
      </button></span
    >`;
  }
  if (column.sort === "boolean") {
    return html`<select ...${common} onInput=${pick}>
      ${(column.is_optional || !["true", "false"].includes(value)) && html`<option value="">${column.default ?? ""}</option>`}
      <option>true</option>
      <option>false</option>
    </select>`;
  }
  if (column.sort === "choice") {
    const isKnown = column.options.includes(value);
    return html`<select ...${common} onInput=${pick}>
      ${(column.is_optional || !isKnown) && html`<option value=${isKnown ? "" : value}>${isKnown || !value ? (column.default ?? "") : value}</option>`}
      ${column.options.map((word) => html`<option>${word}</option>`)}
    </select>`;
  }
  if (column.sort === "colour") {
    const colour = palette.value[value || column.default] ?? (value || column.default || "#ffffff");
    const isHex = /^#[0-9a-f]{6}$/i.test(colour);
    const named = value || column.default;
    if (named && named in palette.value) {
      return html`<span class="pair"
        ><button
          type="button"
          class="plain swatch"
          style=${`--colour: ${colour}`}
          tabindex="-1"
          title="Change this colour on all cards"
          aria-label=${`${label}: change ${named} on all cards`}
          onClick=${() => setEditor("look")}
        ></button
        ><input ...${common} list="palette"
      /></span>`;
    }
    return html`<span class="pair"
      ><input
        type="color"
        aria-label=${`${label}, picked`}
        tabindex="-1"
        value=${isHex ? colour : "#ffffff"}
        onInput=${pick} /><input ...${common} list="palette"
    /></span>`;
  }
  if (column.sort === "icon") {
    return html`<span class="pair"
      ><button type="button" class="plain" aria-label=${`${label}: choose an icon`} onClick=${open}>
        <${Icon} name=${value || column.default} /></button
      ><input ...${common} list="icons"
    /></span>`;
  }
  if (column.sort === "image")
    return html`<span class="pair"
      ><${Thumb} name=${value || column.default || ""} /><input ...${common}
    /></span>`;
  if (column.sort === "integer" || column.sort === "number")
    return html`<input ...${common} class="number" inputmode="decimal" />`;
  if (column.sort === "text") return html`<textarea ...${common} rows="1"></textarea>`;
  return html`<input ...${common} />`;
}

const hasErrors = (faults) => faults.some((one) => one.severity === "error");

/** What is wrong with a cell. A warning takes no room until its cell is entered. */
function Faults({ id, all }) {
  if (!all.length) return null;
  return html`<p class=${hasErrors(all) ? "fault" : "fault doubtful"} id=${id}>
    ${all.map((one) => html`<span>${one.message}${one.hint && html`<br /><em>${one.hint}</em>`}</span>`)}
  </p>`;
}

function Cell({ grid, row, column }) {
  const faults =
    cellFaults.value.get(`${grid.section}/${grid.name}/${row.id}/${column.name}`) ?? [];
  const id = faults.length ? `fault-${row.id}-${column.name}` : undefined;
  const take = (value) =>
    send(
      "cell",
      { section: grid.section, name: grid.name, entry: row.id, field: column.name, value },
      true,
    );
  const cell = {
    section: grid.section,
    kind: grid.name,
    entry: row.id,
    field: column.name,
  };
  const drops = ["image", "icon"].includes(column.sort) && !column.is_list ? dropTarget(cell) : {};
  return html`<td
    data-field=${column.name}
    data-sort=${column.is_list ? "list" : column.sort}
    class=${isChosen(row.id, column.name) ? "in-range" : ""}
    ...${drops}
  >
    <${Input}
      column=${column}
      value=${row.cells[column.name] ?? ""}
      take=${take}
      label=${`${column.name} of ${row.id}`}
      faultId=${id}
      isWrong=${hasErrors(faults)}
      cell=${cell}
    />
    <${Faults} id=${id} all=${faults} />
  </td>`;
}

function IdCell({ grid, row }) {
  const [typed, setTyped] = useState(null);
  const take = () => {
    if (typed !== null && typed !== row.id && typed.trim())
      send(
        "rename",
        { section: grid.section, name: grid.name, entry: row.id, to: typed.trim() },
        true,
      );
    setTyped(null);
  };
  const onKeyDown = (event) => {
    if (event.key === "Escape") setTyped(null);
    onKey(event);
    if (event.key === "Enter" && document.activeElement === event.target) take(); // else leaving it has
  };
  const faults = cellFaults.value.get(`${grid.section}/${grid.name}/${row.id}`) ?? [];
  const id = faults.length ? `fault-${row.id}` : undefined;
  return html`<th scope="row" data-field="" class=${isChosen(row.id, "") ? "in-range" : ""}>
    <input
      aria-label=${`id of ${row.id}`}
      aria-invalid=${hasErrors(faults) ? "true" : undefined}
      aria-describedby=${id}
      value=${typed ?? row.id}
      onInput=${(e) => setTyped(e.target.value)}
      onBlur=${take}
      onKeyDown=${onKeyDown}
    />
    <${Faults} id=${id} all=${faults} />
  </th>`;
}

/** A row of a grid, of which it is given the frame: what all rows have in common. */
function Row({ grid, row, isChosen }) {
  const onFocus = () => {
    if (grid.section === "kinds") chooseEntry(row.id);
  };
  return html`<tr data-entry=${row.id} class=${isChosen ? "chosen" : ""} onFocusIn=${onFocus}>
    <${IdCell} grid=${grid} row=${row} />
    ${grid.columns.map((column) => html`<${Cell} key=${column.name} grid=${grid} row=${row} column=${column} />`)}
    <td class="tools">
      <button
        type="button"
        class="plain"
        aria-label=${`Copy ${row.id}`}
        onClick=${() => add(grid, row.id)}
      >
        Copy
      </button>
      <button
        type="button"
        class="plain"
        aria-label=${`Delete ${row.id}`}
        onClick=${() => remove(grid, row.id)}
      >
        Delete
      </button>
    </td>
  </tr>`;
}

const listed = (text) =>
  text
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);

/** What a list has so far: each word is taken out by a click. */
function Chosen({ words, take }) {
  const without = (place) => take(words.filter((_, n) => n !== place));
  return html`<p class="chosen-words" role="group" aria-label="The list so far">
    ${words.map((word, n) => html`<button type="button" key=${n} aria-label=${`Take out ${word}`} onClick=${() => without(n)}>${word} ✕</button>`)}
    ${words.length === 0 && html`<span class="hint">The list is empty. Click what belongs in it.</span>`}
  </p>`;
}

/** The names of which a cell has one or, if it is a list, several. */
function Picker() {
  const dialog = useRef(null);
  const [sought, setSought] = useState("");
  const [value, setValue] = useState("");
  const choice = picking.value;
  useEffect(() => {
    if (choice && !dialog.current.open) {
      setSought("");
      setValue(choice.value);
      dialog.current.showModal();
    }
  }, [choice]);
  const close = () => dialog.current.close();
  const takeList = (words) => {
    setValue(words.join(", "));
    choice.take(words.join(", "));
  };
  const pick = (name) => {
    if (choice.isList) return takeList([...listed(value), name]);
    choice.take(name);
    close();
  };
  const found = choice?.names.filter((name) =>
    name.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  const what = choice?.areIcons ? "icons" : "words";
  return html`<dialog
    class="picker"
    ref=${dialog}
    onClose=${() => {
      picking.value = null;
    }}
    aria-label=${choice?.isList ? "Choose several" : "Choose an icon"}
  >
    ${
      choice &&
      html`<header>
          <h2>${choice.title}</h2>
          <input
            type="search"
            placeholder="Search"
            aria-label=${`Search ${what}`}
            value=${sought}
            onInput=${(e) => setSought(e.target.value)}
          />${choice.cell && html`<${FileButton} cell=${choice.cell} done=${close} />`}<button
            type="button"
            class="plain"
            aria-label="Close"
            onClick=${close}
          >
            ✕
          </button>
        </header>
        ${choice.isList && html`<${Chosen} words=${listed(value)} take=${takeList} />`}
        <div class="choices">
          ${found.map((name) => html`<button type="button" key=${name} aria-pressed=${choice.isList ? undefined : name === choice.value} onClick=${() => pick(name)}>${choice.areIcons && html`<${Icon} name=${name} />`}<span>${name}</span></button>`)}
        </div>`
    }
  </dialog>`;
}

/** What can be done with the cells that are chosen. */
function RangeBar() {
  const cells = chosenCells.value;
  if (!cells) return null;
  const { entries } = cells;
  const said = `${entries.length} ${entries.length === 1 ? "row" : "rows"}, ${cells.fields.length} ${cells.fields.length === 1 ? "column" : "columns"}`;
  return html`<div class="range-bar" role="group" aria-label="The chosen cells">
    <span role="status">${said}</span>
    <button
      type="button"
      title="Ctrl+D"
      disabled=${entries.length < 2}
      onClick=${() => fillDown(cells)}
    >
      Fill down
    </button>
    <button type="button" title="Delete" onClick=${() => clear(cells)}>Clear</button>
    <button type="button" onClick=${() => copyRows(entries)}>Copy rows</button>
    <button type="button" onClick=${() => deleteRows(entries)}>Delete rows</button>
    <button type="button" class="plain" title="Escape" onClick=${collapse}>Choose nothing</button>
  </div>`;
}

function Heading({ field, title }) {
  const own =
    sorting.value?.key === current.value && sorting.value.field === field ? sorting.value : null;
  const sort = !own ? "none" : own.isDown ? "descending" : "ascending";
  return html`<th scope="col" aria-sort=${sort}>
    <button
      type="button"
      class="plain"
      title=${`${title}; click to sort`}
      onClick=${() => sortBy(field)}
    >
      ${field || "id"}${own ? (own.isDown ? " ▼" : " ▲") : ""}
    </button>
  </th>`;
}

/** What is above the grid: a filter, an order to be kept, CSV. */
function GridTools({ grid, count }) {
  const key = current.value;
  const words = filters.value[key] ?? "";
  const isSorted = sorting.value?.key === key;
  return html`<div class="grid-tools">
    <input
      type="search"
      placeholder="Filter rows"
      aria-label="Filter rows"
      value=${words}
      onInput=${(e) => {
        filters.value = { ...filters.value, [key]: e.target.value };
      }}
    />
    ${words.trim() && html`<span class="count" role="status">${count} of ${grid.rows.length}</span>`}
    ${
      isSorted &&
      html`<button type="button" onClick=${keepOrder}>Keep this order</button
        ><button
          type="button"
          onClick=${() => {
            sorting.value = null;
          }}
        >
          As in the file
        </button>`
    }
    <span class="space"></span>
    ${
      grid.section === "kinds" &&
      html`<button
        type="button"
        aria-expanded=${isAdding.value}
        onClick=${() => {
          isAdding.value = !isAdding.value;
        }}
      >
        Add a field …
      </button>`
    }
    <${CsvButtons} grid=${grid} />
  </div>`;
}

const isAddingKind = signal(false);

/** A form for a new kind, which begins with a template of its own and one card. */
function KindForm() {
  const add = (event) => {
    event.preventDefault();
    const kind = nameOf(new FormData(event.target).get("kind"));
    send("add_kind", { kind }, true);
    isAddingKind.value = false;
    goal.value = { at: ["kinds", kind, `${kind}-first`], isNew: true };
  };
  return html`<form class="grid-tools" aria-label="A new kind of cards" onSubmit=${add}>
    <label>New kind <input name="kind" required size="12" placeholder="monster" autofocus /></label>
    <button>Add it</button>
    <span class="hint">It starts with a name, a text, one card and a template to change.</span>
  </form>`;
}

const isAdding = signal(false); // whether a field is being added
const TYPES = ["line", "text", "0..9", "number", "boolean", "colour", "icon", "image"];

/** A form for a new field of a kind. */
function FieldForm({ grid }) {
  const add = (event) => {
    event.preventDefault();
    const said = new FormData(event.target);
    send(
      "add_field",
      {
        kind: grid.name,
        field: nameOf(said.get("field")),
        type: said.get("type").trim(),
        default: said.get("default"),
      },
      true,
    );
    isAdding.value = false;
  };
  return html`<form class="grid-tools" aria-label=${`A new field of ${grid.name}`} onSubmit=${add}>
    <label>Field <input name="field" required size="8" autofocus /></label>
    <label
      >Type${" "}
      <input
        name="type"
        required
        size="7"
        list="types"
        value="line"
        title="With ? at the end, the field is optional"
    /></label>
    <label>Default <input name="default" size="8" /></label>
    <datalist id="types">
      ${[...TYPES, ...TYPES.map((one) => `${one}?`)].map((one) => html`<option value=${one} />`)}
    </datalist>
    <button class="main">Add</button>${" "}
    <button
      type="button"
      onClick=${() => {
        isAdding.value = false;
      }}
    >
      Cancel
    </button>
  </form>`;
}

export function GridEditor() {
  const table = useRef(null);
  const grid = grids.value.get(current.value);
  const entry = chosenEntry.value;
  const target = goal.value;
  const there = target?.isNew && `${target.at[0]}/${target.at[1]}`;
  useEffect(() => {
    if (there && grids.value.has(there)) current.value = there; // of a new kind, once it has come
  }, [there, grids.value]);
  const wanted =
    target?.at && target.at[1] === grid?.name
      ? target.at[2]
      : grid?.section === "kinds"
        ? entry
        : null;
  const shown = rows.value;
  const place = shown.findIndex((row) => row.id === wanted);
  useEffect(() => {
    if (place >= 0) firstRow.value = place - (place % MOST_ROWS);
  }, [wanted, place < 0, current.value]);
  const first = firstRow.value < shown.length ? firstRow.value : 0;
  useEffect(() => {
    if (!target?.at || target.at[1] !== grid?.name) return;
    const row = table.current?.querySelector(`tr[data-entry="${CSS.escape(target.at[2])}"]`);
    if (!row) return;
    const cell = target.at[3]
      ? row.querySelector(`td[data-field="${CSS.escape(target.at[3])}"]`)
      : null;
    row.scrollIntoView({ block: "nearest" });
    (cell ?? (target.isNew ? row : null))?.querySelector("input, textarea, select")?.focus();
    goal.value = null;
  }, [target, grid, first]);
  return html`<div class="grid">
    <datalist id="palette">
      ${Object.keys(palette.value).map((name) => html`<option value=${name} />`)}
    </datalist>
    <datalist id="icons">${icons.value.map((name) => html`<option value=${name} />`)}</datalist>
    <nav class="kinds" aria-label="Kinds and tables">
      ${[...grids.value.entries()].map(
        ([key, one]) =>
          html`<button
            type="button"
            key=${key}
            aria-pressed=${key === current.value}
            onClick=${() => {
              current.value = key;
            }}
          >
            ${one.name}${one.section === "tables" ? " (table)" : ""}${" "}
            <small>${one.rows.length}</small>
          </button>`,
      )}
      <button
        type="button"
        aria-expanded=${isAddingKind.value}
        onClick=${() => {
          isAddingKind.value = !isAddingKind.value;
        }}
      >
        Add a kind …
      </button>
    </nav>
    ${isAddingKind.value && html`<${KindForm} />`}
    ${grid && html`<${GridTools} grid=${grid} count=${shown.length} />`}
    ${grid?.section === "kinds" && isAdding.value && html`<${FieldForm} key=${current.value} grid=${grid} />`}
    <${RangeBar} />
    ${
      grid &&
      html`<div
        class="scroll"
        tabindex="0"
        role="region"
        aria-label=${`The grid of ${grid.name}`}
        onKeyDownCapture=${onRangeKey}
        onPaste=${onPaste}
        onCopy=${onCopy}
        onPointerDown=${onPress}
        onPointerOver=${onDrag}
      >
        <table ref=${table} key=${current.value}>
          <thead>
            <tr>
              ${fields.value.map((field) => html`<${Heading} key=${field} field=${field} title=${field ? hint(grid.columns.find((column) => column.name === field)) : "what cards are called in the file"} />`)}
              <td></td>
            </tr>
          </thead>
          <tbody>
            ${shown.slice(first, first + MOST_ROWS).map((row) => html`<${Row} key=${row.id} grid=${grid.frame} row=${row} isChosen=${grid.section === "kinds" && row.id === entry} />`)}
          </tbody>
        </table>
        ${
          shown.length > MOST_ROWS &&
          html`<p class="add">
            Rows ${first + 1} to ${Math.min(first + MOST_ROWS, shown.length)} of${" "}
            ${shown.length.toLocaleString("en")}${" "}
            <button
              type="button"
              disabled=${first === 0}
              onClick=${() => {
                firstRow.value = first - MOST_ROWS;
              }}
            >
              Earlier rows</button
            >${" "}
            <button
              type="button"
              disabled=${first + MOST_ROWS >= shown.length}
              onClick=${() => {
                firstRow.value = first + MOST_ROWS;
              }}
            >
              Later rows
            </button>
          </p>`
        }
        <p class="add">
          <button type="button" onClick=${() => add(grid)}>
            Add ${grid.section === "kinds" ? "a card" : "a row"}
          </button>
        </p>
      </div>`
    }
    <${Picker} />
  </div>`;
}

// The page of the studio: what stands where.

import { effect, html, render, signal } from "./vendor/preact.js";
import { BalanceStrip, BalanceView } from "./balance.js";
import { hasGames } from "./games.js";
import { GridEditor } from "./grid.js";
import { connect, connection, farewell, send } from "./link.js";
import {
  conflict,
  draft,
  editor,
  goTo,
  linted,
  opened,
  pane,
  problems,
  remark,
  setEditor,
  tab,
  wall,
} from "./state.js";
import { NotesView } from "./notes.js";
import { OddsView } from "./odds.js";
import { PlayView } from "./play.js";
import { LookEditor } from "./look.js";
import { SheetsView } from "./sheets.js";
import {
  hasUnsavedTemplate,
  LargeTemplate,
  shownTemplate,
  stepInTemplate,
  TemplateEditor,
} from "./template.js";
import { TextEditor } from "./text.js";
import { FileConflict, RemarkLine, count } from "./told.js";
import { areUnsaved, TranslateEditor } from "./translate.js";
import { Large, WallView } from "./wall.js";

/** The tabs of the page: a word, and what is shown. Whoever adds one names it here. */
const TABS = [
  ["cards", "Cards", CardsView],
  ["sheets", "Sheets", SheetsView],
];
const GAME_TABS = [["balance", "Balance", BalanceView]];
const LAST_TABS = [
  ["play", "Play", PlayView],
  ["odds", "Odds", OddsView],
  ["notes", "Notes", NotesView],
];
const tabs = () => [...TABS, ...(hasGames.value ? GAME_TABS : []), ...LAST_TABS];

/** What the cards can be edited as: a word, its name, and what is shown. */
const EDITORS = [
  ["grid", "Grid", GridEditor],
  ["text", "Text", TextEditor],
  ["look", "Look", LookEditor],
  ["template", "Template", TemplateEditor],
  ["translate", "Translation", TranslateEditor],
];

const isOpen = signal(false); // the list of problems

function ProblemsButton() {
  const { problems: own, areOld, pale } = problems.value;
  const list = [...own, ...(linted.value?.findings ?? [])];
  const errors = list.filter((one) => one.severity === "error").length;
  const warnings = list.filter((one) => one.severity === "warning").length;
  const said =
    [errors && count(errors, "error"), warnings && count(warnings, "warning")]
      .filter(Boolean)
      .join(", ") || "No problems";
  return html`<button
    type="button"
    class=${errors ? "problems bad" : warnings ? "problems doubtful" : "problems"}
    aria-expanded=${isOpen.value}
    aria-controls="problems"
    onClick=${() => {
      isOpen.value = !isOpen.value;
    }}
  >
    ${said}${pale.size ? ` · ${count(pale.size, "card")} as before` : ""}${areOld && wall.value.cards.length ? " · the cards are unchanged" : ""}
  </button>`;
}

const isLinting = signal(false);
effect(() => {
  if (linted.value || remark.value) isLinting.value = false;
});

function LintLine() {
  const found = linted.value;
  const said = isLinting.value
    ? "Looking …"
    : !found
      ? "Finds problems that show only on paper: faint text, similar colours, wrong numbers."
      : found.isStale
        ? "These results are from before your last edits."
        : found.findings.length
          ? ""
          : "Nothing found.";
  return html`<li class="lint">
    <button
      type="button"
      disabled=${isLinting.value}
      onClick=${() => {
        isLinting.value = true;
        send("lint");
      }}
    >
      ${found ? "Lint again" : "Lint"}</button
    >${" "}
    <span role="status">${said}</span>
  </li>`;
}

function ProblemsList() {
  if (!isOpen.value) return null;
  const list = [...problems.value.problems, ...(linted.value?.findings ?? [])];
  return html`<section class="list" id="problems" aria-label="Problems" tabindex="0">
    <ol>
      <${LintLine} />
      ${list.map(
        (one) =>
          html`<li class=${one.severity}>
            <button type="button" class="plain" onClick=${() => goTo(one)}>
              <b>${one.file ? `${one.file}${one.line ? `:${one.line}` : ""}` : one.severity}</b
              >${" "}
              ${one.message}${one.card && !one.message.includes(one.card) ? ` (${one.card})` : ""}
            </button>
            ${one.hint && html`<p class="hint">${one.hint}</p>`}
            ${one.code === "broken-promise" && html`<button type="button" onClick=${() => send("counts", {}, true)}>Update the numbers in the box</button>`}
          </li>`,
      )}
    </ol>
  </section>`;
}

function ConflictView() {
  const found = conflict.value;
  if (!found) return null;
  const settle = (take) => send("settle", { take });
  return html`<${FileConflict} file=${opened.value.file} ...${found} settle=${settle} />`;
}

function Header() {
  const { canUndo, canRedo } = shownTemplate() ?? draft.value;
  const isSaved = draft.value.isSaved && !areUnsaved() && !hasUnsavedTemplate();
  const copies = opened.value?.copies;
  return html`<header class="bar">
    <h1 title=${opened.value?.folder}>${wall.value.title || opened.value?.title}</h1>
    <nav aria-label="Views">
      ${tabs().map(
        ([key, word]) =>
          html`<button
            type="button"
            key=${key}
            aria-current=${tab.value === key ? "page" : undefined}
            onClick=${() => {
              tab.value = key;
            }}
          >
            ${word}
          </button>`,
      )}
    </nav>
    <span class="space"></span>
    <${ProblemsButton} />
    <button type="button" disabled=${!canUndo} onClick=${() => step("undo")} title="Ctrl+Z">
      Undo
    </button>
    <button type="button" disabled=${!canRedo} onClick=${() => step("redo")} title="Ctrl+Shift+Z">
      Redo
    </button>
    <button
      type="button"
      class="main"
      disabled=${isSaved && !copies}
      onClick=${saveAll}
      title=${copies ? `This game came with the tool: a copy is saved in ${copies}` : "Ctrl+S"}
    >
      ${copies ? "Save a copy" : isSaved ? "Saved" : "Save"}
    </button>
  </header>`;
}

function CardsView() {
  const Editor = (EDITORS.find(([key]) => key === editor.value) ?? EDITORS[0])[2];
  return html`<main
    class=${hasGames.value ? "cards with-balance" : "cards"}
    data-pane=${pane.value}
  >
    <div class="panes" role="group" aria-label="What to show">
      <button
        type="button"
        aria-pressed=${pane.value === "wall"}
        onClick=${() => {
          pane.value = "wall";
        }}
      >
        Wall
      </button>
      <button
        type="button"
        aria-pressed=${pane.value === "editor"}
        onClick=${() => {
          pane.value = "editor";
        }}
      >
        Edit
      </button>
    </div>
    <section class="editor" aria-label="Edit">
      ${editor.value === "template" ? html`<${LargeTemplate} />` : html`<${Large} />`}
      <div class="choice" role="group" aria-label="Edit as">
        ${EDITORS.map(
          ([key, word]) =>
            html`<button
              type="button"
              key=${key}
              aria-pressed=${editor.value === key}
              onClick=${() => setEditor(key)}
            >
              ${word}
            </button>`,
        )}
      </div>
      <${Editor} />
    </section>
    <${WallView} />
    ${hasGames.value && html`<${BalanceStrip} />`}
  </main>`;
}

function App() {
  if (connection.value === "refused")
    return html`<main class="lone">
      <h1>The studio</h1>
      <p>${farewell.value}</p>
    </main>`;
  if (!opened.value)
    return html`<main class="lone">
      <h1>The studio</h1>
      <p>Opening …</p>
    </main>`;
  const View = (tabs().find(([key]) => key === tab.value) ?? TABS[0])[2];
  return html` <${Header} />
    ${connection.value === "closed" && html`<p class="lost" role="alert">${farewell.value} Trying again … You cannot change anything until then; your earlier edits are kept.</p>`}
    <${ConflictView} />
    <${ProblemsList} />
    <div class="view" inert=${connection.value === "closed"}><${View} /></div>
    <${RemarkLine} />`;
}

/** Undo or redo the last edit: of the template that is open, or else of the cards. */
function step(what) {
  if (!stepInTemplate(what)) send(what, {}, true);
}

/** Save all that is open; a field that is being typed in is taken first. */
function saveAll() {
  const field = document.activeElement;
  if (field?.matches?.("input, textarea")) {
    field.blur();
    field.focus();
  }
  send("save", { everything: true });
}

addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const isTyping = event.target.matches?.("input[type=search]");
  if (key === "s") {
    event.preventDefault();
    saveAll();
  } else if (event.defaultPrevented || isTyping) return;
  else if (key === "z" || key === "y") {
    event.preventDefault();
    document.activeElement?.blur?.();
    step(key === "y" || event.shiftKey ? "redo" : "undo");
  }
});
addEventListener("beforeunload", (event) => {
  if (!draft.value.isSaved || areUnsaved() || hasUnsavedTemplate()) event.preventDefault();
});
effect(() => {
  document.documentElement.dataset.connection = connection.value;
});

const place = document.getElementById("app");
place.replaceChildren();
render(html`<${App} />`, place);
connect();

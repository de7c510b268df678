// A translation beside the originals: what is missing is marked, and each text is written where it stands.

import { computed, effect, html, signal, useEffect, useRef, useState } from "./vendor/preact.js";
import { on, send } from "./link.js";
import { cardById, chooseEntry, chosen, editor, opened } from "./state.js";
import { FileConflict } from "./told.js";

const MOST = 120; // texts that are shown at once
const PAUSE_MS = 250; // after the last letter a text is sent
const ANSWER_MS = 1500; // how long what was typed is shown while the answer is on its way
const STATES = { missing: "not translated yet", stale: "the original has changed", done: "" };
const translations = signal({});
const language = signal("");
const words = signal("");
const only = signal("all"); // all, missing or stale, or those of the chosen card
on("translation", (m) => {
  translations.value = { ...translations.value, [m.lang]: m };
});

const begun = signal(""); // the code of a language that is to be begun
const seen = signal({ lang: "", face: { card: "", svg: "", fits: [] } });
on("translated_face", (m) => {
  seen.value = m;
});
on("languages_there", (m) => {
  opened.value = { ...opened.value, languages: m.languages };
  if (m.languages.includes(begun.value)) language.value = begun.value;
  begun.value = "";
});
effect(() => {
  // the chosen card is drawn in the language while that is looked at
  const isOpen = editor.value === "translate" && Boolean(language.value);
  send("translation_look", { lang: language.value, card: isOpen ? chosen.value : "" });
});

/** The chosen card as its translation has it; null while there is none. */
export const translatedFace = (id) =>
  editor.value === "translate" && seen.value.lang === language.value && seen.value.face.card === id
    ? seen.value.face
    : null;

/** Whether a translation has texts that are not saved. */
export const areUnsaved = () => Object.values(translations.value).some((one) => !one.is_saved);

const languages = computed(() => (opened.value?.languages ?? []).slice(1));
const current = computed(() => translations.value[language.value]);
effect(() => {
  // it is asked for once it is looked at
  if (language.value && !current.value) send("languages", { lang: language.value });
});

const shown = computed(() => {
  const entry = cardById.value.get(chosen.value)?.entry;
  const sought = words.value.trim().toLowerCase();
  return (current.value?.texts ?? []).filter(
    (one) =>
      (only.value === "all" ||
        (only.value === "card"
          ? one.key[0] === "kinds" && one.key[3] === entry
          : one.state === only.value)) &&
      (!sought ||
        [...one.key, one.original, one.text].some((word) => word.toLowerCase().includes(sought))),
  );
});

function Row({ one }) {
  const lang = language.value;
  const id = one.key.join(".");
  const [typed, setTyped] = useState(null);
  const waiting = useRef(0);
  const take = (text) => {
    if (text !== null && text !== one.text) send("translate", { lang, key: one.key, text });
  };
  const wait = (then, ms) => {
    clearTimeout(waiting.current);
    waiting.current = setTimeout(then, ms);
  };
  const count = (text) => text.split("\n").length;
  const onInput = (event) => {
    const text = event.target.value;
    setTyped(text);
    if (count(text) === count(one.original)) wait(() => take(text), PAUSE_MS); // a list is taken once it is whole
  };
  const onFocus = () => {
    if (one.key[0] === "kinds" && one.key[2] === "cards") chooseEntry(one.key[3]); // to see it on its card
  };
  const onBlur = () => {
    take(typed);
    wait(() => setTyped(null), ANSWER_MS);
  };
  useEffect(() => () => clearTimeout(waiting.current), []);
  const rows = Math.min(
    8,
    Math.max(
      1,
      ...[one.original, one.text].map((text) =>
        text.split("\n").reduce((sum, line) => sum + Math.ceil((line.length + 1) / 34), 0),
      ),
    ),
  );
  return html`<tr data-state=${one.state} data-key=${id}>
    <th scope="row">
      <small
        >${one.key.slice(one.key[0] === "kinds" || one.key[0] === "tables" ? 3 : 0).join(" · ")}</small
      ><span lang=${opened.value.languages[0]}>${one.original}</span>
    </th>
    <td>
      <textarea
        rows=${rows}
        lang=${lang}
        aria-label=${`${id} in ${lang}`}
        aria-describedby=${one.state === "done" ? undefined : `state-${id}`}
        value=${typed ?? one.text}
        onFocus=${onFocus}
        onInput=${onInput}
        onBlur=${onBlur}
      ></textarea>
      ${one.state !== "done" && html`<p class="state" id=${`state-${id}`}>${STATES[one.state]}${one.state === "stale" ? html`: it was “${one.was}” <button type="button" class="plain" aria-label=${`Still right: ${id}`} onClick=${() => send("translate", { lang, key: one.key, text: one.text })}>Still right</button>` : ""}</p>`}
    </td>
  </tr>`;
}

function Begin() {
  const onSubmit = (event) => {
    event.preventDefault();
    send("translation_begin", { lang: begun.value.trim() });
  };
  return html`<form class="begin" onSubmit=${onSubmit}>
    <input
      aria-label="Code of a language to begin, such as fr or pt-br"
      placeholder="fr, de, pt-br …"
      maxlength="12"
      size="9"
      value=${begun.value}
      onInput=${(e) => {
        begun.value = e.target.value;
      }}
    />
    <button disabled=${!begun.value.trim()}>Begin a language</button>
  </form>`;
}

export function TranslateEditor() {
  if (!languages.value.includes(language.value)) language.value = languages.value[0] ?? "";
  const now = current.value;
  const tell = (what) => send("translation_do", { lang: language.value, what });
  const count = (state) => now.texts.filter((one) => one.state === state).length;
  if (!language.value)
    return html`<div class="translate none">
      <p>The game has no translation yet.</p>
      <${Begin} />
    </div>`;
  if (!now) return html`<p class="none" role="status">Reading …</p>`;
  return html`<div class="translate">
    <div class="controls">
      <label
        >Language${" "}
        <select
          value=${language.value}
          onChange=${(e) => {
            language.value = e.target.value;
          }}
        >
          ${languages.value.map((word) => html`<option key=${word}>${word}</option>`)}
        </select></label
      >
      <label
        >Show${" "}
        <select
          value=${only.value}
          onChange=${(e) => {
            only.value = e.target.value;
          }}
        >
          <option value="all">all texts</option>
          <option value="missing">not translated (${count("missing")})</option>
          <option value="stale">original changed (${count("stale")})</option>
          <option value="card">of the chosen card</option>
        </select></label
      >
      <input
        type="search"
        placeholder="Search"
        aria-label="Search texts"
        value=${words.value}
        onInput=${(e) => {
          words.value = e.target.value;
        }}
      />
      <${Begin} />
      <span class="buttons"
        ><button type="button" disabled=${!now.can_undo} onClick=${() => tell("undo")}>
          Undo<span class="unseen"> in the translation</span>
        </button>
        <button type="button" disabled=${!now.can_redo} onClick=${() => tell("redo")}>
          Redo<span class="unseen"> in the translation</span>
        </button>
        <button type="button" class="main" disabled=${now.is_saved} onClick=${() => tell("save")}>
          ${now.is_saved ? `${now.file} is saved` : `Save ${now.file}`}
        </button></span
      >
    </div>
    ${
      now.conflict !== null &&
      html`<${FileConflict} file=${now.file} diff=${now.conflict} settle=${tell} />`
    }
    ${
      now.faults.length > 0 &&
      html`<ul class="faults">
        ${now.faults.map((one) => html`<li key=${one}>${one}</li>`)}
      </ul>`
    }
    <div class="scroll" tabindex="0" role="region" aria-label="Texts and their translations">
      <table>
        <thead>
          <tr>
            <th scope="col">original</th>
            <th scope="col">${language.value}</th>
          </tr>
        </thead>
        <tbody>
          ${shown.value.slice(0, MOST).map((one) => html`<${Row} key=${one.key.join(".")} one=${one} />`)}
        </tbody>
      </table>
      ${shown.value.length > MOST && html`<p class="faint">and ${shown.value.length - MOST} more: search, or choose a card</p>`}
      ${!shown.value.length && html`<p class="faint">Nothing to show.</p>`}
    </div>
  </div>`;
}

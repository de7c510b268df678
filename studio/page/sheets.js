// The sheets as they will print, and a button that writes the PDFs.

import { effect, html, signal, useEffect, useState } from "./vendor/preact.js";
import { fetched, send } from "./link.js";
import { draft, opened, printed, problems, remark } from "./state.js";

const asked = signal({ paper: null, backs: null, ink: "full", lang: null });
const state = signal("idle"); // idle, drawing or writing
const shownText = signal(null); // the text that the sheets were drawn of
effect(() => {
  if (printed.value || remark.value?.isFault) state.value = "idle";
});

const BACKS = [
  ["duplex", "on the other side"],
  ["fold", "beside, to fold"],
  ["none", "none"],
];
const INKS = [
  ["full", "full"],
  ["low", "low"],
  ["grey", "grey"],
];

let others = new AbortController(); // ends the waiting for sheets once others are asked for
let outdated = others.signal;

function ask(write = false) {
  others.abort();
  others = new AbortController();
  outdated = others.signal;
  state.value = write ? "writing" : "drawing";
  shownText.value = draft.value.text;
  send("sheets", { ...asked.value, write });
}

function Choice({ label, name, options }) {
  const set = (event) => {
    asked.value = { ...asked.value, [name]: event.target.value || null };
    ask();
  };
  return html`<label
    >${label}${" "}
    <select value=${asked.value[name] ?? ""} onChange=${set}>
      ${options.map(([value, word]) => html`<option value=${value}>${word}</option>`)}
    </select></label
  >`;
}

function SheetPicture({ sheet, of }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    outdated.addEventListener("abort", () => stop.abort(), { signal: stop.signal });
    fetched(`/sheet/${sheet.number}`, stop.signal)
      .then((answer) => (answer.ok ? answer.blob() : null))
      .then((blob) => {
        if (blob && !stop.signal.aborted) setAddress(URL.createObjectURL(blob));
      })
      .catch(() => {}); // others are on their way
    return () => stop.abort();
  }, [of, sheet.number]);
  return html`<figure style=${{ "--ratio": `${sheet.width} / ${sheet.height}` }}>
    ${address ? html`<img src=${address} onLoad=${() => URL.revokeObjectURL(address)} alt=${`Page ${sheet.page + 1} of ${sheet.file}`} />` : html`<div class="waiting"></div>`}
    <figcaption>${sheet.file} · ${sheet.page + 1}</figcaption>
  </figure>`;
}

export function SheetsView() {
  useEffect(() => {
    if (!printed.value || shownText.value !== draft.value.text) ask();
  }, []);
  const { papers, languages, copies } = opened.value;
  const found = printed.value;
  const isOld = found && shownText.value !== draft.value.text && state.value === "idle";
  const isFaulty = problems.value.isStale;
  return html`<main class="sheets">
    <div class="filters">
      <${Choice}
        label="Paper"
        name="paper"
        options=${[["", "as the game says"], ...papers.map((name) => [name, name.toUpperCase()])]}
      />
      <${Choice} label="Backs" name="backs" options=${[["", "as the game says"], ...BACKS]} />
      <${Choice} label="Ink" name="ink" options=${INKS} />
      ${languages.length > 1 && html`<${Choice} label="Language" name="lang" options=${[["", languages[0]], ...languages.slice(1).map((code) => [code, code])]} />`}
      ${isOld && html`<button type="button" disabled=${isFaulty} onClick=${() => ask()}>Draw again</button><span class="count">The cards have changed since.</span>`}
      <span class="space"></span>
      <span class="count" role="status"
        >${state.value === "drawing" ? "Drawing …" : state.value === "writing" ? "Writing …" : found?.files.length ? `Written: ${found.files.join(", ")}` : found ? `${found.sheets.length} pages` : ""}</span
      >
      <button
        type="button"
        class="main"
        disabled=${state.value !== "idle" || copies !== null || isFaulty}
        onClick=${() => ask(true)}
      >
        Write the PDFs
      </button>
    </div>
    ${found?.problems.filter((one) => one.severity !== "note").map((one) => html`<p class="warning">${one.message}${one.hint ? ` (${one.hint})` : ""}</p>`)}
    <div class="pages">
      ${found?.sheets.map((sheet) => html`<${SheetPicture} key=${sheet.number} sheet=${sheet} of=${found} />`)}
    </div>
  </main>`;
}

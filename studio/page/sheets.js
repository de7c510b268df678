// The sheets as they will print, and a button that writes the PDFs.

import { effect, html, signal, useEffect, useRef, useState } from "./vendor/preact.js";
import { fetched, on, send } from "./link.js";
import { draft, opened, printed, problems, remark, say } from "./state.js";

const asked = signal({ paper: null, backs: null, ink: "full", lang: null });
const MOST_LINKS = 6;
const state = signal("idle"); // idle, drawing or writing
const shownText = signal(null); // the text that the sheets were drawn of
effect(() => {
  if (printed.value || remark.value?.isFault) state.value = "idle";
});

const MOST_WARNINGS = 3; // with more, they are folded, so that the sheets stay in sight

function Warnings({ all }) {
  const list = all.map((one) => html`<p class="warning" key=${one}>${one}</p>`);
  if (all.length <= MOST_WARNINGS) return list;
  return html`<details class="warnings">
    <summary class="warning">${all.length} warnings</summary>
    ${list}
  </details>`;
}

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
  const [isNear, setNear] = useState(false);
  const host = useRef(null);
  useEffect(() => {
    // of a large game only what is looked at is drawn
    const watch = new IntersectionObserver(
      ([one]) => {
        if (!one.isIntersecting) return;
        setNear(true);
        watch.disconnect();
      },
      { rootMargin: "600px" },
    );
    watch.observe(host.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) return undefined;
    const stop = new AbortController();
    outdated.addEventListener("abort", () => stop.abort(), { signal: stop.signal });
    fetched(`/sheet/${sheet.number}`, stop.signal)
      .then((answer) => (answer.ok ? answer.blob() : null))
      .then((blob) => {
        if (blob && !stop.signal.aborted) setAddress(URL.createObjectURL(blob));
      })
      .catch(() => {}); // others are on their way
    return () => stop.abort();
  }, [of, sheet.number, isNear]);
  return html`<figure ref=${host} style=${{ "--ratio": `${sheet.width} / ${sheet.height}` }}>
    ${address ? html`<img src=${address} onLoad=${() => URL.revokeObjectURL(address)} alt=${`Page ${sheet.page + 1} of ${sheet.file}`} />` : html`<div class="waiting"></div>`}
    <figcaption>${sheet.file} · ${sheet.page + 1}</figcaption>
  </figure>`;
}

/** Fetch a file that was written, and hand it to the browser: to open if it is a PDF, else to keep. */
async function fetchWritten(name) {
  const answer = await fetched(`/written?name=${encodeURIComponent(name)}`);
  if (!answer.ok) return say(`${name} no longer exists.`, true);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  if (name.endsWith(".pdf")) link.target = "_blank";
  else link.download = name.split("/").pop();
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The files that were written, as links: first those that lie outermost, as what is sent to a shop. */
function WrittenFiles({ files }) {
  const depth = (name) => name.split("/").length;
  const isPacked = (name) => name.endsWith(".zip");
  const shown = [...files]
    .sort((a, b) => depth(a) - depth(b) || isPacked(b) - isPacked(a))
    .slice(0, MOST_LINKS);
  return html`Written:${" "}
  ${shown.map((name) => html` <button type="button" class="plain link" key=${name} onClick=${() => fetchWritten(name)}>${name}</button>`)}
  ${files.length > shown.length && ` and ${files.length - shown.length} more`}`;
}

const exported = signal(null);
const isExporting = signal(false);
on("exported", (m) => {
  exported.value = m;
  isExporting.value = false;
});
effect(() => {
  if (remark.value?.isFault) isExporting.value = false;
});

/** Writes the saved game for a table or a shop. */
function Exports() {
  const [target, setTarget] = useState("tabletop-simulator");
  const found = exported.value;
  const write = () => {
    isExporting.value = true;
    exported.value = null;
    send("export", { target, lang: asked.value.lang });
  };
  return html`<div class="filters exports">
    <label
      >Export for${" "}
      <select value=${target} onChange=${(e) => setTarget(e.target.value)}>
        ${Object.entries(opened.value.targets).map(([key, word]) => html`<option key=${key} value=${key}>${word}</option>`)}
      </select></label
    >
    <button
      type="button"
      disabled=${isExporting.value || opened.value.copies !== null || !draft.value.isSaved}
      title=${draft.value.isSaved ? undefined : "Save first: only the saved game is exported"}
      onClick=${write}
    >
      Export
    </button>
    <span class="count" role="status"
      >${isExporting.value ? "Exporting …" : found && html`<${WrittenFiles} files=${found.files} />`}</span
    >
    <${Warnings} all=${found?.warnings ?? []} />
  </div>`;
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
        options=${[["", "as the game says"], ...papers.map((name) => [name, name[0].toUpperCase() + name.slice(1)])]}
      />
      <${Choice} label="Backs" name="backs" options=${[["", "as the game says"], ...BACKS]} />
      <${Choice} label="Ink" name="ink" options=${INKS} />
      ${languages.length > 1 && html`<${Choice} label="Language" name="lang" options=${[["", languages[0]], ...languages.slice(1).map((code) => [code, code])]} />`}
      ${isOld && html`<button type="button" disabled=${isFaulty} onClick=${() => ask()}>Draw again</button><span class="count">The cards have changed since.</span>`}
      <span class="space"></span>
      <span class="count" role="status"
        >${state.value === "drawing" ? "Drawing …" : state.value === "writing" ? "Writing …" : found?.files.length ? html`<${WrittenFiles} files=${found.files} />` : found ? `${found.sheets.length} pages` : ""}</span
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
    ${opened.value.features.includes("exports") && html`<${Exports} />`}
    <${Warnings}
      all=${(found?.problems ?? []).filter((one) => one.severity !== "note").map((one) => one.message + (one.hint ? ` (${one.hint})` : ""))}
    />
    <div class="pages">
      ${found?.sheets.map((sheet) => html`<${SheetPicture} key=${sheet.number} sheet=${sheet} of=${found} />`)}
    </div>
  </main>`;
}

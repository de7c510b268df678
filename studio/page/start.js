// The page of a folder without a game: it asks how the game begins, and then opens it.

import { html, render, signal, useRef } from "./vendor/preact.js";
import { brought, fetched, token } from "./link.js";
import { slug } from "./naming.js";

const OWN = [
  ["starter", "", "A small example", "A few cards to turn into your own."],
  [
    "rules",
    "",
    "A game that plays",
    "A few cards with rules as data, which computer players can play.",
  ],
];

const offer = signal(null);
const name = signal("");
const fault = signal("");
const isBusy = signal(false);
const remarks = signal(null); // what is to be said of the game that was begun
const isOver = signal(false); // whether a file is held over the page

const label = (layout) => layout[0].toUpperCase() + layout.slice(1).replaceAll("-", " ");
const folderFor = (text) => slug(text, "-") || "my-game";

async function begin(way, which, file) {
  if (isBusy.value) return;
  isBusy.value = true;
  fault.value = "";
  try {
    const answer = await brought(
      `/begin?${new URLSearchParams({ way, which, name: name.value })}`,
      file,
    );
    const found = await answer.json();
    if (found.fault) fault.value = found.fault;
    else if (found.remarks.length) remarks.value = found.remarks;
    else location.reload();
  } catch {
    fault.value = "The studio cannot be reached, or the file is too large.";
  }
  isBusy.value = false;
}

const samples = signal(new Map()); // a way and what it begins with -> the address of a card's picture

/** Fetch a card of each way, one after the other: drawing takes a moment. */
async function fetchSamples({ layouts, games }) {
  const ways = [
    ...OWN,
    ...layouts.map(([layout]) => ["layout", layout]),
    ...games.map(([game]) => ["copy", game]),
  ];
  for (const [way, which] of ways) {
    const answer = await fetched(`/sample?${new URLSearchParams({ way, which })}`);
    if (!answer.ok) continue;
    const address = URL.createObjectURL(await answer.blob());
    samples.value = new Map(samples.value).set(`${way} ${which}`, address);
  }
}

function Way({ way, which, title, about }) {
  const sample = samples.value.get(`${way} ${which}`);
  return html`<button type="button" disabled=${isBusy.value} onClick=${() => begin(way, which)}>
    <span class="sample">${sample && html`<img src=${sample} alt="" />`}</span>
    <b>${title}</b>${about && html`<span>${about}</span>`}
  </button>`;
}

function Sheet() {
  const input = useRef(null);
  const take = (event) => {
    if (event.target.files[0]) begin("sheet", event.target.files[0].name, event.target.files[0]);
    event.target.value = "";
  };
  return html`<section aria-labelledby="from-sheet">
    <h2 id="from-sheet">From a spreadsheet</h2>
    <div class="sheet" data-over=${isOver.value ? "true" : undefined}>
      <p>
        Drop it here: CSV, XLSX, ODS or JSON, with a row for each card below a row of headings such
        as Name, Cost, Text.
      </p>
      <button type="button" disabled=${isBusy.value} onClick=${() => input.current.click()}>
        Choose a file …
      </button>
      <input
        ref=${input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,.ods,.json"
        aria-label="Spreadsheet"
        hidden
        onChange=${take}
      />
    </div>
  </section>`;
}

function Remarks() {
  return html`<main class="start">
    <h1>The game is ready</h1>
    <ul>
      ${remarks.value.map((one) => html`<li>${one}</li>`)}
    </ul>
    <p>
      <button type="button" class="main" autofocus onClick=${() => location.reload()}>
        Open the game
      </button>
    </p>
  </main>`;
}

function App() {
  if (remarks.value) return html`<${Remarks} />`;
  if (!offer.value)
    return html`<main class="lone">
      <h1>The studio</h1>
      <p role="alert">${fault.value || "Opening …"}</p>
    </main>`;
  const { folder, is_empty: isEmpty, layouts, games } = offer.value;
  return html`<main class="start" aria-busy=${isBusy.value}>
    <h1>A new game</h1>
    <div class="name">
      <label
        >Its name${" "}
        <input
          value=${name.value}
          maxlength="80"
          onInput=${(event) => {
            name.value = event.target.value;
          }}
      /></label>
      <p class="faint">
        ${isEmpty ? `It will be in ${folder}.` : `${folder} has other files in it, so the game will be in a new folder there: ${folderFor(name.value)}`}
      </p>
    </div>
    ${fault.value && html`<p class="bad" role="alert">${fault.value}</p>`}
    <section aria-labelledby="new">
      <h2 id="new">Start with</h2>
      <div class="ways">
        ${OWN.map(([way, which, title, about]) => html`<${Way} ...${{ way, which, title, about }} />`)}
        ${layouts.map(([layout, about]) => html`<${Way} way="layout" which=${layout} title=${label(layout)} about=${about[0].toUpperCase() + about.slice(1)} />`)}
      </div>
    </section>
    <${Sheet} />
    <section aria-labelledby="copy">
      <h2 id="copy">A copy of a game that comes with the tool</h2>
      <div class="ways">
        ${games.map(([game, title]) => html`<${Way} way="copy" which=${game} title=${title} />`)}
      </div>
    </section>
  </main>`;
}

const hasFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
addEventListener("dragover", (event) => {
  if (hasFile(event)) {
    event.preventDefault();
    isOver.value = true;
  }
});
addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) isOver.value = false;
});
addEventListener("drop", (event) => {
  if (!hasFile(event)) return;
  event.preventDefault();
  isOver.value = false;
  const file = event.dataTransfer.files[0];
  if (file && offer.value && !remarks.value) begin("sheet", file.name, file);
});

async function open() {
  token(); // keeps it, and takes it out of the address
  try {
    const answer = await fetched("/offer");
    if (!answer.ok) throw new Error();
    offer.value = await answer.json();
    name.value = offer.value.name;
    fetchSamples(offer.value).catch(() => {}); // the page does without them
  } catch {
    fault.value =
      "This address is not valid. Open the whole address that the terminal shows: it ends in a # and a long word.";
  }
}

const place = document.getElementById("app");
place.replaceChildren();
render(html`<${App} />`, place);
open();

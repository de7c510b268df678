// A friend's page: a seat at the table, and nothing else of the studio.

import { effect, html, render, signal } from "./vendor/preact.js";
import { view } from "./games.js";
import { connect, connection, farewell, on } from "./link.js";
import { wall } from "./state.js";
import { RemarkLine } from "./told.js";
import { Surface, tableView, WATCHER } from "./surface.js";
import { Table, Turn } from "./table.js";

const seat = signal(-1);

on("seated", (m) => {
  seat.value = m.seat;
  view.value = null;
});
const isByRules = signal(false); // which table is shown where both are laid
const named = () => (seat.value === WATCHER ? "watching" : `seat ${seat.value + 1}`);

function Both() {
  return html`<section class="choice modes" aria-label="Which table">
    <button
      type="button"
      aria-pressed=${isByRules.value}
      onClick=${() => {
        isByRules.value = true;
      }}
    >
      By rules
    </button>
    <button
      type="button"
      aria-pressed=${!isByRules.value}
      onClick=${() => {
        isByRules.value = false;
      }}
    >
      Free table
    </button>
  </section>`;
}

function Tables() {
  if (tableView.value && !(view.value && isByRules.value)) return html`<${Surface} />`;
  if (view.value) return html`<${Table} label="Your moves"><${Turn} /></${Table}>`;
  return html`<main class="lone">
    <p role="status">
      ${seat.value === WATCHER ? "You may watch." : `You have seat ${seat.value + 1}.`} The game
      appears here as soon as it begins.
    </p>
  </main>`;
}

function App() {
  if (connection.value === "refused")
    return html`<main class="lone">
      <h1>The table</h1>
      <p>${farewell.value}</p>
    </main>`;
  if (seat.value < 0)
    return html`<main class="lone">
      <h1>The table</h1>
      <p role="status">
        ${connection.value === "closed" ? `${farewell.value} Trying again …` : "Opening …"}
      </p>
    </main>`;
  return html` <header class="bar"><h1>${wall.value.title} · ${named()}</h1></header>
    ${connection.value === "closed" && html`<p class="lost" role="alert">${farewell.value} Trying again …</p>`}
    ${view.value && tableView.value && html`<${Both} />`}
    <${Tables} />
    <${RemarkLine} />`;
}

effect(() => {
  document.documentElement.dataset.connection = connection.value;
});
effect(() => {
  document.title = wall.value.title ? `${wall.value.title} · ${named()}` : "A seat at the table";
});

const place = document.getElementById("app");
place.replaceChildren();
render(html`<${App} />`, place);
connect("Open the whole link that you were given: it ends in a # and a long word.", {
  4401: "This link is no longer valid. Ask for another one.",
  4409: "This seat is open in newer pages, so it has ended here. Reload this page to come back.",
});

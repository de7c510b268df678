// A friend's page: a seat at the table, and nothing else of the studio.

import { effect, html, render, signal } from "./vendor/preact.js";
import { view } from "./games.js";
import { connect, connection, farewell, on } from "./link.js";
import { remark, wall } from "./state.js";
import { Table, Turn } from "./table.js";

const seat = signal(-1);

on("seated", (m) => { seat.value = m.seat; view.value = null; });

function App() {
  if (connection.value === "refused") return html`<main class="lone"><h1>The table</h1><p>${farewell.value}</p></main>`;
  if (seat.value < 0) return html`<main class="lone"><h1>The table</h1><p role="status">${connection.value === "closed" ? `${farewell.value} Trying again …` : "Opening …"}</p></main>`;
  return html`
    <header class="bar"><h1>${wall.value.title} · seat ${seat.value + 1}</h1></header>
    ${connection.value === "closed" && html`<p class="lost" role="alert">${farewell.value} Trying again …</p>`}
    ${view.value
      ? html`<${Table} label="Your moves"><${Turn} /></${Table}>`
      : html`<main class="lone"><p role="status">You have seat ${seat.value + 1}. The game comes as soon as it begins.</p></main>`}
    ${remark.value && html`<p class=${remark.value.isFault ? "remark bad" : "remark"} role="status">${remark.value.text} <button type="button" class="plain" aria-label="Close" onClick=${() => { remark.value = null; }}>✕</button></p>`}`;
}

effect(() => { document.documentElement.dataset.connection = connection.value; });
effect(() => { document.title = wall.value.title ? `${wall.value.title} · seat ${seat.value + 1}` : "A seat at the table"; });

const place = document.getElementById("app");
place.replaceChildren();
render(html`<${App} />`, place);
connect(
  "Open the whole link that you were given: it ends in a # and a long word.",
  { 4401: "This link holds no longer. Ask for another one." },
);

// How a game ended: each seat's place and score, and what that adds up from.

import { html } from "./vendor/preact.js";

export function Scores({ found, seat, lineUp }) {
  const unit = found.unit[0].toUpperCase() + found.unit.slice(1);
  const who = (row) =>
    `Seat ${row.seat + 1}${row.seat === seat ? " (you)" : lineUp[row.seat] === "human" ? "" : ` · ${lineUp[row.seat]}`}`;
  return html`<section class="scores" aria-label="Scores" tabindex="0">
    <table class="figures">
      <caption>
        The game is over: ${found.end}.
      </caption>
      <thead>
        <tr>
          <th scope="col">Place</th>
          <th scope="col">Who</th>
          <th scope="col">${unit}</th>
          ${found.parts.map((part) => html`<th scope="col" key=${part}>${part}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${found.rows.map(
          (row) =>
            html`<tr key=${row.seat} class=${row.seat === seat ? "own" : ""}>
              <td>${row.place}.</td>
              <th scope="row">${who(row)}</th>
              <td><b>${row.score}</b></td>
              ${row.parts.map((part, n) => html`<td key=${n}>${part}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

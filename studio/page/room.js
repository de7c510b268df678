// What both tables share: what is folded on a phone, and what happened.

import { html, signal } from "./vendor/preact.js";

const small = matchMedia("(max-width: 900px)");
export const isNarrow = signal(small.matches); // a phone, or a window as narrow
small.addEventListener("change", () => {
  isNarrow.value = small.matches;
});

/** Something that is open where there is room, and folded on a phone until it is asked for. */
export function Fold({ label, children }) {
  return html`<details class="fold-away" open=${!isNarrow.value}>
    <summary>${label}</summary>
    <div>${children}</div>
  </details>`;
}

/** What happened, the latest first; on a phone the latest alone, until more is asked for. */
export function Happened({ lines }) {
  const list = html`<ol reversed aria-live="polite">
    ${[...lines].reverse().map((line, n) => html`<li key=${lines.length - n}>${line}</li>`)}
  </ol>`;
  if (isNarrow.value)
    return html`<details class="story">
      <summary>${lines.at(-1) ?? "Nothing has happened yet."}</summary>
      ${list}
    </details>`;
  return html`<section class="story" aria-label="What happened" tabindex="0">
    <h2>What happened</h2>
    ${list}
  </section>`;
}

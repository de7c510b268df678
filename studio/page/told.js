// What the studio tells in a line or a box, the same on every page: a remark, a file that was changed elsewhere, how far the rules are compiled.

import { html } from "./vendor/preact.js";
import { remark } from "./state.js";

/** A number of things: "1 card", "2 cards". */
export function count(number, word) {
  return `${number} ${word}${number === 1 ? "" : "s"}`;
}

/** What there is to read once, until it is closed. */
export function RemarkLine() {
  const one = remark.value;
  if (!one) return null;
  return html`<p class=${one.isFault ? "remark bad" : "remark"} role="status">
    ${one.text}${" "}
    <button
      type="button"
      class="plain"
      aria-label="Close"
      onClick=${() => {
        remark.value = null;
      }}
    >
      ✕
    </button>
  </p>`;
}

/** How a file differs from its draft; `settle` keeps the "draft" or takes the one on the "disk". A file that is not text has no `diff`. */
export function FileConflict({ file, diff, settle, isGone = false }) {
  const heading = isGone
    ? `${file} is gone from the disk.`
    : diff
      ? `${file} was changed elsewhere while you had unsaved changes.`
      : `${file} was changed elsewhere, and is no longer UTF-8 text.`;
  const advice = isGone
    ? "Keep yours, and the next save writes it again."
    : diff
      ? "Below, − is your version and + is the file. Neither is lost: whichever you take, Undo brings the other back."
      : "Save it as UTF-8 there (in Notepad: Save as, Encoding: UTF-8). Or keep yours: the next save replaces the file.";
  return html`<section class="conflict" role="alertdialog" aria-label="A conflict">
    <h2>${heading}</h2>
    <p>${advice}</p>
    ${diff && !isGone && html`<${Difference} diff=${diff} label="What differs" />`}
    <p class="buttons">
      <button type="button" class="main" onClick=${() => settle("draft")}>Keep mine</button
      >${diff && !isGone && html` <button type="button" onClick=${() => settle("disk")}>Take the file</button>`}
    </p>
  </section>`;
}

/** A unified diff without its head. */
export function Difference({ diff, label }) {
  return html`<pre class="diff" tabindex="0" aria-label=${label}>
${diff
      .split("\n")
      .slice(2)
      .map(
        (line) =>
          html`<span class=${line[0] === "+" ? "plus" : line[0] === "-" ? "minus" : ""}
            >${line || " "}</span
          >`,
      )}</pre>`;
}

/** How far an engine is that compiles the rules, and how long the rest takes. */
export function Compiling({ engine }) {
  return html`<div class="compiling">
    <p>${engine.words}</p>
    <progress aria-label="Compiling the rules" value=${engine.share} max="1"></progress>
  </div>`;
}

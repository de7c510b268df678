// What the studio tells in a line or a box, the same on every page: a remark, a file that was changed elsewhere, how far the rules are compiled.

import { html } from "./vendor/preact.js";
import { remark } from "./state.js";

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

/** How a file differs from its draft; `settle` keeps the "draft" or takes the one on the "disk". */
export function FileConflict({ file, diff, settle }) {
  return html`<section class="conflict" role="alertdialog" aria-label="A conflict">
    <p>
      ${file} was changed elsewhere in the meantime. Below, − is your version and + is the file.
    </p>
    <pre tabindex="0" aria-label="What differs">${diff}</pre>
    <p class="buttons">
      <button type="button" class="main" onClick=${() => settle("draft")}>Keep mine</button>${" "}
      <button type="button" onClick=${() => settle("disk")}>Take the file</button>
    </p>
  </section>`;
}

/** How far an engine is that compiles the rules, and how long the rest takes. */
export function Compiling({ engine }) {
  return html`<div class="compiling">
    <p>${engine.words}</p>
    <progress aria-label="Compiling the rules" value=${engine.share} max="1"></progress>
  </div>`;
}

// What both tables share: what is folded on a phone, what happened, and moves that differ only in an amount.

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

// ---------------------------------------------------------------- amounts

const FEWEST = 3; // moves that one stepper stands for
const IS_NAME = /(seat|player|row|column|place|space|slot|card|die|number|round|deck|pile)\s+$/i; // the number after it is no amount

/** Take moves together that differ in one amount alone: lists of moves in their order, by rising amounts. */
export function byAmount(moves) {
  const groups = new Map();
  for (const move of moves) {
    const parts = move.text.split(/(\d+)/);
    const key = JSON.stringify([move.faces, parts.filter((_, n) => n % 2 === 0)]);
    groups.set(key, [...(groups.get(key) ?? []), { move, parts }]);
  }
  return [...groups.values()].flatMap((group) => {
    const { parts } = group[0];
    const varying = parts.flatMap((part, at) =>
      at % 2 && group.some((one) => one.parts[at] !== part) ? [at] : [],
    );
    const [at] = varying;
    if (varying.length !== 1 || group.length < FEWEST || IS_NAME.test(parts[at - 1]))
      return group.map((one) => [one.move]);
    return [
      [...group].sort((a, b) => Number(a.parts[at]) - Number(b.parts[at])).map((one) => one.move),
    ];
  });
}

const steps = signal(new Map()); // the move that each stepper stands at, by its first move's word

export function forgetAmounts() {
  steps.value = new Map();
}

/** Moves that differ in an amount: less, the move, more. */
export function Amounts({ group, isWaiting, onMove }) {
  const key = group[0].word;
  const at = Math.min(steps.value.get(key) ?? 0, group.length - 1);
  const go = (to) => {
    steps.value = new Map(steps.value).set(key, Math.max(0, Math.min(group.length - 1, to)));
  };
  const onKeyDown = (event) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (by) {
      event.preventDefault();
      go(at + by);
    }
  };
  const step = (sign, word, to) =>
    html`<button
      type="button"
      disabled=${!group[to] || isWaiting}
      aria-label=${`${word}: ${group[to]?.text ?? "no further"}`}
      onClick=${() => go(to)}
    >
      ${sign}
    </button>`;
  return html`<div
    class="amounts"
    role="group"
    aria-label=${`${group[at].text}, ${at + 1} of ${group.length}`}
  >
    ${step("−", "Less", at - 1)}
    <button
      type="button"
      class="amount"
      disabled=${isWaiting}
      onKeyDown=${onKeyDown}
      onClick=${() => onMove(group[at])}
    >
      ${group[at].text}
    </button>
    ${step("+", "More", at + 1)}
  </div>`;
}

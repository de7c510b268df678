// The moves that a seat can choose from: those that differ in an amount share a line, and a long list is folded by what its moves have in common.

import { html, signal } from "./vendor/preact.js";

const FEWEST = 3; // moves that one stepper stands for
const MOST_STEPS = 8; // above it, a slider goes with the stepper
const MOST_LINES = 14; // of a list that is not folded
const FEWEST_OF_A_WORD = 4; // moves that are folded because they begin with the same word
const IS_NAME = /(seat|player|row|column|place|space|slot|card|die|number|round|deck|pile)\s+$/i; // the number after it is no amount
const IS_IN_WORD = /\p{L}[-_]?$/u; // as in d6 and leaf-5

// ---------------------------------------------------------------- amounts

/** A text as it reads with any number, one or many. */
const anyNumber = (text) => text.replace(/\d+/g, "#").replace(/(?:ies|es|[sey])\b/g, "");

/** The places at which a move's text names an amount: the number, what is before it, how it goes on and what is added after that. */
function amountsOf(move) {
  return [...move.text.matchAll(/\d+/g)].flatMap(({ 0: number, index }) => {
    const before = move.text.slice(0, index);
    if (IS_NAME.test(before) || IS_IN_WORD.test(before)) return [];
    const after = anyNumber(move.text.slice(index + number.length));
    const end = after.search(/[,;:.()]/);
    const [clause, added] = end < 0 ? [after, ""] : [after.slice(0, end), after.slice(end)];
    const key = JSON.stringify([move.faces, before, clause.trimEnd()]);
    return [{ key, move, number: Number(number), before, added }];
  });
}

/** Whether places at which texts are alike name an amount: each another, and whatever some add says the same. */
const isAmount = (places) =>
  places.length >= FEWEST &&
  new Set(places.map((one) => one.number)).size === places.length &&
  new Set(places.map((one) => one.added).filter(Boolean)).size <= 1;

/** Take moves together that differ in an amount, and in what follows from it: lists of moves in their order, by rising amounts. */
export function byAmount(moves) {
  const alike = new Map();
  for (const place of moves.flatMap(amountsOf))
    alike.set(place.key, [...(alike.get(place.key) ?? []), place]);
  const groupOf = new Map();
  const first = [...alike.values()].sort((a, b) => a[0].before.length - b[0].before.length);
  for (const all of first) {
    const places = all.filter((one) => !groupOf.has(one.move));
    if (!isAmount(places)) continue;
    const group = places.sort((a, b) => a.number - b.number).map((one) => one.move);
    for (const move of group) groupOf.set(move, group);
  }
  return [...new Set(moves.map((move) => groupOf.get(move) ?? move))].map((one) => [one].flat());
}

const steps = signal(new Map()); // the move that each stepper stands at, by its first move's word
const unfolded = signal(null); // the label of what is open of a folded list

export function forgetChoices() {
  steps.value = new Map();
  unfolded.value = null;
}

const STEPS = {
  ArrowUp: 1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowLeft: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -Infinity,
  End: Infinity,
};

/** Moves that differ in an amount: less, the move, more; with a slider where there are many. */
function Amounts({ group, isWaiting, onMove }) {
  const key = group[0].word;
  const at = Math.min(steps.value.get(key) ?? 0, group.length - 1);
  const go = (to) => {
    steps.value = new Map(steps.value).set(key, Math.max(0, Math.min(group.length - 1, to)));
  };
  const onKeyDown = (event) => {
    const by = STEPS[event.key];
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
    ${
      group.length > MOST_STEPS &&
      html`<input
        type="range"
        min="0"
        max=${group.length - 1}
        value=${at}
        aria-label="Amount"
        aria-valuetext=${group[at].text}
        disabled=${isWaiting}
        onInput=${(event) => go(Number(event.target.value))}
      />`
    }
  </div>`;
}

// ---------------------------------------------------------------- long lists

/** Fold lines whose `labelOf` is the same for `fewest` or more; the others are as before. */
function folded(lines, fewest, labelOf) {
  const labels = lines.map((line) => (line.lines ? "" : labelOf(line)));
  const bunches = new Map();
  labels.forEach((label, n) => {
    if (label) bunches.set(label, [...(bunches.get(label) ?? []), lines[n]]);
  });
  const made = new Set();
  return lines.flatMap((line, n) => {
    const all = bunches.get(labels[n]) ?? [];
    if (all.length < fewest) return [line];
    if (made.has(labels[n])) return [];
    made.add(labels[n]);
    return [{ label: labels[n], lines: all }];
  });
}

const headOf = (line) => /^(.+?):\s/.exec(line.group[0].text)?.[1] ?? "";

/** The lines of a list of moves. A long one is folded by what comes before a colon, by card and by first word: then a line has a `label`, and `lines` of its own. */
export function linesOf(groups, nameOf) {
  const plain = groups.map((group) => ({ group, text: group[0].text }));
  if (plain.length <= MOST_LINES) return plain;
  const byHead = folded(plain, FEWEST, headOf).map((line) => ({
    ...line,
    lines: line.lines?.map((one) => ({
      ...one,
      text: one.text.slice(line.label.length + 1).trim(),
    })),
  }));
  const byCard = folded(byHead, FEWEST, (line) => {
    const [face] = line.group[0].faces;
    return face ? nameOf(face) : "";
  });
  const byWord = folded(byCard, FEWEST_OF_A_WORD, (line) => {
    const [word] = line.text.split(/\s/);
    return `${word} …`;
  });
  return byWord.length > 1 ? byWord : plain;
}

/** A move on a line of its own, or those of a stepper. */
function Line({ line, isWaiting, onMove }) {
  const { group, text } = line;
  if (group.length > 1)
    return html`<${Amounts} group=${group} isWaiting=${isWaiting} onMove=${onMove} />`;
  return html`<button
    type="button"
    disabled=${isWaiting}
    aria-label=${text === group[0].text ? null : group[0].text}
    onClick=${() => onMove(group[0])}
  >
    ${text}
  </button>`;
}

/** The lines of a list of moves; of those that are folded one is open at a time, or the only one. */
export function Lines({ lines, isWaiting, onMove }) {
  const isAlone = lines.filter((line) => line.lines).length === 1;
  return html`<ol class="moves">
    ${lines.map((line) => {
      if (!line.lines)
        return html`<li key=${line.group[0].word}>
          <${Line} line=${line} isWaiting=${isWaiting} onMove=${onMove} />
        </li>`;
      const isOpen = unfolded.value === null ? isAlone : unfolded.value === line.label;
      const onToggle = (event) => {
        if (event.target.open !== isOpen) unfolded.value = event.target.open ? line.label : "";
      };
      return html`<li key=${line.label}>
        <details class="bunch" open=${isOpen} onToggle=${onToggle}>
          <summary>${line.label} <small>· ${line.lines.length} moves</small></summary>
          <ol class="moves">
            ${line.lines.map((one) => html`<li key=${one.group[0].word}><${Line} line=${one} isWaiting=${isWaiting} onMove=${onMove} /></li>`)}
          </ol>
        </details>
      </li>`;
    })}
  </ol>`;
}

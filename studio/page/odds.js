// What each deck holds, and exact chances while a formula is typed. Asked anew whenever the cards are drawn anew.

import { computed, effect, html, signal } from "./vendor/preact.js";
import { on, send } from "./link.js";
import { problems, tab, wall } from "./state.js";
import { count } from "./told.js";

const PATIENCE_MS = 150; // from the last key to the question
const NUMBERS = {
  draw: [1, 200],
  turns: [0, 100],
  each_turn: [1, 200],
  players: [1, 12],
  mulligans: [1, 10],
};

const piles = signal(null);
const answer = signal(null);
const asked = signal(0); // the number of the last question
const question = signal({
  pile: "",
  formula: "",
  draw: 5,
  turns: 0,
  each_turn: 1,
  players: 1,
  given: "",
  mulligan: "",
  mulligans: 1,
  is_shrinking: false,
});

on("piles", (m) => {
  piles.value = m.piles;
  if (!m.piles.some((one) => one.name === question.value.pile))
    change({ pile: m.piles[0]?.name ?? "" });
});
on("chances", (m) => {
  if (m.number === asked.value) answer.value = m;
});

let timer = 0;
function ask() {
  clearTimeout(timer);
  const { formula, pile } = question.value;
  if (!formula.trim() || !pile) {
    asked.value += 1;
    answer.value = null;
    return;
  }
  timer = setTimeout(
    () => send("ask_chances", { number: ++asked.value, ...question.value }),
    PATIENCE_MS,
  );
}
function change(part) {
  question.value = { ...question.value, ...part };
  ask();
}

const isShown = computed(() => tab.value === "odds");
effect(() => {
  // the page was opened, or the cards were drawn anew
  if (!isShown.value || !wall.value.cards.length || problems.value.isStale) return;
  send("ask_piles");
  setTimeout(ask); // which is not to make this depend on the question
});

/** Write a chance in per cent, to a tenth; what is neither sure nor impossible is never written so. */
export function percent(chance) {
  if (chance === null) return "never";
  if (chance > 0 && chance < 0.0005) return "< 0.1 %";
  if (chance < 1 && chance > 0.9995) return "> 99.9 %";
  return `${(100 * chance).toFixed(1)} %`;
}

function Bar({ share }) {
  return html`<svg
    class="odds-bar"
    viewBox="0 0 100 10"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect class="bar-now" width=${100 * share} height="10" />
  </svg>`;
}

function Field({ one }) {
  const most = Math.max(...one.values.map(([, cards]) => cards));
  return html`<details open>
    <summary>
      ${one.field}${one.average !== null && html` <span class="faint">average ${one.average.toFixed(2)}</span>`}
    </summary>
    <table class="figures">
      <tbody>
        ${one.values.map(
          ([value, cards]) =>
            html`<tr key=${value}>
              <th scope="row">${value}</th>
              <td>${cards}</td>
              <td><${Bar} share=${cards / most} /></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

function Pile({ pile }) {
  return html`<section class="odds-pile" aria-label=${pile.name}>
    <h3>${pile.name} <span class="faint">${count(pile.cards, "card")}</span></h3>
    ${pile.fields.length ? pile.fields.map((one) => html`<${Field} key=${one.field} one=${one} />`) : html`<p class="faint">No field has few enough different values to count.</p>`}
  </section>`;
}

function faultsOf(part) {
  return (answer.value?.problems ?? []).filter((one) => one.part === part);
}

function Fault({ one }) {
  const text = question.value[one.part];
  const isPlaced = one.length > 0 && typeof text === "string";
  const end = one.column + one.length;
  return html`<p class="wrong" role="status" id=${`odds-${one.part}-fault`}>
    ${isPlaced && html`<code>${text.slice(0, one.column)}<mark>${text.slice(one.column, end) || " "}</mark>${text.slice(end)}</code><br />column ${one.column + 1}: `}${one.message}${one.hint && html`<br /><span class="hint">${one.hint}</span>`}
  </p>`;
}

function Text({ part, label, placeholder }) {
  const faults = faultsOf(part);
  return html`<label class="wide"
      >${label}${" "}
      <input
        type="text"
        spellcheck="false"
        autocomplete="off"
        maxlength="500"
        value=${question.value[part]}
        placeholder=${placeholder}
        aria-invalid=${faults.length > 0 ? "true" : undefined}
        aria-describedby=${faults.length > 0 ? `odds-${part}-fault` : undefined}
        onInput=${(e) => change({ [part]: e.target.value })}
    /></label>
    ${faults.map((one) => html`<${Fault} one=${one} />`)}`;
}

function Count({ part, label }) {
  const [least, most] = NUMBERS[part];
  const take = (e) => {
    const value = Number(e.target.value);
    if (Number.isInteger(value) && value >= least && value <= most) change({ [part]: value });
  };
  return html`<label
      >${label}${" "}
      <input type="number" min=${least} max=${most} value=${question.value[part]} onInput=${take}
    /></label>
    ${faultsOf(part).map((one) => html`<${Fault} one=${one} />`)}`;
}

const margin = (one) => (one.samples > 0 ? ` ± ${(100 * one.margin).toFixed(2)}` : "");

function Answer() {
  const { turns, problems: faults } = answer.value;
  const others = faults.filter((one) => !(one.part in question.value));
  if (others.length) return others.map((one) => html`<${Fault} one=${one} />`);
  if (!turns.length) return null;
  const isNumber = turns.some((one) => one.values.length > 0);
  const isNever = (one) => one.chance === null && !one.values.length;
  const samples = Math.max(...turns.map((one) => one.samples));
  return html`<div role="status" aria-label="The chance" class="odds-answer">
    ${
      samples > 0 &&
      html`<p class="faint">
        There are too many combinations to count, so this is an estimate from${" "}
        ${samples.toLocaleString("en")} random draws.
      </p>`
    }
    ${
      isNumber
        ? turns.map(
            (one) =>
              html`<table class="figures" key=${one.turn}>
                <caption>
                  ${turns.length > 1 ? `Turn ${one.turn}, ${count(one.cards, "card")}: ` : ""}average${" "}
                  ${one.average?.toFixed(2) ?? "–"}${one.samples > 0 && ` ± ${one.margin.toFixed(2)}`}
                </caption>
                <tbody>
                  ${one.values.map(
                    ([value, chance]) =>
                      html`<tr key=${value}>
                        <th scope="row">${value}</th>
                        <td>${percent(chance)}</td>
                        <td>
                          <${Bar}
                            share=${chance / Math.max(...one.values.map(([, other]) => other))}
                          />
                        </td>
                      </tr>`,
                  )}
                </tbody>
              </table>`,
          )
        : turns.length === 1
          ? isNever(turns[0])
            ? html`<p>
                ${
                  turns[0].margin
                    ? "Unknown: in no random draw did the given condition hold."
                    : "Never: the given condition is impossible."
                }
              </p>`
            : html`<p>
                <b class="chance">${percent(turns[0].chance)}${margin(turns[0])}</b
                >${turns[0].exact && html` <span class="faint">exactly ${turns[0].exact}</span>`}
              </p>`
          : html`<table class="figures">
              <thead>
                <tr>
                  <th scope="col">Turn</th>
                  <th scope="col">Cards</th>
                  <th scope="col">Chance</th>
                  <td></td>
                </tr>
              </thead>
              <tbody>
                ${turns.map(
                  (one) =>
                    html`<tr key=${one.turn}>
                      <th scope="row">${one.turn}</th>
                      <td>${one.cards}</td>
                      <td>${percent(one.chance)}${margin(one)}</td>
                      <td><${Bar} share=${one.chance ?? 0} /></td>
                    </tr>`,
                )}
              </tbody>
            </table>`
    }
  </div>`;
}

function Question() {
  const now = question.value;
  const isAlone = now.players === 1;
  return html`<section aria-label="What is drawn">
    <h2>What is drawn</h2>
    <form class="controls" onSubmit=${(e) => e.preventDefault()}>
      <label
        >From${" "}
        <select value=${now.pile} onChange=${(e) => change({ pile: e.target.value })}>
          ${piles.value.map((one) => html`<option key=${one.name} value=${one.name}>${one.name}</option>`)}
        </select></label
      >
      <${Count} part="draw" label=${isAlone ? "Draw" : "Deal each"} />
      <${Count} part="players" label="Players" />
      ${isAlone && html`<${Count} part="turns" label="Turns" /><${Count} part="each_turn" label="Drawn each turn" />`}
      <${Text}
        part="formula"
        label="How likely is"
        placeholder="count(cost <= 1) >= 2, or sum(cost)"
      />
      <${Text} part="given" label="If it is known that" placeholder="count(cost = 3) >= 1" />
      ${
        isAlone &&
        html`<${Text} part="mulligan" label="Draw again if" placeholder="count(cost <= 2) = 0" />
          ${now.mulligan.trim() && html`<${Count} part="mulligans" label="At most this many times" /><label><input type="checkbox" checked=${now.is_shrinking} onChange=${(e) => change({ is_shrinking: e.target.checked })} /> one card fewer each time</label>`}`
      }
    </form>
    ${answer.value ? html`<${Answer} />` : html`<p class="faint">Type a formula to see its exact chance. The fields are listed below.</p>`}
  </section>`;
}

export function OddsView() {
  const found = piles.value;
  return html`<main class="odds-room">
    ${
      !found
        ? html`<p role="status">Counting the decks …</p>`
        : !found.length
          ? html`<p>There are no cards yet.</p>`
          : html` <${Question} />
              <section aria-label="What is in the decks">
                <h2>
                  What is in the
                  decks${problems.value.isStale ? html` <span class="faint">for the earlier cards</span>` : ""}
                </h2>
                <div class="odds-piles">
                  ${found.filter((one) => one.is_deck).map((one) => html`<${Pile} key=${one.name} pile=${one} />`)}
                </div>
              </section>`
    }
  </main>`;
}

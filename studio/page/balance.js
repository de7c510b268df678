// How the cards play: who wins, how long it takes, what has changed from the base, what each card is worth.

import { computed, html, signal } from "./vendor/preact.js";
import {
  ask,
  asked,
  bases,
  engines,
  isFresh,
  isWorthFresh,
  number,
  odds,
  setting,
  signed,
  usual,
  worth,
} from "./games.js";
import { send } from "./link.js";
import { CheckPanel, TunePanel } from "./proofs.js";
import { cardById, choose, problems, tab } from "./state.js";
import { Compiling } from "./told.js";
import { TrustQuestion } from "./trust.js";

const MOST = 1e8; // an interval that wide is not known yet
const VERDICTS = {
  differs: "differs",
  same: "the same",
  unsure: "not sure yet",
  equal: "the same cards",
};
const order = signal("worth");
const isFolded = signal(sessionStorage.getItem("folded") === "yes"); // the panel beside the wall
const called = signal(""); // what the version is to be called
const typed = signal(""); // the line-up, as far as it is written

/** Cards by what they are called in the rules: an id of a card, or the entry of several. */
const named = computed(() => {
  const found = new Map();
  for (const card of cardById.value.values()) {
    if (!found.has(card.entry)) found.set(card.entry, card);
    found.set(card.id, card);
  }
  return found;
});

function State() {
  const engine = engines.value.odds;
  if (engine?.state === "down")
    return html`<p class="wrong" role="status">Games have stopped: ${engine.words}.</p>`;
  if (engine?.state === "untrusted") return html`<${TrustQuestion} />`;
  if (engine?.state === "faulty")
    return html`<p class="wrong" role="status">
      The rules cannot play these cards: ${engine.words}.
    </p>`;
  if (engine?.state === "compiling") return html`<${Compiling} engine=${engine} />`;
  if (!odds.value && problems.value.isStale)
    return html`<p role="status">Games begin as soon as the cards can be drawn.</p>`;
  if (!odds.value)
    return html`<p role="status">
      ${engine?.state === "ready" ? "The first games are being played …" : "The rules are being loaded …"}
    </p>`;
  const { games, pairs, half, is_equal: isEqual } = odds.value;
  return html`<p role="status" class="known">
    ${games.toLocaleString("en")} games of ${odds.value.players} ·${" "}
    ${odds.value.line_up}${half ? ` · ±${number(half)} points` : ""}${isEqual ? "" : ` · ${pairs.toLocaleString("en")} with the same luck in both versions`}${isFresh.value ? "" : " · for the earlier cards"}
  </p>`;
}

/** The seats' shares of the wins: a bar and its interval, the base above it as a thin line. */
function Seats({ width = 260 }) {
  const { seats, base, is_equal: isEqual } = odds.value;
  if (!seats.length) return html`<p>A single player has no opponents.</p>`;
  const most =
    Math.max(40, ...seats.map(([, , high]) => high), ...base.map(([, , high]) => high)) * 1.05;
  const left = 46,
    right = 92,
    tall = 26;
  const across = (share) => left + (share / most) * (width - left - right);
  const fair = across(100 / seats.length);
  const said = seats
    .map(
      ([share, low, high], seat) =>
        `seat ${seat + 1} wins ${number(share)} %, ${number(low)} to ${number(high)}${isEqual ? "" : `; before ${number(base[seat][0])} %`}`,
    )
    .join("; ");
  return html`<svg
    class="seats"
    viewBox=${`0 0 ${width} ${seats.length * tall + 4}`}
    role="img"
    aria-label=${`Wins: ${said}`}
  >
    <line class="fair" x1=${fair} x2=${fair} y1="0" y2=${seats.length * tall} />
    ${seats.map(([share, low, high], seat) => {
      const y = seat * tall + tall / 2;
      return html`<g key=${seat}>
        <text x="0" y=${y + 4}>Seat ${seat + 1}</text>
        ${!isEqual && html`<rect class="was" x=${left} y=${y - 8} width=${across(base[seat][0]) - left} height="3" />`}
        <rect class="bar-now" x=${left} y=${y - 4} width=${across(share) - left} height="10" />
        <line class="span" x1=${across(low)} x2=${across(high)} y1=${y + 1} y2=${y + 1} />
        <text x=${width} y=${y + 4} text-anchor="end"
          >${number(share)}
          ${" "}±${number((high - low) / 2)}${isEqual ? "" : ` (${signed(share - base[seat][0])})`}</text
        >
      </g>`;
    })}
  </svg>`;
}

function Figures({ onlyNew = false, most = 99 }) {
  const all = odds.value.figures.filter((one) => !/^seat \d+ wins$/.test(one.name));
  const rows = onlyNew
    ? [...all.filter((one) => one.verdict === "differs"), ...all.slice(0, 1)].slice(0, most)
    : all;
  const isEqual = odds.value.is_equal;
  const unit = (one) => (one.unit ? ` ${one.unit}` : "");
  return html`<div class="sideways" tabindex="0" role="region" aria-label="Figures">
    <table class="figures">
      <thead>
        <tr>
          <th>In a game</th>
          <th>Now</th>
          ${
            !isEqual &&
            html`${!onlyNew && html`<th>Base</th>`}
              <th>${onlyNew ? "Change" : "Difference"}</th>
              ${!onlyNew && html`<td></td>`}`
          }
        </tr>
      </thead>
      <tbody>
        ${[...new Set(rows)].map(
          (one) =>
            html`<tr key=${one.name} class=${one.verdict}>
              <th>${one.name}</th>
              <td>${number(one.now, 2)}${unit(one)}</td>
              ${
                !isEqual &&
                html`${!onlyNew && html`<td>${number(one.was, 2)}${unit(one)}</td>`}
                  <td>
                    ${one.verdict === "equal" ? "" : Math.abs(one.low) > MOST ? "…" : `${signed((one.low + one.high) / 2, 2)} ±${number((one.high - one.low) / 2, 2)}`}
                  </td>
                  ${!onlyNew && html`<td>${VERDICTS[one.verdict]}</td>`}`
              }
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function open(card) {
  if (!card) return;
  choose(card.id);
  tab.value = "cards";
}

function Worths({ most = 999, isShort = false }) {
  if (!worth.value)
    return html`<p class="faint">
      Cards' worth appears after the first ${(3000).toLocaleString("en")} games.
    </p>`;
  const { cards, base, used, games } = worth.value;
  const isEqual = odds.value?.is_equal || !isWorthFresh.value;
  const rows = Object.entries(cards).map(([id, [value, low, high]]) => ({
    id,
    value,
    low,
    high,
    was: base[id],
    used: used[id] ?? 0,
    card: named.value.get(id),
  }));
  const keys = {
    worth: (one) => -one.value,
    used: (one) => -one.used,
    change: (one) => -Math.abs(one.was ? one.value - one.was[0] : 0),
  };
  rows.sort((a, b) => keys[order.value](a) - keys[order.value](b));
  const reach = Math.max(5, ...rows.flatMap((one) => [Math.abs(one.low), Math.abs(one.high)]));
  const across = (value) => 60 + (Math.max(-reach, Math.min(reach, value)) / reach) * 56;
  return html`<div class=${isWorthFresh.value ? "worths" : "worths stale"}>
    ${!isShort && html`<p class="faint">How much being able to use a card adds to a seat's chance of winning, in percentage points, with the 95 % interval, from ${games.toLocaleString("en")} games.</p>`}
    <div class="choice" role="group" aria-label="Sort by">
      ${[
        ["worth", "By worth"],
        ["used", "By use"],
        ...(isEqual ? [] : [["change", "By change"]]),
      ].map(
        ([key, word]) =>
          html`<button
            type="button"
            key=${key}
            aria-pressed=${order.value === key}
            onClick=${() => {
              order.value = key;
            }}
          >
            ${word}
          </button>`,
      )}
    </div>
    <div class="sideways" tabindex="0" role="region" aria-label="What cards are worth">
      <table class="figures">
        <thead>
          <tr>
            <th>Card</th>
            <th>Worth</th>
            ${!isShort && html`<td></td>`}${!isEqual && html`<th>Base</th>`}
            <th>Used</th>
          </tr>
        </thead>
        <tbody>
          ${rows.slice(0, most).map(
            (one) =>
              html`<tr key=${one.id}>
                <th>
                  <button type="button" class="plain" onClick=${() => open(one.card)}>
                    ${one.card?.name ?? one.id}
                  </button>
                </th>
                <td>${signed(one.value)} ±${number((one.high - one.low) / 2)}</td>
                ${
                  !isShort &&
                  html`<td>
                    <svg class="worth" viewBox="0 0 120 14" aria-hidden="true">
                      <line class="fair" x1="60" x2="60" y1="0" y2="14" />
                      <line
                        class="span"
                        x1=${across(one.low)}
                        x2=${across(one.high)}
                        y1="7"
                        y2="7"
                      />
                      <circle cx=${across(one.value)} cy="7" r="3.5" />
                    </svg>
                  </td>`
                }
                ${!isEqual && html`<td>${one.was ? signed(one.was[0]) : ""}</td>`}
                <td>${Math.round(100 * one.used)} %</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </div>`;
}

function Controls() {
  const known = setting.value;
  if (!known) return null;
  return html`<form class="controls" onSubmit=${(event) => event.preventDefault()}>
    <label
      >Players${" "}
      <select
        value=${odds.value?.players ?? usual(known.counts)}
        onChange=${(e) => ask({ players: Number(e.target.value) })}
      >
        ${known.counts.map((count) => html`<option key=${count} value=${count}>${count}</option>`)}
      </select></label
    >
    <label
      >Who plays${" "}
      <input
        list="line-ups"
        placeholder=${known.best}
        value=${typed.value}
        onInput=${(e) => {
          typed.value = e.target.value;
        }}
        onChange=${() => ask({ line_up: typed.value.trim() || null })}
    /></label>
    <datalist id="line-ups">
      ${["expert", "greedy", "random", "search"].map((word) => html`<option key=${word} value=${word} />`)}
    </datalist>
    <label
      >Compare with${" "}
      <select value=${bases.value.of} onChange=${(e) => send("base", { of: e.target.value })}>
        ${bases.value.names.map((name) => html`<option key=${name} value=${name}>${name === "saved" ? "the saved version" : name}</option>`)}
      </select></label
    >
  </form>`;
}

/** The versions that were kept: one more, or away with one. */
function Versions() {
  const kept = bases.value.names.filter((name) => name !== "saved");
  const usual = `Version ${kept.length + 1}, ${new Date().toTimeString().slice(0, 5)}`;
  const keep = (event) => {
    event.preventDefault();
    send("keep", { name: called.value.trim() || usual });
    called.value = "";
  };
  return html`<form class="controls" onSubmit=${keep}>
      <label
        >Name${" "}
        <input
          maxlength="60"
          placeholder=${usual}
          value=${called.value}
          onInput=${(e) => {
            called.value = e.target.value;
          }}
      /></label>
      <button type="submit">Keep this version</button>
    </form>
    ${
      kept.length > 0 &&
      html`<details class="versions">
        <summary>Kept versions · ${kept.length}</summary>
        <ul>
          ${kept.map(
            (name) =>
              html`<li key=${name}>
                ${name}${name === bases.value.of ? html` <span class="faint">compared with</span>` : html` <button type="button" class="plain" onClick=${() => send("base", { of: name })}><span class="unseen">${name}: </span>Compare</button>`}${" "}
                <button
                  type="button"
                  class="plain"
                  onClick=${() => confirm(`Delete "${name}"?`) && send("drop", { name })}
                >
                  <span class="unseen">${name}: </span>Delete
                </button>
              </li>`,
          )}
        </ul>
      </details>`
    }`;
}

function Rulings() {
  const rulings = setting.value?.rulings ?? [];
  if (!rulings.length) return null;
  const changed = Object.keys(asked.value.rulings).length;
  const set = (one, option) => {
    const { [one.name]: _, ...others } = asked.value.rulings;
    ask({ rulings: option === one.choice ? others : { ...others, [one.name]: option } });
  };
  return html`<details class="rulings">
    <summary>Rulings${changed ? ` · ${changed} changed` : ""}</summary>
    <p class="faint">
      Try other answers to questions that the rules leave open; cards.yaml stays unchanged.
    </p>
    <div class="answers">
      ${rulings.map(
        (one) =>
          html`<label key=${one.name}
            >${one.question}${" "}
            <select
              value=${asked.value.rulings[one.name] ?? one.choice}
              onChange=${(e) => set(one, e.target.value)}
            >
              ${Object.keys(one.options).map((option) => html`<option key=${option} value=${option}>${option.replaceAll("_", " ")}${option === one.choice ? " (chosen)" : ""}</option>`)}</select
            >${" "}
            <span class="faint"
              >${one.options[asked.value.rulings[one.name] ?? one.choice]}</span
            ></label
          >`,
      )}
    </div>
  </details>`;
}

/** What a card is worth, in a line, where that is known. */
export function CardWorth({ card }) {
  const found = worth.value?.cards[card.id] ?? worth.value?.cards[card.entry];
  if (!found) return null;
  const [value, low, high] = found;
  const used = worth.value.used[card.id] ?? worth.value.used[card.entry];
  return html`<p class=${isWorthFresh.value ? "" : "stale"}>
    Worth ${signed(value)} ±${number((high - low) / 2)}
    ${" "}points${used === undefined ? "" : ` · used in ${Math.round(100 * used)} % of the games that have it`}
  </p>`;
}

function fold() {
  isFolded.value = !isFolded.value;
  sessionStorage.setItem("folded", isFolded.value ? "yes" : "no");
}

/** The panel beside the wall: the first things to see while editing. */
export function BalanceStrip() {
  return html`<aside
    class=${isFolded.value ? "strip folded" : "strip"}
    aria-label="Balance"
    data-fresh=${isFresh.value}
    data-games=${odds.value?.games ?? 0}
    data-seq=${odds.value?.seq ?? -1}
  >
    <h2>
      Balance${" "}
      <button type="button" class="plain fold" aria-expanded=${!isFolded.value} onClick=${fold}>
        ${isFolded.value ? "Show" : "Hide"}<span class="unseen"> the figures</span>
      </button>
    </h2>
    <${State} />
    ${
      odds.value &&
      !isFolded.value &&
      html`<div class=${isFresh.value ? "parts" : "parts stale"}>
        <${Seats} />
        <${Figures} onlyNew=${true} most=${8} />
        ${
          worth.value &&
          html`<div>
            <h3>What cards are worth</h3>
            <${Worths} most=${12} isShort=${true} />
          </div>`
        }
      </div>`
    }
    <p hidden=${isFolded.value}>
      <button
        type="button"
        class="plain"
        onClick=${() => {
          tab.value = "balance";
        }}
      >
        All figures, players, cards …
      </button>
    </p>
  </aside>`;
}

export function BalanceView() {
  return html`<main
    class="balance"
    data-fresh=${isFresh.value}
    data-games=${odds.value?.games ?? 0}
  >
    <section aria-label="Games">
      <${Controls} />
      <${Versions} />
      <${Rulings} />
      <${State} />
      ${
        odds.value &&
        html`<div class=${isFresh.value ? "" : "stale"}>
          <h2>Who wins</h2>
          <${Seats} width=${420} />
          <h2>What happens</h2>
          <${Figures} />
        </div>`
      }
    </section>
    <section aria-label="More">
      <${CheckPanel} />
      <${TunePanel} />
      <section aria-label="Cards' worth">
        <h2>What cards are worth</h2>
        <${Worths} />
      </section>
    </section>
  </main>`;
}

// What is proved on demand: a check of the cards, with findings that lead to their place and their game, and a search for better numbers.

import { html, signal } from "./vendor/preact.js";
import { setting } from "./games.js";
import { on, send } from "./link.js";
import { draft, goTo, tab } from "./state.js";
import { Difference } from "./told.js";

const progress = signal({ words: "", part: 0 });
const checked = signal(null);
const tuned = signal(null);
const goal = signal("seats");
const vary = signal("");
const players = signal(0);
const asked = signal("check"); // which of the two is at work
const showSilenced = signal(false);

on("progress", (m) => {
  progress.value = m;
});
on("checked", (m) => {
  checked.value = m;
});
on("tuned", (m) => {
  tuned.value = m;
});

const GOALS = {
  seats: "every seat wins its share",
  length: "a game takes the minutes on the box",
  cards: "every card is used",
  stalls: "games come to an end",
};
const VERDICTS = { fault: "Fault", warning: "Warning", unsure: "Not sure", untested: "Untested" };
const HELD = { holds: "holds", fails: "does not hold", unsure: "holds, but not with certainty" };
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const ask = (word, message) => {
  asked.value = word;
  send(word, message);
};
const isFresh = (one) => one.seq === draft.value.number;

function Working() {
  const { words, part } = progress.value;
  return html`<p class="working">
    <progress value=${part} max="1" aria-label="Progress"></progress>${" "}
    <span role="status">${words}</span>${" "}
    <button type="button" onClick=${() => send("stop_proof")}>Stop</button>
  </p>`;
}

function Finding({ one }) {
  const { fault } = one;
  const isPlaced = fault.line > 0;
  const claim = capital(fault.message);
  const watch = () => {
    send("watch", { saved: one.game, move: 0 });
    tab.value = "play";
  };
  return html`<li class=${one.silenced ? "silenced" : one.verdict}>
    <p>
      <b>${one.silenced ? "Silenced" : VERDICTS[one.verdict]}</b>${" "}
      ${isPlaced ? html`<button type="button" class="plain" onClick=${() => goTo(fault)}>${claim}</button>` : claim}
    </p>
    ${(one.silenced || fault.hint) && html`<p class="hint">${one.silenced ?? capital(fault.hint)}</p>`}
    ${one.game && html`<p><button type="button" onClick=${watch} aria-label=${`Watch a game that shows: ${claim}`}>Watch a game</button></p>`}
  </li>`;
}

function Findings() {
  const { findings, ok, untested, judged_by: judges } = checked.value;
  const loud = findings.filter((one) => !one.silenced);
  const silenced = findings.length - loud.length;
  return html`<div class=${isFresh(checked.value) ? "" : "stale"}>
    <p class="known">
      ${[`${loud.length} to look at`, `${ok} as they should be`, untested && `${untested} untested`, silenced && `${silenced} silenced`, judges && `judged by ${judges}`].filter(Boolean).join(" · ")}${isFresh(checked.value) ? "" : " · for the earlier cards"}
    </p>
    ${
      findings.length > 0 &&
      html`<ul class="findings">
        ${(showSilenced.value ? findings : loud).map((one) => html`<${Finding} key=${one.name} one=${one} />`)}
      </ul>`
    }
    ${!loud.length && html`<p>No problems are known.</p>`}
    ${
      silenced > 0 &&
      html`<label
        ><input
          type="checkbox"
          checked=${showSilenced.value}
          onChange=${(e) => {
            showSilenced.value = e.target.checked;
          }}
        />
        ${" "}silenced ones, too</label
      >`
    }
  </div>`;
}

export function CheckPanel() {
  const isBusy = Boolean(progress.value.words);
  const isReady = setting.value && !isBusy; // there are cards that are played
  return html`<section aria-label="Check">
    <h2>Check</h2>
    <p class="buttons">
      <button type="button" disabled=${!isReady} onClick=${() => ask("check", { level: "usual" })}>
        Check the cards
      </button>
      <button
        type="button"
        disabled=${!isReady}
        onClick=${() => ask("check", { level: "quick" })}
        title="Check only whether games work and end"
      >
        Quickly
      </button>
    </p>
    ${isBusy && asked.value === "check" && html`<${Working} />`}
    ${checked.value ? html`<${Findings} />` : !isBusy && html`<p class="faint">Finds anything that runs out, gets stuck, cannot be beaten, is not worth doing or favours a seat.</p>`}
  </section>`;
}

function Result() {
  const { changes, diff, is_needed: isNeeded, is_reached: isReached, played, goals } = tuned.value;
  const words = !isNeeded
    ? "The goal is already reached."
    : !changes.length
      ? "None of the changes tried brings the goal closer."
      : isReached
        ? "These changes reach the goal:"
        : "None of the changes tried reaches the goal. The closest are:";
  return html`<div class=${isFresh(tuned.value) ? "" : "stale"}>
    <p role="status">
      ${words}${" "}
      <span class="faint"
        >${played === 1 ? "1 card set" : `${played.toLocaleString("en")} card sets`}
        ${" "}played${isFresh(tuned.value) ? "" : " · for the earlier cards"}</span
      >
    </p>
    ${
      changes.length > 0 &&
      html`<ul>
          ${changes.map((one) => html`<li key=${one.name}><code>${one.name}</code> ${one.was} → <b>${one.now}</b></li>`)}
        </ul>
        <${Difference} diff=${diff} label="What would change" />`
    }
    <p class="faint">In new games, which the search has not used:</p>
    <ul>
      ${goals.map((one) => html`<li key=${one.goal}><b>${capital(HELD[one.verdict])}</b>: ${one.after}${changes.length > 0 && html` <span class="faint">(before: ${one.before})</span>`}</li>`)}
    </ul>
    ${changes.length > 0 && html`<p><button type="button" class="main" disabled=${!isFresh(tuned.value)} onClick=${() => send("apply_tuned")}>Take these changes</button></p>`}
  </div>`;
}

export function TunePanel() {
  const isBusy = Boolean(progress.value.words);
  const counts = setting.value?.counts ?? [];
  const begin = (event) => {
    event.preventDefault();
    ask("tune", { goal: goal.value, vary: vary.value.trim(), players: players.value || null });
  };
  return html`<section aria-label="Tune">
    <h2>Tune</h2>
    <p class="faint">
      Looks for the smallest set of changed numbers that reaches a goal, and shows it before
      changing anything.
    </p>
    <form class="controls" onSubmit=${begin}>
      <label
        >Goal${" "}
        <select
          value=${goal.value}
          onChange=${(e) => {
            goal.value = e.target.value;
          }}
        >
          ${Object.entries(GOALS).map(([key, words]) => html`<option key=${key} value=${key}>${words}</option>`)}
        </select></label
      >
      <label
        >With${" "}
        <select
          value=${players.value}
          onChange=${(e) => {
            players.value = Number(e.target.value);
          }}
        >
          <option value="0">any number of players</option>
          ${counts.map((count) => html`<option key=${count} value=${count}>${count === 1 ? "1 player" : `${count} players`}</option>`)}
        </select></label
      >
      <label class="wide"
        >May change${" "}
        <input
          value=${vary.value}
          placeholder="all numbers of rules:"
          title="As for tune --vary, such as rules.hand_size=3..6; separate several with spaces"
          onInput=${(e) => {
            vary.value = e.target.value;
          }}
      /></label>
      <button type="submit" disabled=${isBusy || !setting.value}>Search</button>
    </form>
    ${isBusy && asked.value === "tune" && html`<${Working} />`}
    ${tuned.value && !isBusy && html`<${Result} />`}
  </section>`;
}

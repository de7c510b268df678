// What the page knows of games: signals that the engines' messages fill.

import { computed, effect, signal } from "./vendor/preact.js";
import { on, send } from "./link.js";
import { draft, opened, problems, say } from "./state.js";

export const odds = signal(null);
export const worth = signal(null);
export const setting = signal(null);
export const bases = signal({ of: "saved", names: ["saved"] });
export const engines = signal({}); // engine -> {state, words}
export const ownRules = signal(null); // rules.py, to be read before we agree to run it
export const savedGames = signal([]);
export const view = signal(null); // what our seat sees of the table
export const invitations = signal([]); // the seats that friends have
export const moment = signal(null); // of a saved game that we look at
export const isWaiting = signal(false); // for an answer to our move
export const asked = signal({ players: null, line_up: null, rulings: {} });

export const hasGames = computed(
  () => Boolean(opened.value?.features.includes("games")) && engines.value.odds?.state !== "none",
);
/** Which of the two tables is shown, if the game has rules: "rules" or "free". */
export const mode = signal(sessionStorage.getItem("table") ?? "rules");
effect(() => sessionStorage.setItem("table", mode.value));

/** Whether the odds are those of the cards as they stand. */
export const isFresh = computed(
  () => odds.value?.seq === draft.value.number && !problems.value.isStale,
);

/** Whether what cards are worth is, too: it takes more games. */
export const isWorthFresh = computed(
  () => worth.value?.seq === draft.value.number && !problems.value.isStale,
);

export function ask(change) {
  asked.value = { ...asked.value, ...change };
  send("balance", asked.value);
}

/** The number of players that is meant where nobody says one. */
export const usual = (counts) =>
  counts.includes(4) ? 4 : (counts.find((count) => count > 1) ?? counts[0] ?? 0);

/** Say at the table what our seat does. */
export function tellTable(word, message) {
  isWaiting.value = true;
  send(word, message);
}

on("odds", (m) => {
  odds.value = m;
});
on("worth", (m) => {
  worth.value = m;
});
on("setting", (m) => {
  setting.value = m;
});
on("bases", (m) => {
  bases.value = m;
});
on("engine", (m) => {
  engines.value = { ...engines.value, [m.engine]: m };
});
on("own_rules", (m) => {
  ownRules.value = m;
});
on("saved_games", (m) => {
  savedGames.value = m.games;
});
on("view", (m) => {
  view.value = m;
  isWaiting.value = false;
});
on("invitations", (m) => {
  invitations.value = m.given;
});
on("moment", (m) => {
  moment.value = m;
});
on("refused", (m) => {
  isWaiting.value = false;
  say(m.words, true);
});

export const number = (value, digits = 1) =>
  Number.isFinite(value)
    ? value
        .toFixed(digits)
        .replace(/^-(?=0\.?0*$)/, "")
        .replace("-", "−")
    : "";
export const signed = (value, digits = 1) =>
  (Number(value.toFixed(digits)) > 0 ? "+" : "") + number(value, digits);

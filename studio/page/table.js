// The table as one seat sees it, drawn: zones and cards, moves by clicks, what happened in words. Of the designer's page and of a friend's.

import { computed, effect, html, signal, useEffect } from "./vendor/preact.js";
import { Face } from "./card.js";
import { Die } from "./die.js";
import { isWaiting, moment, tellTable, view } from "./games.js";
import { NoteForm } from "./notes.js";
import { byAmount, forgetChoices, Lines, linesOf } from "./moves.js";
import { Fold, Happened, isNarrow } from "./room.js";
import { Scores } from "./scores.js";
import { setOf } from "./sets.js";
import { Closer } from "./closer.js";

const MOST_MOVES = 80;
const SHEET_MM = 150; // what is wider is no card, and takes the width that there is
const picked = signal(""); // the card whose moves are shown
const showsAll = signal(false);
let made = -1;

effect(() => {
  // what was picked for one choice is not for the next
  const now = view.value;
  if (now && now.made !== made) {
    made = now.made;
    picked.value = "";
    showsAll.value = false;
    forgetChoices();
  }
});

export const shown = computed(() => moment.value?.seen ?? view.value); // a moment of a saved game, or our table
/** The cards that are played with. */
export const playedSet = computed(() => setOf(shown.value?.cards));
const faceOf = (id) => playedSet.value.find(id);

/** The back that a deck's cards have: found by their kind, or else by the deck's word. */
function backOf(word) {
  const ofKind = playedSet.value.cards.filter((card) => card.kind === word);
  const common = new Set(ofKind.map((card) => card.back));
  if (common.size === 1 && ofKind[0].back) return faceOf(ofKind[0].back);
  const backs = new Set(playedSet.value.cards.map((card) => card.back).filter(Boolean));
  const key = word.toLowerCase();
  const isOf = (id) =>
    id
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .some(
        (part) => part !== "back" && part !== "" && (key.startsWith(part) || part.startsWith(key)),
      );
  const isCalled = (id) => faceOf(id)?.name.toLowerCase() === key;
  return faceOf(
    [...backs].find(isOf) ?? [...backs].find(isCalled) ?? (backs.size === 1 ? [...backs][0] : ""),
  );
}

const moves = computed(() => shown.value?.moves ?? []);
const playable = computed(() => new Set(moves.value.flatMap((move) => move.faces)));
/** The faces that our own seat has: where a move names one of these, it is that one, and not its like elsewhere. */
const own = computed(
  () =>
    new Set(
      (shown.value?.zones ?? [])
        .filter((zone) => zone.seat === shown.value.seat)
        .flatMap((zone) => zone.piles.map((pile) => pile.face)),
    ),
);

function Pile({ pile, seat }) {
  const card = pile.face ? faceOf(pile.face) : null;
  const back = !card && pile.back ? backOf(pile.back) : null;
  const shown = card ?? back;
  const canPlay =
    card &&
    playable.value.has(pile.face) &&
    (seat === view.value?.seat || !own.value.has(pile.face));
  const words = [pile.words, ...pile.facts].filter(Boolean).join(" · ");
  if (pile.die)
    return html`<li class="pile">
      <${Die} faces=${pile.die} number=${pile.facts[0]} words=${words} />
      <span class="facts">${pile.facts.slice(1).join(" · ")}</span>
    </li>`;
  if (!card && pile.back && pile.count === 0)
    return html`<li class="pile">
      <span
        class="laid back gone"
        style=${shown ? { "--ratio": `${shown.width} / ${shown.height}` } : { "--ratio": "63 / 88" }}
        role="img"
        aria-label=${words || "empty"}
        title=${words}
        ><span aria-hidden="true">empty</span></span
      >
    </li>`;
  if (!shown && !pile.back)
    return html`<li class="pile words" data-edge=${pile.edge || null}>
      ${words || "empty"}<${Beside} pile=${pile} seat=${seat} />
    </li>`;
  const size = shown ? { "--ratio": `${shown.width} / ${shown.height}` } : { "--ratio": "63 / 88" };
  const isSheet = shown && shown.width > SHEET_MM;
  const inside = shown
    ? html`<${Face} id=${playedSet.value.faceOf(shown.id)} crossed=${pile.crossed} />`
    : html`<span class="deck">${pile.back}</span>`;
  return html`<li class="pile" data-edge=${pile.edge || null} data-sheet=${isSheet || null}>
    ${
      canPlay
        ? html`<button
            type="button"
            class="laid playable"
            style=${size}
            aria-pressed=${picked.value === pile.face}
            onClick=${() => {
              picked.value = picked.value === pile.face ? "" : pile.face;
            }}
          >
            <span class="unseen">${words}; show its moves</span>${inside}
          </button>`
        : html`<span
            class=${card ? "laid" : "laid back"}
            style=${size}
            role="img"
            aria-label=${words}
            title=${words}
            >${inside}</span
          >`
    }
    ${pile.count > 1 && html`<span class="times">× ${pile.count}</span>`}
    ${pile.facts.some(Boolean) && html`<span class="facts">${pile.facts.filter(Boolean).join(" · ")}</span>`}
    <${Beside} pile=${pile} seat=${seat} />
  </li>`;
}

/** What lies beside a card; what is of the card itself is said in words, not drawn as a second one. */
function Beside({ pile, seat }) {
  const isOfCard = (other) => Boolean(other.face) && other.face === pile.face && !other.edge;
  const about = pile.beside
    .filter(isOfCard)
    .map((other) => [other.words, ...other.facts].filter(Boolean).join(" · "));
  const others = pile.beside.filter((other) => !isOfCard(other));
  return html`${about.map((words) => html`<p class="about-card" key=${words}>${words}</p>`)}<${Others}
      piles=${others}
      seat=${seat}
    />`;
}

function Others({ piles, seat }) {
  const isDocked = piles.some((other) => other.edge);
  if (isDocked)
    return html`<ul class="docks">
      ${piles.map((other, n) => html`<${Pile} key=${n} pile=${other} seat=${seat} />`)}
    </ul>`;
  return (
    piles.length > 0 &&
    html`<ul class="beside">
      ${piles.map((other, n) => html`<${Pile} key=${n} pile=${other} seat=${seat} />`)}
    </ul>`
  );
}

function Zone({ zone }) {
  const isDrawn = zone.piles.some(
    (pile) => pile.face || pile.back || pile.die || pile.beside.length,
  );
  const words =
    zone.words ??
    (zone.piles.map((pile) => [pile.words, ...pile.facts].filter(Boolean).join(" ")).join(", ") ||
      (zone.seat < 0 ? "empty" : "")); // at a seat an empty place says nothing
  if (!isDrawn && !words) return null;
  const Heading = zone.seat < 0 ? "h2" : "h3";
  return html`<div class="zone">
    <${Heading}>${zone.name}</${Heading}>
    ${
      isDrawn
        ? html`<ul class="piles">
            ${zone.piles.map((pile, n) => html`<${Pile} key=${`${pile.face}${n}`} pile=${pile} seat=${zone.seat} />`)}
          </ul>`
        : html`<p class="in-words">${words}</p>`
    }
  </div>`;
}

/** Zones in their rows. */
function Rows({ zones }) {
  const rows = new Map(); // Map.groupBy would leave out phones that are two years old
  for (const zone of zones) rows.set(zone.row, [...(rows.get(zone.row) ?? []), zone]);
  return [...rows].map(
    ([row, some]) =>
      html`<div class="zones" key=${row}>
        ${some.map((zone, n) => html`<${Zone} key=${n} zone=${zone} />`)}
      </div>`,
  );
}

const lately = new Map(); // how another's seat was when we last chose, as text

function Seat({ seat }) {
  const now = shown.value;
  const isOwn = seat === now.seat;
  const zones = now.zones.filter((zone) => zone.seat === seat);
  const counters = now.counters.filter((one) => one.seat === seat);
  const name = html`Seat${" "}
  ${seat + 1}${isOwn ? " (you)" : ` · ${now.line_up[seat] === "human" ? "a person" : now.line_up[seat]}`}${now.marker === seat ? html` <span class="marker" title="holds the marker">★</span>` : ""}${now.due === seat ? html` <span class="turn">to choose</span>` : ""}`;
  const inside = html`${counters.length > 0 && html`<p class="counters">${counters.map((one) => html`<span key=${one.name}>${one.words}</span>`)}</p>`}
    <${Rows} zones=${zones} />`;
  const isFolded = !isOwn && isNarrow.value;
  return html`<section
    class=${isOwn ? "seat own" : "seat"}
    aria-label=${`Seat ${seat + 1}`}
    data-due=${now.due === seat}
  >
    ${
      isFolded
        ? html`<details open=${isOther(seat, JSON.stringify([zones, counters]))}>
            <summary><h2>${name}</h2></summary>
            ${inside}
          </details>`
        : html`<h2>${name}</h2>
            ${inside}`
    }
  </section>`;
}

/** Whether a seat has changed since we last chose. */
function isOther(seat, text) {
  const { made: ours, round } = shown.value;
  const before = lately.get(seat);
  if (before?.ours === ours && before.round <= round) {
    lately.set(seat, { ...before, text });
    return before.since !== text;
  }
  lately.set(seat, { ours, round, since: before?.text ?? text, text });
  return before !== undefined && before.text !== text;
}

let hasActed = false; // and the button with which we did is gone

function act(word, message) {
  hasActed = true;
  tellTable(word, message);
}

/** Whoever plays by keyboard goes on where the next choice is. */
function focusNext() {
  if (!hasActed || isWaiting.value) return;
  const isElsewhere = document.activeElement && document.activeElement !== document.body;
  const next = isElsewhere
    ? null
    : document.querySelector(
        ".hand .moves :is(summary, button:enabled), .hand .laid-aside button:enabled",
      );
  hasActed = !isElsewhere && !next;
  next?.focus({ preventScroll: true });
}

function Moves() {
  const now = view.value;
  useEffect(focusNext);
  if (now.is_over)
    return html`<div class="over">
      ${(now.ending.length ? now.ending : ["The game is over."]).map((line, n) => html`<p key=${n}>${line}</p>`)}
    </div>`;
  if (now.laid.length) {
    return html`<div class="laid-aside">
      <p>You have chosen; the others cannot see it yet.</p>
      <button
        type="button"
        class="main"
        disabled=${isWaiting.value}
        onClick=${() => act("confirm", { seat: now.seat })}
      >
        Confirm
      </button>
      <button
        type="button"
        disabled=${isWaiting.value}
        onClick=${() => act("take_back", { seat: now.seat })}
      >
        Take it back
      </button>
    </div>`;
  }
  if (!moves.value.length) return html`<p>Seat ${now.due + 1} is choosing.</p>`;
  const some = picked.value
    ? moves.value.filter((move) => move.faces.includes(picked.value))
    : moves.value;
  const lines = linesOf(byAmount(some), (face) => faceOf(face)?.name ?? "");
  const make = (move) => act("move", { seat: now.seat, word: move.word, made: now.made });
  return html` ${
      picked.value &&
      html`<p>
        Moves with ${faceOf(picked.value)?.name ?? picked.value}${" "}
        <button
          type="button"
          class="plain"
          onClick=${() => {
            picked.value = "";
          }}
        >
          Show all
        </button>
      </p>`
    }
    ${now.is_secret && html`<p class="faint">The others will not see your choice yet.</p>`}
    <${Lines}
      lines=${showsAll.value ? lines : lines.slice(0, MOST_MOVES)}
      isWaiting=${isWaiting.value}
      onMove=${make}
    />
    ${
      lines.length > MOST_MOVES &&
      !showsAll.value &&
      html`<p class="faint">
        Click a card to see its own moves, or${" "}
        <button
          type="button"
          class="plain"
          onClick=${() => {
            showsAll.value = true;
          }}
        >
          show ${lines.length - MOST_MOVES} more
        </button>
      </p>`
    }`;
}

/** What our seat can do; `buttons` and `more` are about the game. */
export function Turn({ buttons, more }) {
  const now = view.value;
  return html` ${(buttons || more) && html`<${Fold} label="The game"><p class="buttons">${buttons}</p>${more}</${Fold}>`}
    <div class="turn-head">
      <h2>
        <span role="status"
          >${isWaiting.value ? "The others are playing …" : now.is_over ? "The end" : moves.value.length || now.laid.length ? "Your move" : "Wait"}</span
        >
      </h2>
      <button
        type="button"
        disabled=${!now.can_undo || now.laid.length > 0 || isWaiting.value}
        onClick=${() => act("take_back", { seat: now.seat })}
      >
        Take back
      </button>
    </div>
    <${Moves} />`;
}

/** The table, and beside it what `children` say of our seat; `anew` begins a game with other cards. */
export function Table({ label, children, anew }) {
  const now = shown.value;
  const seats = now.line_up.map((_, seat) => seat).filter((seat) => seat !== now.seat);
  return html`<main class="table" data-made=${now.made} data-round=${now.round}>
    <div class="felt" tabindex="0" role="region" aria-label="The table">
      ${playedSet.value.isOther && html`<p class="other-set" role="status">${moment.value ? "The game was played with these cards." : "The cards have changed since this game began. It continues with the cards that it began with."} ${anew}</p>`}
      ${now.scores && html`<${Scores} found=${now.scores} seat=${now.seat} lineUp=${now.line_up} />`}
      ${now.heading.map((line, n) => html`<p class="heading" key=${n}>${line}</p>`)}
      <div class="middle"><${Rows} zones=${now.zones.filter((zone) => zone.seat < 0)} /></div>
      <div class="seats-row">
        ${seats.map((seat) => html`<${Seat} key=${seat} seat=${seat} />`)}
      </div>
    </div>
    ${now.seat >= 0 && html`<div class="own-place" tabindex="0" role="region" aria-label="Your cards"><${Seat} seat=${now.seat} /></div>`}
    <aside class="hand" aria-label=${label}>
      ${children}
      <${Happened} lines=${now.story} />
      <${Closer} />
      ${!moment.value && html`<${Fold} label="A note"><${NoteForm} label=${picked.value ? `A note on ${faceOf(picked.value)?.name ?? picked.value}` : "A note on this moment"} about=${{ card: faceOf(picked.value)?.id ?? "", at_table: true }} /></${Fold}>`}
    </aside>
  </main>`;
}

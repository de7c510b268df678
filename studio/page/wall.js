// The wall of all cards, filtered, and the chosen card large beside it.

import { batch, computed, html, signal, useEffect, useRef } from "./vendor/preact.js";
import { artCell, dropTarget, PictureButton } from "./art.js";
import { CardWorth } from "./balance.js";
import { Face } from "./card.js";
import { bases, worth } from "./games.js";
import { send } from "./link.js";
import { CardNotes, notesOf } from "./notes.js";
import {
  add,
  base,
  cardById,
  cardOf,
  changed,
  choose,
  chosen,
  editor,
  face,
  faults,
  goal,
  grids,
  current,
  isChosenCard,
  pale,
  problems,
  remove,
  wall,
} from "./state.js";
import { translatedFace } from "./translate.js";
import { count } from "./told.js";

const kind = signal("");
const words = signal("");
const onlyFaulty = signal(false);
const order = signal("file");
const ranks = signal(new Map()); // what the cards are ordered by, as it was when the order was chosen: the wall does not jump about
const onlyChanged = signal(false);
const zoom = signal(Number(sessionStorage.getItem("zoom") ?? 2.4)); // pixels a millimetre

const kinds = computed(() => [...new Set(wall.value.cards.map((card) => card.kind))]);

const isFaulty = (card) =>
  faults.value.has(card.id) ||
  faults.value.has(card.entry) ||
  face(card.id).value.fits.some((fit) => fit.overflows);

/** The words that a card is found by beside its name and its id: what its row says. */
const searchable = computed(() => {
  const found = new Map();
  for (const [key, grid] of grids.value)
    if (key.startsWith("kinds/"))
      for (const row of grid.rows)
        found.set(`${grid.name}/${row.id}`, Object.values(row.cells).join(" ").toLowerCase());
  return found;
});

function setOrder(which) {
  order.value = which;
  const { cards = {}, used = {} } = worth.value ?? {};
  ranks.value = new Map(
    which === "worth"
      ? Object.entries(cards).map(([id, [value]]) => [id, value])
      : which === "used"
        ? Object.entries(used)
        : [],
  );
}

const rank = (card) => ranks.value.get(card.id) ?? ranks.value.get(card.entry) ?? -Infinity;

let lastShown = [];

/** The ids of the cards that are shown; the same list as long as they are the same. */
const shown = computed(() => {
  const ids = sought().map((card) => card.id);
  const isSame = ids.length === lastShown.length && ids.every((id, n) => id === lastShown[n]);
  return isSame ? lastShown : (lastShown = ids);
});

function sought() {
  const wanted = words.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const found = wall.value.cards.filter((card) => {
    if (kind.value && card.kind !== kind.value) return false;
    if (onlyChanged.value && !changed.value.cards[card.id]) return false;
    if (onlyFaulty.value && !isFaulty(card)) return false;
    if (!wanted.length) return true;
    const text =
      `${card.id} ${card.name} ${searchable.value.get(`${card.kind}/${card.entry}`) ?? ""}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
  return order.value === "file"
    ? found
    : found.sort((a, b) => (rank(b) > rank(a)) - (rank(b) < rank(a)));
}
const total = computed(() => wall.value.cards.length);
const isStale = computed(() => problems.value.isStale);

function pick(card) {
  choose(card.id);
  current.value = `kinds/${card.kind}`;
  goal.value =
    editor.value === "grid" ? { at: ["kinds", card.kind, card.entry] } : { entry: card.entry };
}

/** Go to a card's cells in the grid, or to its lines in the text. */
function goToRow(card) {
  pick(card);
  if (editor.value === "grid") goal.value = { at: ["kinds", card.kind, card.entry], isNew: true };
}

/** What of a face does not fit, and what had to shrink. */
function fitsOf(fits) {
  return {
    wrong: fits.filter((fit) => fit.overflows).map((fit) => `${fit.field} does not fit`),
    shrunk: fits
      .filter((fit) => !fit.overflows)
      .map((fit) => `${fit.field} shrunk from ${fit.wanted} to ${fit.used} pt`),
  };
}

function badges(card) {
  const wrong = [
    ...(faults.value.get(card.id) ?? []),
    ...(card.entry !== card.id ? (faults.value.get(card.entry) ?? []) : []),
  ];
  const fits = fitsOf(face(card.id).value.fits);
  return {
    ...fits,
    wrong: [...new Set([...wrong.map((one) => one.message), ...fits.wrong])],
    isDoubtful: !fits.wrong.length && wrong.every((one) => one.severity !== "error"),
  };
}

const SORTS = {
  new: "new",
  changed: "changed",
  back: "another back",
  more: "more copies",
  fewer: "fewer copies",
};

function compareWith(word) {
  if (word === "git") {
    word = prompt("Which revision of git? A commit, a tag or a branch:", "HEAD")?.trim();
    if (!word) return;
  }
  base.value = word;
  send("since", { of: word });
}

const MOST_GONE = 3; // cards that are gone are named, and others counted

function Since() {
  const { cards, gone, fault } = changed.value;
  const number = Object.keys(cards).length;
  const kept = bases.value.names.filter((name) => name !== "saved");
  const isGit = !["saved", "printed", ...kept.map((name) => `kept:${name}`)].includes(base.value);
  const named = gone.slice(0, MOST_GONE).join(", ") + (gone.length > MOST_GONE ? " …" : "");
  const said =
    fault ??
    (!number && !gone.length ? "" : `${number} changed`) +
      `${gone.length ? `, ${gone.length} gone (${named})` : ""}`;
  return html`<span class="since">
    <label
      ><input
        type="checkbox"
        checked=${onlyChanged.value}
        onChange=${(e) => {
          onlyChanged.value = e.target.checked;
        }}
      />
      ${" "}changed</label
    >
    <select
      aria-label="Changed since"
      value=${isGit ? "git" : base.value}
      onChange=${(e) => compareWith(e.target.value)}
    >
      <option value="saved">since last save</option>
      <option value="printed">since last print</option>
      ${kept.map((name) => html`<option key=${name} value=${`kept:${name}`}>since ${name}</option>`)}
      <option value="git">${isGit ? `since ${base.value}` : "since a revision …"}</option>
    </select>
    <span class=${fault ? "count bad" : "count"} role="status">${said}</span>
  </span>`;
}

const looks = new Map();

/** What is said of a card on the wall, as text: it is drawn again only if that has changed. */
function lookOf(card) {
  if (looks.get(card.id)?.card !== card) {
    const look = computed(() =>
      JSON.stringify({
        ...badges(card),
        noted: notesOf(card.id).length,
        isPale: pale.value.has(card.entry),
        sort: changed.value.cards[card.id],
      }),
    );
    looks.set(card.id, { card, look });
  }
  return JSON.parse(looks.get(card.id).look.value);
}

const NEAR = "700px"; // how far out of sight cards are drawn already
const nearSignals = new Map();

/** Whether a card is in sight or near it: a signal of its own, so that scrolling draws that card alone. */
function isNear(id) {
  if (!nearSignals.has(id)) nearSignals.set(id, signal(false));
  return nearSignals.get(id);
}

let sight = null; // watches which cards of the wall are near sight

function watchSight(wall) {
  const look = (seen) =>
    batch(() => {
      for (const one of seen) isNear(one.target.dataset.for).value = one.isIntersecting;
    });
  sight = new IntersectionObserver(look, { root: wall, rootMargin: `${NEAR} 0px` });
  for (const card of wall.querySelectorAll("button.card")) sight.observe(card);
  return () => {
    sight.disconnect();
    sight = null;
  };
}

function Badges({ wrong, isDoubtful, shrunk, noted, sort }) {
  return html`${wrong.length > 0 && html`<span aria-hidden="true" class=${`badge wrong ${isDoubtful ? "doubtful" : ""}`} title=${wrong.join("\n")}>${wrong.length}</span>`}
  ${sort && html`<span aria-hidden="true" class="badge other" title=${SORTS[sort]}></span>`}
  ${shrunk.length > 0 && html`<span aria-hidden="true" class="badge shrunk" title=${shrunk.join("\n")}>small text</span>`}
  ${noted > 0 && html`<span aria-hidden="true" class="badge noted">✎ ${noted}</span>`}`;
}

const PLAIN = { wrong: [], shrunk: [] };

/** A card of the wall; far from sight no more than its name, since a wall of thousands is slow. */
function Card({ id }) {
  const card = cardOf(id).value;
  const isDrawn = isNear(id).value;
  const { wrong, isDoubtful, shrunk, noted, isPale, sort } = isDrawn ? lookOf(card) : PLAIN;
  const place = useRef(null);
  useEffect(() => {
    const button = place.current;
    sight?.observe(button);
    return () => sight?.unobserve(button);
  }, []);
  const size = {
    "--w": `${card.width * zoom.value}px`,
    "--ratio": `${card.width} / ${card.height}`,
  };
  return html`<button
    type="button"
    ref=${place}
    class=${["card", isPale && "pale", !isDrawn && "far"].filter(Boolean).join(" ")}
    data-for=${id}
    data-shape=${card.shape}
    style=${size}
    aria-pressed=${isChosenCard(id).value}
    onClick=${() => pick(card)}
    ...${dropTarget(artCell(card))}
  >
    <span class=${isDrawn ? "unseen" : ""}
      >${[card.name, SORTS[sort], ...wrong, ...shrunk, noted && `${noted} noted`].filter(Boolean).join("; ")}</span
    >
    ${isDrawn && html`<${Face} id=${id} /><${Badges} ...${{ wrong, isDoubtful, shrunk, noted, sort }} />`}
  </button>`;
}

export function Large() {
  const card = cardById.value.get(chosen.value);
  if (!card) return null;
  const back = card.back && cardById.value.get(card.back);
  const translated = translatedFace(card.id);
  const { wrong, isDoubtful, shrunk } = translated ? fitsOf(translated.fits) : badges(card);
  const grid = grids.value.get(`kinds/${card.kind}`);
  const size = (one) => ({
    "--ratio": `${one.width} / ${one.height}`,
    "--wide": one.width / one.height,
  });
  return html`<section class="large" aria-label="The chosen card">
    <div class="sides">
      <button
        type="button"
        class="side"
        data-shape=${card.shape}
        style=${size(card)}
        title="Go to its cells"
        onClick=${() => goToRow(card)}
        ...${dropTarget(artCell(card))}
      >
        <span class="unseen">Go to the cells of ${card.name}</span
        ><${Face} id=${card.id} shown=${translated} />
      </button>
      ${back && html`<div class="side" data-shape=${back.shape} style=${size(back)}><${Face} id=${back.id} outline=${card.behind} /></div>`}
    </div>
    <div class="about">
      <h2>${card.name}</h2>
      <p>
        ${card.kind}${card.entry !== card.name ? ` · ${card.entry}` : ""} ·${" "}
        ${card.copies === 1 ? "1 copy" : `${card.copies} copies`} · ${card.width} × ${card.height}
        ${" "}mm
      </p>
      <${CardWorth} card=${card} />
      ${wrong.map((text) => html`<p class=${isDoubtful ? "doubtful" : "wrong"}>${text}</p>`)}
      ${shrunk.map((text) => html`<p class="shrunk">${text}</p>`)}
      <${CardNotes} card=${card} />
      ${grid && html`<p class="buttons"><button type="button" onClick=${() => add(grid, card.entry)}>Copy</button><button type="button" onClick=${() => remove(grid, card.entry)}>Delete</button><${PictureButton} card=${card} /></p>`}
    </div>
  </section>`;
}

export function WallView() {
  const faces = useRef(null);
  useEffect(() => watchSight(faces.current), []);
  const setZoom = (event) => {
    zoom.value = Number(event.target.value);
    sessionStorage.setItem("zoom", zoom.value);
  };
  return html`<section class="wall" aria-label="All cards">
    <div class="filters">
      <select
        aria-label="Kind"
        value=${kind.value}
        onChange=${(e) => {
          kind.value = e.target.value;
        }}
      >
        <option value="">All kinds</option>
        ${kinds.value.map((name) => html`<option value=${name}>${name}</option>`)}
      </select>
      <input
        type="search"
        placeholder="Search"
        aria-label="Search in names and texts"
        value=${words.value}
        onInput=${(e) => {
          words.value = e.target.value;
        }}
      />
      <label
        ><input
          type="checkbox"
          checked=${onlyFaulty.value}
          onChange=${(e) => {
            onlyFaulty.value = e.target.checked;
          }}
        />
        ${" "}with problems</label
      >
      <${Since} />
      ${
        worth.value &&
        html`<select
          aria-label="Order"
          value=${order.value}
          onChange=${(e) => setOrder(e.target.value)}
        >
          <option value="file">as in the file</option>
          <option value="worth">worth most first</option>
          <option value="used">used most first</option>
        </select>`
      }
      <label class="zoom"
        >Size <input type="range" min="1" max="5" step="0.2" value=${zoom.value} onInput=${setZoom}
      /></label>
      <span class="count" role="status"
        >${shown.value.length === total.value ? count(total.value, "card") : `${shown.value.length} of ${count(total.value, "card")}`}</span
      >
    </div>
    <div ref=${faces} class=${problems.value.areOld ? "faces stale" : "faces"}>
      ${shown.value.map((id) => html`<${Card} key=${id} id=${id} />`)}
      ${shown.value.length === 0 && html`<p class="empty">${total.value ? "No card matches." : isStale.value ? "The cards will be drawn as soon as you correct the errors; the button at the top lists them." : "There are no cards yet."}</p>`}
    </div>
  </section>`;
}

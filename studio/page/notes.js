// Notes: written beside a card, at the table, or for the whole game; listed, and opened again where they were made.

import { computed, html, signal } from "./vendor/preact.js";
import { mode } from "./games.js";
import { on, send } from "./link.js";
import { cardById, choose, say, tab } from "./state.js";

export const notes = signal([]); // oldest first
const which = signal("all"); // all, now, before
const byCard = signal(false);
let waiting = null; // the field whose text is on its way: it stays until it is kept

on("notes", (m) => {
  notes.value = m.notes;
});
on("kept", () => {
  if (waiting) waiting.value = "";
  waiting = null;
  say("Noted.");
});

/** The notes on a card, newest first. */
export const notesOf = (id) => notes.value.filter((note) => note.card === id).reverse();

/** A field to note something in. `about` says what: {card, at_table}. */
export function NoteForm({ label, about }) {
  const keep = (event) => {
    event.preventDefault();
    const field = event.target.elements.text;
    if (!field.value.trim()) return;
    waiting = field;
    send("note", { text: field.value, ...about });
  };
  const onKeyDown = (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.target.form.requestSubmit();
    }
  };
  return html`<form class="note-form" onSubmit=${keep}>
    <label
      ><span>${label}</span>${" "}
      <textarea name="text" rows="2" maxlength="2000" onKeyDown=${onKeyDown}></textarea>
    </label>
    <button type="submit">Note it</button>
  </form>`;
}

function open(note) {
  const isFree = note.record.endsWith(".table");
  if (isFree) send("table_watch", { saved: note.record, step: note.move });
  else send("watch", { saved: note.record, move: note.move });
  mode.value = isFree ? "free" : "rules";
  tab.value = "play";
}

function Note({ note, hasCard }) {
  const card = cardById.value.get(note.card);
  const when = [note.who, note.date, note.version && `version ${note.version}`]
    .filter(Boolean)
    .join(" · ");
  const old = note.is_changed
    ? card
      ? "The card has changed since: still true?"
      : "The card is gone."
    : !note.is_now
      ? "The numbers have changed since: still true?"
      : "";
  return html`<li class="note">
    <p class="said">${note.text}</p>
    <p class="faint">
      ${
        hasCard &&
        note.card &&
        html`<button
            type="button"
            class="plain"
            disabled=${!card}
            onClick=${() => {
              choose(note.card);
              tab.value = "cards";
            }}
          >
            ${card?.name ?? note.card}
          </button>
          ${" "}· `
      }${when}
    </p>
    ${old && html`<p class="old">${old}</p>`}
    <p class="buttons">
      ${old && !(note.card && !card) && html`<button type="button" onClick=${() => send("still_true", { number: note.number })} aria-label=${`Still true: “${note.text.slice(0, 40)}”`}>Still true</button>`}
      ${note.record && html`<button type="button" onClick=${() => open(note)}>Show the moment</button>`}
      <button
        type="button"
        onClick=${() => {
          if (confirm("Delete this note?")) send("drop_note", { number: note.number });
        }}
        aria-label=${`Delete the note “${note.text.slice(0, 40)}”`}
      >
        Delete
      </button>
    </p>
  </li>`;
}

/** The notes on a card, beside it. */
export function CardNotes({ card }) {
  const own = notesOf(card.id);
  return html`<details class="card-notes" open=${own.length > 0} key=${card.id}>
    <summary>
      ${!own.length ? "Add a note" : own.length === 1 ? "1 note" : `${own.length} notes`}
    </summary>
    <ul class="notes">
      ${own.map((note) => html`<${Note} key=${note.number} note=${note} />`)}
    </ul>
    <${NoteForm} label=${`A note on ${card.name}`} about=${{ card: card.id }} />
  </details>`;
}

const shown = computed(() => {
  const found = notes.value
    .filter(
      (note) =>
        which.value === "all" || (which.value === "now") === (note.is_now && !note.is_changed),
    )
    .reverse();
  const groups = new Map();
  for (const note of found) {
    const key = byCard.value
      ? (cardById.value.get(note.card)?.name ?? (note.card || "The game"))
      : "";
    groups.set(key, [...(groups.get(key) ?? []), note]);
  }
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
});

export function NotesView() {
  return html`<main class="notes-room">
    <${NoteForm} label="A note on the whole game" about=${{}} />
    <div class="filters">
      <select
        aria-label="Which notes"
        value=${which.value}
        onChange=${(e) => {
          which.value = e.target.value;
        }}
      >
        <option value="all">All notes</option>
        <option value="now">on the current cards</option>
        <option value="before">on earlier cards</option>
      </select>
      <label
        ><input
          type="checkbox"
          checked=${byCard.value}
          onChange=${(e) => {
            byCard.value = e.target.checked;
          }}
        />
        ${" "}by card</label
      >
      <span class="count" role="status"
        >${notes.value.length === 1 ? "1 note" : `${notes.value.length} notes`}</span
      >
    </div>
    ${shown.value.map(
      ([name, list]) =>
        html`<section key=${name} aria-label=${name || "Notes"}>
          ${name && html`<h2>${name}</h2>`}
          <ul class="notes">
            ${list.map((note) => html`<${Note} key=${note.number} note=${note} hasCard=${!byCard.value} />`)}
          </ul>
        </section>`,
    )}
    ${!shown.value.length && html`<p class="empty">${notes.value.length ? "No note matches." : "There are no notes yet. You can write notes on a card beside it, and on a moment at the table."}</p>`}
  </main>`;
}

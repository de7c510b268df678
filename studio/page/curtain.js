// Several people at one screen: a curtain before the hand of whoever is next, until they say that they are there.

import { effect, html, signal, useEffect, useRef } from "./vendor/preact.js";
import { invitations, moment, view } from "./games.js";
import { send } from "./link.js";
import { sitting, tableView, WATCHER } from "./surface.js";

export const curtain = signal(null); // the seat whose hand is behind it
export const tableCurtain = signal(null); // the same at the free table
const passed = signal(""); // whose cards are looked at on purpose while another is due

const isGiven = (seat) => invitations.value.some((one) => one.seat === seat);

/** The seats that people at this screen have. */
export function ourSeats(now) {
  return now.line_up.flatMap((word, seat) => (word === "human" && !isGiven(seat) ? [seat] : []));
}

const lookOf = (now) => `${now.seat}/${now.due}`;

effect(() => {
  const now = view.value;
  if (!now || moment.value || now.is_over) {
    curtain.value = null;
    return;
  }
  if (curtain.value === now.seat) {
    curtain.value = null;
    passed.value = lookOf(now);
  }
  if (now.due === now.seat) passed.value = "";
  const isOurs = ourSeats(now).includes(now.due);
  const isElsewhere = isOurs && now.due !== now.seat && !now.moves.length && !now.laid.length;
  if (!isElsewhere || passed.peek() === lookOf(now)) return;
  if (now.is_open) send("take_seat", { seat: now.due });
  else curtain.value = now.due;
});

/** Look from another seat, behind a curtain first if there is anything to hide. */
export function handOver(seat) {
  const now = view.value;
  if (now.is_open) {
    passed.value = `${seat}/${now.due}`;
    send("take_seat", { seat });
  } else curtain.value = seat;
}

effect(() => {
  // whose cards are shown, or who plays elsewhere now, needs no curtain
  const now = tableView.value;
  if (!now || now.seat === tableCurtain.value || isGiven(tableCurtain.value))
    tableCurtain.value = null;
});

/** Look from another seat at the free table, behind a curtain first if that seat's hand is hidden. */
export function sitAt(seat) {
  const isHidden = tableView.value.places.some(
    (place) => place.is_hand && place.seat === seat && place.backs.length > 0,
  );
  if (isHidden) tableCurtain.value = seat;
  else sitting(seat);
}

export function Curtain() {
  const now = view.value;
  const next = curtain.value;
  const back = () => {
    passed.value = lookOf(now);
    curtain.value = null;
  };
  return html`<${Cloth}
    seat=${now.seat}
    next=${next}
    isDue=${now.due === next}
    show=${() => send("take_seat", { seat: next })}
    back=${back}
  />`;
}

export function TableCurtain() {
  const { seat, turn } = tableView.value;
  const next = tableCurtain.value;
  const back = () => {
    tableCurtain.value = null;
  };
  return html`<${Cloth}
    seat=${seat}
    next=${next}
    isDue=${turn === next}
    show=${() => sitting(next)}
    back=${back}
  />`;
}

function Cloth({ seat, next, isDue, show, back }) {
  const button = useRef(null);
  useEffect(() => button.current?.focus(), [next]);
  const isWatching = seat === WATCHER;
  return html`<main class="lone curtain">
    <h2>${isDue ? `Seat ${next + 1}, it is your turn` : `Seat ${next + 1}`}</h2>
    <p>${isWatching ? "" : `The cards of seat ${seat + 1} are hidden. `}Hand the screen over.</p>
    <p class="buttons">
      <button type="button" class="main" ref=${button} onClick=${show}>
        I am seat ${next + 1}: show my cards
      </button>
      <button type="button" onClick=${back}>
        ${isWatching ? "Back to watching" : `Back to seat ${seat + 1}`}
      </button>
    </p>
  </main>`;
}

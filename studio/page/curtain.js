// Several people at one screen: a curtain before the hand of whoever is next, until they say that they are there.

import { effect, html, signal, useEffect, useRef } from "./vendor/preact.js";
import { invitations, moment, view } from "./games.js";
import { send } from "./link.js";

export const curtain = signal(null); // the seat whose hand is behind it
const passed = signal(""); // whose cards are looked at on purpose while another is due

/** The seats that people at this screen have. */
export function ourSeats(now) {
  const isGiven = (seat) => invitations.value.some((one) => one.seat === seat);
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

export function Curtain() {
  const button = useRef(null);
  const now = view.value;
  useEffect(() => button.current?.focus(), [curtain.value]);
  const back = () => {
    passed.value = lookOf(now);
    curtain.value = null;
  };
  return html`<main class="lone curtain">
    <h2>
      ${now.due === curtain.value ? `Seat ${curtain.value + 1}, it is your turn` : `Seat ${curtain.value + 1}`}
    </h2>
    <p>The cards of seat ${now.seat + 1} are hidden. Hand the screen over.</p>
    <p class="buttons">
      <button
        type="button"
        class="main"
        ref=${button}
        onClick=${() => send("take_seat", { seat: curtain.value })}
      >
        I am seat ${curtain.value + 1}: show my cards
      </button>
      <button type="button" onClick=${back}>Back to seat ${now.seat + 1}</button>
    </p>
  </main>`;
}

// The cards that a table is played with: those on the wall, or a set of its own where the wall shows others by now.

import { batch, computed, signal } from "./vendor/preact.js";
import { on } from "./link.js";
import { face, wall } from "./state.js";

const sets = signal(new Map()); // the key of a set that looks otherwise than the wall -> its cards
on("card_set", (m) => {
  batch(() => {
    const next = new Map(sets.value);
    if (m.cards.length) next.set(m.key, m.cards);
    else next.delete(m.key);
    sets.value = next;
    for (const one of m.faces) face(`${m.key}/${one.card}`).value = one;
  });
});

function lookUp(cards, prefix) {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const byEntry = new Map();
  for (const card of cards) if (!byEntry.has(card.entry)) byEntry.set(card.entry, card);
  return {
    cards,
    isOther: prefix !== "",
    find: (id) => byId.get(id) ?? byEntry.get(id),
    faceOf: (id) => prefix + id,
  };
}

const ofWall = computed(() => lookUp(wall.value.cards, ""));
const others = computed(
  () => new Map([...sets.value].map(([key, cards]) => [key, lookUp(cards, `${key}/`)])),
);

/** The cards of a set by its key: `find` one by its id or its entry, `faceOf` names its face. */
export const setOf = (key) => others.value.get(key) ?? ofWall.value;

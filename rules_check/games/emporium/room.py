"""The capacity of Emporium's records, as docs/reference/growing.md describes it to designers; a
card set's record says how much of it is used.

Item, hero and monster numbers are `small` in a state.
"""

SEATS = 6
TIERS = 8
TYPES = 8  # of slots, guilds and monsters
HEROES = MONSTERS = 64
ITEMS = 128  # distinct items
COPIES = 240  # copies of all items; a hand and a deck have room for every one
ALIKE = 99  # copies of one item
HAND = 99  # largest hand size, and upgrades in one round
HERO_PLACES = MONSTER_PLACES = 3
SLOTS = 4  # of one hero
LEVELS = 9
SORTS = max(LEVELS, TYPES)  # of trophies: types of monsters, guilds or, by ruling, levels of heroes
PRICES = 20
DECK_KINDS = 2
# all items, or heroes, as a zone, whose last entry is the count
ITEM_ZONE = COPIES + 1
DECK_ZONE = HEROES + 1
OWNERS = 10

"""How much Emporium's records have room for, as docs/reference/growing.md tells designers; how much
of it a card set uses, its record says.

Item, hero and monster numbers are `small` in a state.
"""

SEATS = 6
TIERS = 8
TYPES = 8  # of slots, guilds and monsters
HEROES = MONSTERS = 64
ITEMS = 128  # distinct ones
COPIES = 240  # all items of all copies; a hand and a deck have room for every one
ALIKE = 99  # copies of one item
HAND = 99  # cards that a hand is filled up to, and upgrades in one round
HERO_PLACES = MONSTER_PLACES = 3
SLOTS = 4  # of one hero
LEVELS = 9
SORTS = max(LEVELS, TYPES)  # of trophies: types of monsters, guilds or by ruling levels of heroes
PRICES = 20
DECK_KINDS = 2
ITEM_ZONE, DECK_ZONE = (
    COPIES + 1,
    HEROES + 1,
)  # all items, or heroes, as a zone: the last entry is how many
OWNERS = 10

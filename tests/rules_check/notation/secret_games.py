"""Small games with one secret each, as cards.yaml, to see what is told of it."""

from __future__ import annotations

GAME = """
game: {{title: Secrets, version: 1.0.0, players: 2-3}}
tables:
  plan:
    fields: {{name: line}}
    rows: {{dig: {{name: Dig}}, rest: {{name: Rest}}, sail: {{name: Sail}}}}
kinds:
  card:
    template: card.svg.j2
    fields: {{worth: 1..6}}
    cards:
{cards}
components:
  cards: {{name: Cards, of: card, count: {count}}}
play:
{play}
"""
NAMES = ("apple", "birch", "cedar", "damson", "elm", "fir", "gorse", "hazel", "ivy")


def game(play: str, copies: int = 1, names: tuple[str, ...] = NAMES) -> str:
    """Write a game of cards with some copies each, and its rules."""
    cards = "\n".join(
        f"      {name}: {{worth: {1 + n % 6}, copies: {copies}}}" for n, name in enumerate(names)
    )
    lines = "\n".join(f"  {line}" for line in play.strip("\n").splitlines())
    return GAME.format(cards=cards, count=copies * len(names), play=lines)


DEALT = """
common:
  deck: all card, face down
each:
  hand: card, seen by owner
  {own}
begin:
  - deal 3 from deck to each hand
{course}
until: round = 2
score: {score}
"""
LAID = DEALT.replace("{own}", "laid: card, face down").replace("{score}", "count(laid)")
HELD = DEALT.replace("  {own}\n", "").replace("{score}", "count(hand)")
SHOWN = DEALT.replace("{own}", "shown: card").replace("{score}", "count(shown)")
OWNED = LAID.replace("laid: card, face down", "laid: card, seen by owner")
NOTED = DEALT.replace("{own}", "note: 0, seen by owner").replace("{score}", "note")
PLANNED = DEALT.replace("{own}", "aim: plan, seen by owner").replace(
    "{score}", "if(aim = dig, 3, 1)"
)

EACH = "round:\n  - each:\n      choose:\n        {option}"
TOGETHER = EACH.replace("each:", "together:")
LAY = "lay {card in hand}: move card to laid"
GAMES = {
    "laid face down in turn": game(LAID.replace("{course}", EACH.format(option=LAY))),
    "laid face down together": game(LAID.replace("{course}", TOGETHER.format(option=LAY))),
    "laid for its owner in turn": game(OWNED.replace("{course}", EACH.format(option=LAY))),
    "laid for its owner together": game(OWNED.replace("{course}", TOGETHER.format(option=LAY))),
    "laid under a deck": game(
        HELD.replace(
            "{course}", EACH.format(option="bury {card in hand}: move card to deck at the bottom")
        )
    ),
    "given to a neighbour": game(
        HELD.replace(
            "{course}", EACH.format(option="give {card in hand}: move card to left(me).hand")
        )
    ),
    "a number noted in turn": game(
        NOTED.replace("{course}", EACH.format(option="note {n in 0..4}: set note to n"))
    ),
    "a number noted together": game(
        NOTED.replace("{course}", TOGETHER.format(option="note {n in 0..4}: set note to n"))
    ),
    "a plan by name": game(
        PLANNED.replace("{course}", TOGETHER.format(option="aim for {p in plan}: set aim to p"))
    ),
    "a plan by its words": game(
        PLANNED.replace(
            "{course}",
            TOGETHER.format(
                option="dig: set aim to dig\n        rest: set aim to rest\n        sail: nothing"
            ),
        )
    ),
    "a plan by its words in turn": game(
        PLANNED.replace(
            "{course}", EACH.format(option="dig: set aim to dig\n        rest: set aim to rest")
        )
    ),
    "a hand of one kind": game(
        LAID.replace("{course}", EACH.format(option=LAY)), copies=4, names=NAMES[:2]
    ),
    "an open card of a hand of one kind": game(
        SHOWN.replace("{course}", EACH.format(option="show {card in hand}: move card to shown")),
        copies=4,
        names=NAMES[:2],
    ),
    "a hand that scores": game(
        LAID.replace("{course}", EACH.format(option=LAY)).replace("count(laid)", "sum(hand.worth)")
    ),
    "a pile that scores": game(
        LAID.replace("{course}", EACH.format(option=LAY)).replace("count(laid)", "sum(laid.worth)"),
        copies=4,
        names=NAMES[:2],
    ),
    "two cards together": game(
        LAID.replace(
            "{course}",
            "round:\n  - together:\n      - choose:\n          "
            + LAY
            + "\n      - choose:\n          "
            "keep {other in hand}: move other to laid",
        )
    ),
    "as many as one likes": game(
        LAID.replace(
            "{course}",
            "round:\n  - together:\n      - repeat:\n          choose:\n            " + LAY + "\n"
            "            no more: end the repeat",
        )
    ),
}

"""What a check found, made up for the tests of the page: the usual, the extreme, the empty and the
small.
"""

from __future__ import annotations

import random
from typing import Any

from rules_check.verdict.ranking import SECTIONS

EVIL = "<script>alert('\"&')</script>"


def finding(
    code: str, about: str, section: str, verdict: str, claim: str, **more: Any
) -> dict[str, Any]:
    return {
        "finding": code,
        "about": about,
        "section": section,
        "verdict": verdict,
        "claim": claim,
        **more,
    }


def shown(players: int, game: int, line_up: str = "expert") -> dict[str, Any]:
    return {"players": players, "line_up": line_up, "seed": 1, "game": game}


def make_findings() -> list[dict[str, Any]]:
    """Forty-odd findings, of every section and verdict."""
    made = [
        finding(
            "seat-advantage",
            "4 players, seat 1",
            "balance",
            "warning",
            "In a game of four, seat 1 wins 28.4 % of the games, 3.4 points more than its share.",
            number=3.4,
            interval=[2.7, 4.1],
            unit="points",
            hint="Let the last player start with 1 gold more, or auction the first seat.",
            shown=shown(4, 17),
        ),
        finding(
            "card-too-strong",
            "lighthouse-knight",
            "balance",
            "warning",
            "Who recruits The Lighthouse Knight wins 4.2 points more often.",
            number=4.2,
            interval=[3.3, 5.1],
            unit="points",
            place="cards.yaml:113:9",
            hint="Try strength 5, or level 2 slots.",
            shown=shown(4, 221),
        ),
        finding(
            "game-stalls",
            "2 players",
            "games",
            "fault",
            "3 of 1,000 games of two never end: nobody can afford a hero.",
            number=0.3,
            interval=[0.1, 0.9],
            unit="%",
            shown=shown(2, 803, "expert,greedy"),
            hint="Give two players one more gold a round.",
        ),
        finding(
            "length",
            "6 players",
            "length",
            "unsure",
            "With six, a game takes 41 minutes; the box promises 30 to 40.",
            number=41.2,
            interval=[39.1, 43.3],
            unit="minutes",
        ),
        finding(
            "ruling-matters",
            "tie on a sale",
            "rulings",
            "unsure",
            "Whoever wins ties on a sale may change how seats fare.",
            hint="Run `emporium-pnp check --level deep`.",
        ),
        finding(
            "length",
            "2 players",
            "length",
            "warning",
            "With two, a game takes 26 minutes; the box promises 30 to 40.",
            number=26.0,
            interval=[25.5, 26.4],
            unit="minutes",
            silenced="A two-player game is meant to be a quick one, and the rulebook says so.",
            place="cards.yaml:13:12",
        ),
    ]
    for number, section in enumerate(SECTIONS):
        for part in range(3 + number):
            made.append(
                finding(
                    f"{section}-sound",
                    f"part {part + 1}",
                    section,
                    "ok",
                    f"The {section} holds in its part {part + 1}.",
                    number=0.0,
                )
            )
    return made


def make_cards(count: int, rng: random.Random) -> list[dict[str, Any]]:
    firsts = [
        "Bridge",
        "Cellar",
        "Bog",
        "Lighthouse",
        "Anvil",
        "Thistle",
        "Copper",
        "Grave",
        "Salt",
        "Midnight",
    ]
    lasts = [
        "Troll",
        "Rat King",
        "Toad",
        "Knight",
        "Queen",
        "Witch",
        "Golem",
        "Candle of Borrowed Hours",
        "Imp",
    ]
    cards = []
    for number in range(count):
        seen, worth, half = rng.randint(400, 4000), rng.gauss(0, 1.1), rng.uniform(0.5, 1.1)
        worth += 3.1 if number in (4, 31) else -2.8 if number == 17 else 0
        card = {
            "card": f"card-{number}",
            "kind": ("hero", "monster", "item")[number % 3],
            "seen": seen,
            "name": f"{firsts[number % 10]} {lasts[number % 9]}",
            "used": round(seen * min(0.98, max(0.02, rng.gauss(0.55, 0.18)))),
        }
        if number % 13 != 5:
            card |= {
                "worth": round(worth, 2),
                "low": round(worth - half, 2),
                "high": round(worth + half, 2),
            }
        cards.append(card)
    return cards


def make_examined(
    counts: tuple[int, ...] = (2, 3, 4, 5, 6), cards: int = 81, games: int = 1000
) -> dict[str, Any]:
    """Make what a check of a game like Emporium may give."""
    rng = random.Random(5)

    def share(middle: float, half: float = 0.012) -> dict[str, float]:
        return {"share": middle, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}

    lengths, seats, money, ends, ladder, actions, exploit, tallies = [], [], [], [], [], [], [], []
    for players in counts:
        rounds: dict[str, int] = {}
        for _ in range(games):
            key = str(max(4, round(rng.gauss(9 + players / 2, 1.8))))
            rounds[key] = rounds.get(key, 0) + 1
        if players == 2 and games > 10:
            rounds["60"] = 3
        mean = 20 + 3.4 * players
        lengths.append(
            {
                "players": players,
                "line_up": "expert",
                "games": games,
                "rounds": rounds,
                "decisions": 31.4 * players,
                "minutes": {"mean": mean, "low": mean * 0.8, "high": mean * 1.25},
                "promise": [30, 40],
            }
        )
        for seat in range(players):
            off = (
                (0.034 if seat == 0 else 0.018 if seat == 1 else -0.034 / max(1, players - 2))
                if players == 4
                else 0.004 * (seat % 3 - 1)
            )
            seats.append(
                {
                    "players": players,
                    "seat": seat + 1,
                    "fair": 1 / players,
                    "limit": 2.0,
                    **share(1 / players + off, 0.007),
                }
            )
        for source, gold in (
            ("sales", 22.5),
            ("rewards", 14.0),
            ("patrons", 3.2),
            ("selling back", 0.4),
            ("recruiting", -17.5),
            ("upgrades", -6.1),
            ("bids", -9.8),
        ):
            money.append(
                {
                    "players": players,
                    "source": source,
                    "unit": "gold",
                    "mean": gold + 0.2 * players,
                    "winners": gold * 1.12 + 0.2 * players,
                }
            )
        for line_up, stalled in (
            ("expert", 3 if players == 2 else 0),
            ("random", min(140, games // 4)),
        ):
            ends.append(
                {
                    "players": players,
                    "line_up": line_up,
                    "games": games,
                    "ends": {
                        "too few heroes to refill": games - stalled - games // 12,
                        "no monster left": games // 12,
                        "stalled": stalled,
                    },
                }
            )
        for who, among, won in (
            ("greedy", "random", 0.3),
            ("expert", "random", 0.42),
            ("expert", "greedy", 0.2),
            ("search:400", "expert", 0.06),
        ):
            ladder.append(
                {
                    "player": who,
                    "among": among,
                    "players": players,
                    "fair": 1 / players,
                    **share(1 / players + won, 0.02),
                }
            )
        for word, never, always in (
            ("sell", -0.12, -0.02),
            ("upgrade", -0.03, 0.01),
            ("banish", 0.005, -0.1),
        ):
            done = {
                "action": word,
                "players": players,
                "fair": 1 / players,
                "chances": 4000,
                "chosen": 1300,
                "a_game": 12.5,
            }
            won = {
                key: share(1 / players + more, 0.015)
                for key, more in (("never", never), ("always", always))
            }
            actions.append(done | won)
        exploit.append(
            {
                "habit": "never=sell",
                "players": players,
                "fair": 1 / players,
                **share(1 / players + 0.02, 0.01),
            }
        )
        for name, number in (
            ("heroes banished", 1.3),
            ("ties on a sale", 0.42),
            ("decks reshuffled", 0.06),
        ):
            tallies.append(
                {
                    "players": players,
                    "name": name,
                    "mean": number * players / 4,
                    "games_with": min(1.0, number * 0.5),
                }
            )
    names = ["Bridge Troll", "Cellar Rat King", "The Accountant of the Ninth Circle"]
    reach = [
        {
            "title": "What beats each monster",
            "reading": "For each monster one hero.",
            "columns": ["Monster", "strength", "hero", "with"],
            "rows": [
                [name, str(9 + 4 * n), "tib", ", ".join(["fish-spear", "hand-axe"][:n])]
                for n, name in enumerate(names)
            ],
            "left": 4,
        }
    ]
    plays = [
        {
            "date": "2026-11-01",
            "players": ["Ann", "Bo", "Cy"],
            "winner": "Ann",
            "minutes": 45,
            "rounds": 12,
            "data": "3f9a12c0de77",
            "remarks": [{"card": "troll", "text": "too weak"}],
        },
        {
            "date": "2026-11-08",
            "players": ["Ann", "Bo"],
            "winner": "Bo",
            "minutes": 31,
            "rounds": 10,
            "data": "0ld0ld0ld",
        },
    ]
    measured = {
        "lengths": lengths,
        "seats": seats,
        "money": money,
        "cards": make_cards(cards, rng),
        "ends": ends,
        "ladder": ladder,
        "actions": actions,
        "exploit": exploit,
        "counts": tallies,
        "reach": reach,
    }
    return {
        "game": {"title": "Emporium", "version": "0.1.0", "data": "3f9a12c0de77"},
        "seed": 1,
        "level": "usual",
        "findings": make_findings(),
        "measured": measured,
        "logged": {
            "plays": plays,
            "disagreements": ["People took 45 minutes with 3; the simulation reckons 30."],
        },
    }


def make_extreme() -> dict[str, Any]:
    """Make the worst that may come: one game, names without end, markup in every text, intervals
    from nothing to all.
    """
    made = make_examined((2, 3, 4, 5, 6, 7), 60, 1)
    long = "Thaumaturgicallyoverextendedmagnificent " * 3
    made["game"] |= {"title": f"{long}{EVIL}", "version": "0.1.0-beta.12345678"}
    made["findings"] = [
        finding(
            "x" * 70,
            long,
            "balance",
            "warning",
            f"{EVIL} {long}",
            hint="w" * 90,
            place=f"cards.yaml:{'9' * 40}",
            shown=shown(6, 10**12, ",".join(["search:400000:never=sell"] * 6)),
            number=1e9,
            interval=[-1e9, 1e12],
        )
    ]
    for row in made["measured"]["seats"] + made["measured"]["ladder"]:
        row |= {"share": 1.0 if row.get("seat") == 1 else 0.0, "low": 0.0, "high": 1.0}
    for row in made["measured"]["lengths"]:
        row |= {
            "rounds": {"7": 1, "412": 1},
            "line_up": "search:400,expert,expert,random",
            "promise": [3, 500],
        }
    for card in made["measured"]["cards"]:
        card |= {
            "name": f"{card['name']} {long}",
            "seen": 1,
            "used": 1,
            "worth": 50.0,
            "low": -100.0,
            "high": 100.0,
        }
    for row in made["measured"]["ends"]:
        row["ends"] = {f"{EVIL} {long} {n}": 1 for n in range(9)}
    for row in made["measured"]["money"]:
        row |= {"source": f"{row['source']} {long}", "mean": row["mean"] * 12345.6}
    made["measured"]["reach"][0]["rows"][0][2:] = [None, f"{EVIL}, {long}"]
    made["logged"]["plays"][0] |= {
        "players": [EVIL, long],
        "remarks": [{"card": EVIL, "text": long}],
    }
    return made


EMPTY: dict[str, Any] = {
    "game": {"title": "Bare", "version": "", "data": ""},
    "seed": 1,
    "level": "quick",
    "findings": [],
    "measured": {},
}
SAMPLES = {
    "usual": make_examined(),
    "extreme": make_extreme(),
    "empty": EMPTY,
    "small": make_examined((4,), 5, 40),
}

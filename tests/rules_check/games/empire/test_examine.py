"""What can be said of Empire's cards without playing: each check fires on a file broken for it, and
only there.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.data.findings import Finding
from generator.data.game import Component, Game
from rules_check.games import empire as rules
from rules_check.games.empire.examine import CODES, CardSet, examine, reach
from rules_check.games.empire.state import SEATS
from rules_check.prove.checking import CODES as PLAYED
from rules_check.prove.checking import Examination, Level
from rules_check.prove.ruling import Effort
from rules_check.report.page import write_report
from rules_check.toolkit.things import thing_of
from rules_check.verdict.ranking import SECTIONS, as_json
from tests.conftest import some
from tests.games.empire_cards import (
    RULINGS,
    Change,
    lacking,
    setting,
    with_copies,
    without,
    write_empire,
)


@cache
def own() -> Game:
    """Load our own card set, once for all tests."""
    with TemporaryDirectory() as folder:
        return write_empire(Path(folder))


@pytest.fixture
def empire() -> Game:
    return own()


def examined(game: Game) -> list[Finding]:
    return examine(game, rules.cards_record(game), {})


def line_of(game: Game, path: str) -> int:
    """Find the line in which a key stands, by its path."""
    *before, last = path.split(".")
    return game.root.at(tuple(before))[0].keys[last].line


def names(game: Game) -> dict[str, str]:
    """Give what rows of tables are called, by id; with an s, many of a rank."""
    tables = game.context["tables"]
    found = {row.id: str(row.name) for table in ("empire", "suit", "rank") for row in tables[table]}
    return found | {f"{row.id}s": str(row.plural) for row in tables.rank}


def packs(*counts: int) -> Change:
    return setting("rules.packs", dict(zip((3, 4, 5, 6), counts, strict=True)))


Case = tuple[tuple[Change, ...], str, str, str, str, str]
CASES: dict[str, Case] = {
    # name: changes, code, about, verdict, place, some words of the claim
    "no packs for five": (
        (setting("rules.packs", {3: 2, 4: 2, 6: 3}),),
        "players-without-setup",
        "5 players",
        "fault",
        "rules.packs",
        "the rules set no packs for 5: `packs` has 3, 4 and 6 players",
    ),
    "two not on the box": (
        (setting("rules.packs.2", 2),),
        "players-unpromised",
        "2 players",
        "warning",
        "rules.packs.2",
        "The rules set packs for 2 players, but the box says 3-6",
    ),
    "a card is missing": (
        (without("s7"),),
        "face-missing",
        "seven",
        "warning",
        "tables.rank.rows.seven",
        "No pack has a {seven} of {spades}",
    ),
    "a rank is missing": (
        (without("s7", "h7", "d7", "c7"),),
        "face-missing",
        "seven",
        "warning",
        "tables.rank.rows.seven",
        "No pack has a {seven} of any suit",
    ),
    "a card is there twice": (
        (with_copies(2, "hq"),),
        "face-twice",
        "queen of hearts",
        "warning",
        "",
        "Each pack has 2 cards that are {queen} of {hearts}",
    ),
    "packs for nobody": (
        (packs(1, 1, 1, 1), setting("rules.hand_size", 2), setting("rules.first_pillar_cards", 2)),
        "packs-idle",
        "",
        "warning",
        "components.pack-3",
        "nobody plays with more than 1",
    ),
    "all is dealt": (
        (setting("rules.hand_size", 27),),
        "deal-short",
        "4 players",
        "warning",
        "rules.hand_size",
        "4 players are dealt 108 of 108 cards, which leaves 0: not everybody draws one",
    ),
    "much is drawn": (
        (setting("rules.first_pillar_cards", 17),),
        "deal-short",
        "4 players",
        "warning",
        "rules.hand_size",
        (
            "leaves 68, and the opening round and first pillars draw 72; the ruling pile_runs_out "
            "(reshuffle) then applies"
        ),
    ),
    "three sevens": (
        (without("s7"), packs(1, 2, 3, 3)),
        "rank-short",
        "seven",
        "warning",
        "tables.rank.rows.seven",
        (
            "With 3 players there are 3 {sevens}, but a pillar needs 4: one can be laid only with "
            "jokers"
        ),
    ),
    "pillars of seven": (
        (setting("rules.pillar_size", 7), packs(1, 2, 3, 3)),
        "rank-short",
        "ace",
        "fault",
        "tables.rank.rows.ace",
        "there are 4 {aces}, but a pillar needs 7: none can be laid, even with all 2 jokers",
    ),
    "a two without power": (
        (setting("tables.rank.rows.two.power", "none"),),
        "rank-idle",
        "two",
        "warning",
        "tables.rank.rows.two",
        "{twos} belong to no empire and have no power",
    ),
    "a small empire": (
        (lacking("tables.rank.rows.six.empire"),),
        "empire-short",
        "thief",
        "fault",
        "tables.empire.rows.thief",
        (
            "{thief} has 3 ranks, but an empire needs 4 pillars of different ranks: nobody can "
            "ever build it"
        ),
    ),
    "a small empire with jokers": (
        (
            lacking("tables.rank.rows.six.empire"),
            setting("rulings.joker_pillar.choice", "any_rank"),
        ),
        "empire-short",
        "thief",
        "warning",
        "tables.empire.rows.thief",
        "the other 1 can be built only of jokers",
    ),
    "too few for anybody": (
        (setting("rules.pillar_size", 6), packs(1, 2, 3, 3)),
        "empire-contested",
        "warlord",
        "fault",
        "tables.empire.rows.warlord",
        "With 3 players there are not enough cards for even one {warlord} empire",
    ),
    "no end for those shut out": (
        (setting("rulings.stall.choice", "play_on"),),
        "dead-end",
        "4 players",
        "warning",
        "rulings.stall.choice",
        "By the ruling stall (play_on) the game goes on and cannot end",
    ),
    "short pillars": (
        (
            setting("rules.pillar_size", 2),
            setting("rules.pillars_to_win", 2),
            setting("rules.bonus_from", 1),
        ),
        "joker-empire",
        "joker",
        "warning",
        "tables.rank.rows.joker",
        (
            "With 3 players there are 4 {jokers}: a whole empire of 2 pillars can be built of them "
            "alone"
        ),
    ),
    "two steal": (
        (setting("tables.empire.rows.merchant.bonus", "steal"),),
        "bonus-idle",
        "trade",
        "warning",
        "tables.empire.rows.merchant.bonus",
        "No empire has the bonus action 'trade'; {thief} and {merchant} have the same",
    ),
    "a bonus at the end": (
        (setting("rules.bonus_from", 4),),
        "bonus-late",
        "",
        "warning",
        "rules.bonus_from",
        "The bonus action comes with pillar 4, but 4 pillars win",
    ),
}
ALSO: dict[str, set[str]] = {
    "a rank is missing": {"empire-short"},
    "packs for nobody": set(),
    "all is dealt": {"deal-short"},
    "much is drawn": {"deal-short"},
    "three sevens": {"face-missing"},
    "pillars of seven": {"rank-short", "empire-contested"},
    "a small empire": {"rank-idle"},
    "a small empire with jokers": {"rank-idle"},
    "too few for anybody": {"rank-short", "empire-contested"},
    "no end for those shut out": {"dead-end"},
}
"""Other codes, or the same of others, that a broken file cannot help but give."""
OF_THE_BOX = {"packs-short", "pieces-short", "fists-short"}
"""Codes of components, tested on their own."""


@pytest.mark.parametrize("case", some(CASES, 3))
def test_a_broken_card_file_gives_its_finding_in_its_place(case: str, tmp_path: Path) -> None:
    changes, code, about, verdict, where, words = CASES[case]
    game = write_empire(tmp_path, *changes)
    found = [
        one
        for one in examined(game)
        if one.counts and not (one.code in OF_THE_BOX and code not in OF_THE_BOX)
    ]
    named = [one for one in found if (one.code, one.about) == (code, about)]
    assert len(named) == 1, [f"{one.name}: {one.claim}" for one in found]
    assert named[0].verdict == verdict
    assert named[0].place
    assert not where or named[0].place.line == line_of(game, where)
    assert words.format(**names(game)) in named[0].claim
    assert named[0].hint
    others = {one.code for one in found if one is not named[0]}
    assert others == ALSO.get(case, set()), [f"{one.name}: {one.claim}" for one in found]


def test_every_code_has_a_broken_file() -> None:
    assert {code for _, code, *_ in CASES.values()} | OF_THE_BOX == set(CODES) - {"box-watched"}
    assert not set(CODES) & set(PLAYED)


@pytest.mark.slow
def test_a_card_that_is_there_twice_is_found_at_its_copies(tmp_path: Path) -> None:
    game = write_empire(tmp_path, with_copies(2, "hq"))
    (found,) = [one for one in examined(game) if one.code == "face-twice" and one.counts]
    text = (tmp_path / "cards.yaml").read_text(encoding="utf-8").splitlines()
    assert found.place
    assert text[found.place.line - 1].strip() == "copies: 2"


# ---------------------------------------------------------------- the box


@dataclass(frozen=True)
class Line(Component):
    """A line of the box that may say for how many players it is."""

    for_players: tuple[int, int] | None = None
    is_each_player: bool = False


def with_box(game: Game, **changes: dict[str, Any] | None) -> Game:
    """Change lines of the box; None takes one out."""
    lines = []
    for component in game.components:
        change = changes.get(component.id.replace("-", "_"), {})
        if change is not None:
            lines.append(
                Line(
                    **{one.name: getattr(component, one.name) for one in fields(component)} | change
                )
            )
    return replace(game, components=tuple(lines))


def named(game: Game, code: str) -> dict[str, Finding]:
    return {one.about: one for one in examined(game) if one.code == code}


@pytest.mark.slow
def test_packs_are_counted_for_each_number_of_players(empire: Game) -> None:
    all_packs = {"pack_1": {"for_players": None}, "pack_2": {"for_players": None}}
    whole = named(with_box(empire, **all_packs, pack_3={"for_players": (5, 6)}), "packs-short")
    assert whole[""].claim == (
        "There are enough packs: 3 players use 2 of 2, 4 players use 2 of 2, 5 players use 3 "
        "of 3 and 6 players use 3 of 3."
    )
    for change, about in (
        ({"for_players": (6, 6)}, ["5 players"]),
        (None, ["5 players", "6 players"]),
    ):
        game = with_box(empire, **all_packs, pack_3=change)
        short = named(game, "packs-short")
        assert list(short) == about
        assert (
            short["5 players"].claim == "5 players play with 3 packs, but 2 are printed for them."
        )
        assert short["5 players"].verdict == "fault"
        assert short["5 players"].place
        assert short["5 players"].place.line == line_of(game, "rules.packs.5")


def test_a_pack_that_lacks_cards_is_no_whole_pack(empire: Game) -> None:
    third = next(component for component in empire.components if component.id == "pack-3")
    assert list(named(with_box(empire, pack_3={"cards": third.cards[1:]}), "packs-short")) == [
        "5 players",
        "6 players",
    ]


@pytest.mark.slow
def test_pieces_are_counted_by_their_names_or_their_word(empire: Game) -> None:
    assert named(with_box(empire, mats={"count": 6}), "pieces-short")[""].verdict == "ok"
    short = named(with_box(empire, mats={"count": 5}), "pieces-short")
    assert short["mats"].claim.endswith("but 6 players need one each.")
    assert named(with_box(empire, tokens={"count": 4}), "pieces-short")["tokens"].verdict == "fault"
    assert (
        named(with_box(empire, aids=None), "pieces-short")["aid"].claim
        == "Nothing in the box is called 'aid', but the rules need 6 of it."
    )


def test_what_looks_after_each_component_is_told(empire: Game) -> None:
    (watched,) = named(empire, "box-watched").values()
    assert "First pack (packs-short, packs-idle, deal-short)" in watched.claim
    assert "Skip tokens (by the number of players)" in watched.claim
    assert watched.claim.endswith("Not counted: nothing.")


@pytest.mark.slow
def test_who_fight_have_a_set_each(empire: Game) -> None:
    assert named(with_box(empire, fists={"count": 6}), "fists-short")["fists"].verdict == "ok"
    assert (
        "2 fighters need 6"
        in named(with_box(empire, fists={"count": 3}), "fists-short")["fists"].claim
    )
    bare = named(with_box(empire, fists=None), "fists-short")[""]
    assert (bare.verdict, "bare hands" in bare.claim) == ("ok", True)


# ---------------------------------------------------------------- what is fine


def test_our_own_cards_give_no_fault(empire: Game) -> None:
    found = examined(empire)
    assert [one.claim for one in found if one.verdict != "ok"] == []
    assert {one.code for one in found} == set(CODES), "every check says that it looked"
    assert not [name for name, count in Counter(one.name for one in found).items() if count > 1]
    for one in found:
        assert one.section in SECTIONS
        assert one.place
        assert one.claim.endswith("."), one.claim
        assert one.number is not None
        assert one.unit


@pytest.mark.slow
def test_the_numbers_of_our_own_cards(empire: Game) -> None:
    claims = {one.name: one.claim for one in examined(empire)}
    assert (
        "each of 13 ranks in each of 4 suits, and 2 {joker} cards: 54 cards".format(**names(empire))
        in claims["face-missing"]
    )
    assert (
        "78 of 108 with 3, 68 of 108 with 4, 112 of 162 with 5 and 102 of 162 with 6 players"
        in claims["deal-short"]
    )
    assert (
        "8 to 12 cards, depending on the number of players, for 2 to 3 pillars of 4"
        in claims["rank-short"]
    )
    assert (
        "would let 2 of 3, 2 of 4, 3 of 5 and 3 of 6 players build"
        in claims["empire-contested (merchant)"]
    )
    assert (
        "after 4 pillars with 2 jokers in them (2 with three and 2 with four)"
        in claims["dead-end (4 players)"]
    )
    assert "enough for 1 pillar without any other card" in claims["joker-empire"]


def test_findings_and_the_table_are_plain_data_and_make_a_page(empire: Game) -> None:
    cards = rules.cards_record(empire)
    found = [as_json(one) for one in examine(empire, cards, {})]
    json.dumps([found, reach(empire, cards)])
    page = write_report(
        {"game": {"title": "x"}, "findings": found, "measured": {"reach": [reach(empire, cards)]}}
    )
    table = page.split("How many can build each empire")[-1].split("</table>")[0]
    for said in (
        "of 5 players (3 packs)",
        ", ".join(names(empire)[rank] for rank in ("jack", "queen", "king", "ace")),
        "battle",
    ):
        assert said in table


def test_what_the_rules_count_as_a_card_is_found_in_the_file(empire: Game) -> None:
    for id_ in rules.card_ids(rules.cards_record(empire)):
        thing = thing_of(empire, id_)
        assert (thing.sort, thing.place.line) == (
            "rank",
            line_of(empire, f"tables.rank.rows.{id_}"),
        )
        assert thing.name == str(empire.context["tables"].rank[id_].name)
    card = next(card for card in empire.cards.values() if card.kind == "card")
    assert (thing_of(empire, card.id).sort, thing_of(empire, card.id).place) == ("card", card.place)
    with pytest.raises(KeyError, match="no card and no row"):
        thing_of(empire, "seventeen")


@pytest.mark.slow
@settings(max_examples=6)
@given(st.data())
def test_no_card_set_is_too_odd_to_be_examined(data: st.DataObject) -> None:
    empire = own()
    cards = rules.cards_record(empire)
    for name, options in RULINGS.items():
        cards = rules.with_ruling(cards, name, data.draw(st.sampled_from(options.split())))
    for name, most in (
        ("hand_cards", 27),
        ("pillar_size", 7),
        ("pillars_to_win", 6),
        ("first_pillar_cards", 40),
        ("bonus_from", 6),
    ):
        cards[name] = data.draw(st.integers(1, most))
    for players in range(3, SEATS + 1):
        cards["packs"][players] = data.draw(st.integers(0, 3))
    for rank in range(int(cards.ranks)):
        cards["rank_empire"][rank] = data.draw(st.integers(-1, 2))
    for one in examine(empire, cards, {}):
        assert one.code in CODES
        assert one.place
        assert one.claim.endswith("."), one.claim
    reach(empire, cards)


# ---------------------------------------------------------------- counted in another way


@cache
def ways(seats: int, ranks: int, wanted: int) -> list[tuple[int, ...]]:
    """List how many pillars of each rank seats can have together, each `wanted` of different
    ranks.
    """
    return [laid for laid in product(range(seats + 1), repeat=ranks) if sum(laid) == seats * wanted]


def test_who_can_build_at_once_is_what_trying_all_ways_finds() -> None:
    cards, found = rules.cards_record(own()), Counter[bool]()
    faces, jokers_at = cards.face_copies > 0, int(cards.type_rank[cards.joker])
    for copies, jokers in product((1, 2), range(4)):
        cards["face_copies"][faces] = copies
        cards["face_copies"][jokers_at, 0] = jokers
        laid_out = CardSet(own(), cards)
        there, wild = 4 * copies * int(cards.packs[4]), jokers * int(cards.packs[4])
        for size, wanted, seats in product(range(1, 7), range(1, 5), range(1, 5)):
            cards["pillar_size"], cards["pillars_to_win"] = size, wanted
            possible = any(
                sum(max(0, size * laid - there) for laid in way) <= wild
                for way in ways(seats, 4, wanted)
            )
            assert laid_out.can_build(0, 4, seats) == possible, (
                copies,
                jokers,
                size,
                wanted,
                seats,
            )
            found[possible] += 1
    assert min(found.values()) > 50


def is_dead(
    cards: Any, table: tuple[tuple[int, ...], ...], empire_: int, spent: dict[int, int]
) -> bool:
    """Say whether no seat of a table can go on, with so many jokers in the pillars of each rank: by
    trying all that a seat may build.
    """
    players, size, wanted = len(table), int(cards.pillar_size), int(cards.pillars_to_win)
    packs, joker = int(cards.packs[players]), int(cards.joker)
    laid = Counter(rank for hand in table for rank in hand)
    ranks = [rank for rank in range(int(cards.ranks)) if cards.rank_empire[rank] == empire_]
    type_ = {int(cards.type_rank[i]): i for i in range(int(cards.types))}
    free = {
        rank: packs * int(cards.type_copies[type_[rank]]) - size * laid[rank] + spent.get(rank, 0)
        for rank in ranks
    }
    jokers = packs * int(cards.type_copies[joker]) - sum(spent.values())
    assert jokers >= 0 <= min(free.values())
    is_forbidden, is_any = cards.joker_pillar == 2, cards.joker_pillar == 1
    for hand in table:
        for chosen in combinations(
            [rank for rank in ranks if rank not in hand], max(0, wanted - len(hand))
        ):
            for wild in product(range(size + 1), repeat=len(chosen)):
                is_there = all(
                    (is_any and own == size) or size - own <= free[rank]
                    for rank, own in zip(chosen, wild, strict=True)
                )
                if is_there and sum(wild) <= jokers and not (is_forbidden and size in wild):
                    return False
    return True


@pytest.mark.parametrize("option", RULINGS["joker_pillar"].split())
@pytest.mark.parametrize("players", [3, 4, 6])
def test_those_shut_out_cannot_go_on_whatever_they_try(
    empire: Game, players: int, option: str
) -> None:
    cards = rules.with_ruling(rules.cards_record(empire), "joker_pillar", option)
    found = CardSet(empire, cards).shut_out(players)
    assert found
    ranks = sorted({rank for hand in found.ranks for rank in hand})
    laid = Counter(rank for hand in found.ranks for rank in hand)
    there = 4 * int(cards.packs[players])
    spreads = [
        dict(zip(ranks, spread, strict=True))
        for spread in product(range(found.jokers + 1), repeat=len(ranks))
        if sum(spread) == found.jokers
        and all(4 * laid[rank] - own <= there for rank, own in zip(ranks, spread, strict=True))
    ]
    assert any(is_dead(cards, found.ranks, found.empire, spread) for spread in spreads)


@pytest.mark.slow
def test_at_no_table_with_fewer_pillars_are_all_shut_out(empire: Game) -> None:
    cards, luck = rules.cards_record(empire), np.random.default_rng(1)
    found = CardSet(empire, cards).shut_out(3)
    assert found
    ranks, tried = CardSet(empire, cards).ranks_of(found.empire), 0
    for _ in range(1000):
        table = tuple(
            tuple(sorted(luck.choice(ranks, luck.integers(1, 4), replace=False).tolist()))
            for _ in range(3)
        )
        laid = Counter(rank for hand in table for rank in hand)
        spent = {rank: int(luck.integers(0, 3)) for rank in laid}
        there, jokers = 4 * int(cards.packs[3]), 2 * int(cards.packs[3])
        can_be = sum(spent.values()) <= jokers and all(
            4 * count - spent[rank] <= there for rank, count in laid.items()
        )
        if can_be and laid.total() < found.pillars:
            tried += 1
            assert not is_dead(cards, table, found.empire, spent), (table, spent)
    assert tried > 100


# ---------------------------------------------------------------- the whole check


@pytest.mark.slow
def test_a_whole_check_speaks_of_pillars_and_ranks(empire: Game) -> None:
    """With the players that the game has: experts, or random ones."""
    cards = rules.cards_record(empire)
    result = Examination(
        rules, empire, cards, Level("few", 10, 10.0, 60, 0, Effort(8, 8, 0)), 1
    ).run()
    claims = {one.name: one.claim for one in result.findings}
    assert "% of all pillars" in claims["money-source (pillars with jokers, 4 players)"]
    assert claims["dead-card (seven)"].startswith(
        f"'{empire.context['tables'].rank.seven.name}' is used in "
    )
    assert re.search(
        (
            r" of the games that have it \(at least \d+\.\d % is expected; \d+\.\d % is usual for "
            r"ranks of empires\)"
        ),
        claims["dead-card (seven)"],
    )
    assert (
        "chance of winning (4 players, over all games; ranks of empires add "
        in claims["card-worth (seven)"]
    )
    share = r"\d+\.\d % \(\d+\.\d to \d+\.\d\)"
    assert re.search(
        f"with 6 players, {share} of games have reshuffles",
        claims["happens (reshuffles, 6 players)"],
    )
    assert re.search(
        f"with 4 players, games end by: .*an empire that battles {share}",
        claims["game-end (4 players)"],
    )
    assert {one.code for one in result.findings} <= {*PLAYED, *CODES}
    assert [
        one.claim for one in result.findings if one.code == "rule-broken" and one.verdict != "ok"
    ] == []
    impossible = {rules.ENDS[end] for end in range(1, len(rules.ENDS))} - {
        rules.ENDS[end] for end in rules.possible_ends(cards)
    }
    assert not impossible & {one.about for one in result.findings if one.code == "end-never-comes"}
    page = write_report(result.as_json())
    for said in (
        "Where the pillars come from",
        "How many can build each empire",
        "Pillars for each player in a game.",
    ):
        assert said in page
    for other in ("gold", "hero", "monster"):
        assert other not in page.split("<body", 1)[-1].lower()

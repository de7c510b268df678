"""Checking whole games: whether the rules hold, whether every game ends properly, and how long it
takes.

In: rules, a card set, line-ups. Out: findings and measurements of the sections games and length,
and the games that show them. Knows no game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from generator.data.findings import Finding, Shown
from generator.data.game import Game
from generator.data.problems import Place, counted
from generator.data.saying import from_to
from rules_check.engine.faults import (
    ASKED_IN_VAIN,
    NO_END,
    NO_SUCH_SEAT,
    TOO_MANY_MOVES,
    fault_of,
    fault_words,
)
from rules_check.engine.game import BY_CARD, Rules, moves_of, new_state, steps, usual_count
from rules_check.engine.kernel import CACHE_FOLDER
from rules_check.engine.players import Player, words_of
from rules_check.engine.rehearsing import Rehearsal, frame_in, function_at
from rules_check.engine.seating import Seat
from rules_check.engine.sources import data_hash, home_of
from rules_check.engine.view import NOBODY, view_of
from rules_check.engine.warming import mark_of
from rules_check.engine.words import BOUND, end_in_words
from rules_check.engine.written import found_as
from rules_check.notation.program import OVER, RuleNumber
from rules_check.notation.reading import has_rules_as_data, read_program
from rules_check.notation.walking import nodes_of
from rules_check.play.simulate import GameStuck, Played, simulate
from rules_check.play.telling import Teller
from rules_check.verdict.findings import Measurement, place_at
from rules_check.verdict.statistics import Rate, mean_of, points

HUNT = 400
"""The number of extra games played to find a shorter example."""


def shortest(played: Played, chosen: Any, line_up: list[Player]) -> Shown | None:
    """Find, among games marked in a boolean array, the one with the fewest decisions."""
    if not chosen.any():
        return None
    marked = np.flatnonzero(chosen)
    best = int(marked[np.argmin(played.decisions[marked])])
    return Shown(played.players, words_of(line_up), played.seed, played.first + best)


def minimised(
    rules: Rules, cards: Any, played: Played, chosen: Any, line_up: list[Player], mark: Any
) -> Shown | None:
    """Find a short game that shows what `mark` finds: the shortest of those played, or of HUNT more
    if it is rare.
    """
    shorter = shortest(played, chosen, line_up)
    if shorter is None or chosen.sum() >= HUNT:
        return shorter
    more = simulate(
        rules, cards, line_up, played.seed, HUNT, first=played.first + played.games, is_checked=True
    )
    other = shortest(more, mark(more), line_up)
    if (
        other is None
        or more.decisions[other.game - more.first] >= played.decisions[shorter.game - played.first]
    ):
        return shorter
    return other


HOPELESS = (NO_END, NO_SUCH_SEAT, TOO_MANY_MOVES, ASKED_IN_VAIN)
"""Faults after which nothing more should be played: further games might never end, or might write
outside their memory.
"""


def is_hopeless(played: Played) -> bool:
    """Return whether rules with games like these should play no more."""
    return bool(np.isin(played.faults, HOPELESS).any()) or not played.decisions.any()


def hint_for(rules: Rules) -> str:
    """Advise the author of the rules what to do about them."""
    if home_of(rules) is None:
        return "the rules in code are wrong, not your cards: please report this with the replay"
    return "the rules are wrong, not the cards; the replay stops at that moment"


def blamed(
    rules: Rules, cards: Any, line_up: Sequence[Player], shown: Shown
) -> tuple[int, str, str, Place | None]:
    """Play a game up to the faulty state; describe the fault, the move before it, and the place of
    the rule that caused it.
    """
    state = new_state(rules)
    seats = [Seat(rules, cards, player, shown.seed) for player in line_up]
    rules.new_game(cards, state, shown.players, shown.seed, shown.game)
    last, where = None, ", at the start of a game"
    while (
        not (number := fault_of(rules, cards, state))
        and (due := rules.current_player(cards, state)) >= 0
    ):
        last = seats[due].choose(state)
        where = f", after '{rules.move_text(cards, state, last)}' of seat {due + 1}"
        rules.apply(cards, state, last)
    words = fault_words(rules, cards, number, state) if number else ""
    code = rules.code_of(last) if hasattr(rules, "code_of") else None
    if code is None:
        return number, words, where, None
    return (
        number,
        words,
        f"{where}: look at {code.co_name}",
        Place(code.co_filename, code.co_firstlineno),
    )


def ended_badly(
    rules: Any, cards: Any, line_up: Sequence[Player], shown: Shown
) -> tuple[tuple[int, int], str] | None:
    """Play a game that ended without a result; return the line and column of cards.yaml that caused
    this, and a description.

    None if the rules do not know the cause.
    """
    if not hasattr(rules, "end_place"):
        return None
    state = new_state(rules)
    seats = [Seat(rules, cards, player, shown.seed) for player in line_up]
    rules.new_game(cards, state, shown.players, shown.seed, shown.game)
    while (due := rules.current_player(cards, state)) >= 0:
        rules.apply(cards, state, seats[due].choose(state))
    place = rules.end_place(cards, state)
    return (
        None
        if place is None
        else (place, f"; the game shown: {end_in_words(rules.ENDS[int(state.end)])}")
    )


MOST_FOLLOWED, LAST = 1000, 40
"""The number of decisions of an endless game that are followed, and of the last moves that are
named, including those without a choice.
"""


def circled(
    rules: Rules, cards: Any, line_up: Sequence[Player], shown: Shown
) -> tuple[str, Place | None]:
    """Follow a game that never ends; report the moves in its loop, and the place of the rule for
    the first of them.
    """
    state, made = new_state(rules), list[tuple[str, int]]()
    seats = [Seat(rules, cards, player, shown.seed) for player in line_up]
    rules.new_game(cards, state, shown.players, shown.seed, shown.game)
    while (due := rules.current_player(cards, state)) >= 0 and len(made) < MOST_FOLLOWED:
        move = seats[due].choose(state)
        made.append((rules.move_text(cards, state, move), move))
        if hasattr(rules, "perform"):
            for inner in islice(steps(rules, cards, state, move), 1, MOST_FOLLOWED):
                made.append((rules.move_text(cards, inner.before, inner.move), inner.move))
        rules.apply(cards, state, move)
    if rules.is_over(cards, state) or not made:
        return "", None
    words = dict(made[-LAST:])
    code = rules.code_of(next(iter(words.values()))) if hasattr(rules, "code_of") else None
    sentence = f": at the end these moves repeat: {', '.join(list(words)[:3])}"
    if code:
        return (f"{sentence}; look at {code.co_name}", Place(code.co_filename, code.co_firstlineno))
    return (sentence, None)


def _mark_of_trial(rules: Rules, cards: Any, seconds: float) -> Path | None:
    """Name the file that records that these rules were tried for a given time with these cards, and
    kept every promise.
    """
    if CACHE_FOLDER:
        return mark_of(rules).with_suffix(f".{data_hash(cards)}-{seconds:g}.tried")
    return None


def trial_of(rules: Rules, cards: Any, seconds: float) -> Rehearsal | None:
    """Begin to test, in parallel with playing, whether the rules keep the promises of their verbs;
    None for zero seconds, or if the test is already known to pass.
    """
    mark = _mark_of_trial(rules, cards, seconds)
    if not seconds or (mark and mark.exists()):
        return None
    return Rehearsal(
        found_as(rules), cards, Path(str(getattr(rules, "__file__", ""))).resolve().parent, seconds
    )


def trial_finding(
    rules: Rules, game: Game, cards: Any, seconds: float, found: dict[str, Any] | None
) -> Finding:
    """Report the result of a trial; if all is well, record that.

    A fault of rules as data is reported at `play:`, for nobody wrote the function that failed.
    """
    if found is None:
        if mark := _mark_of_trial(rules, cards, seconds):
            mark.touch()
        return Finding(
            "rule-broken",
            "verbs",
            "games",
            "ok",
            "every verb does what it promises, played uncompiled with bounds checked",
            0,
        )
    players, number = found["at"]
    claim = f"{found['function']} fails in a game of {counted(players, 'player')}: {found['said']}"
    place, shown = Place(found["file"], found["line"]), Shown(players, "random", 1, number)
    hint = hint_for(rules)
    if has_rules_as_data(game):
        claim = f"in a game of {counted(players, 'player')}, {found['said']}"
        place = game.root.keys["play"]
        hint = "look at what the zones begin with, and when each option is offered"
    elif home_of(rules) is not None:
        hint = (
            "the rules are wrong, not the cards: 'Add a game' in the documentation says what every "
            "verb promises"
        )
    return Finding(
        "rule-broken",
        found["function"],
        "games",
        "fault",
        claim,
        1,
        place=place,
        shown=shown,
        hint=hint,
    )


TOLD = 60
"""The number of moves of a game that is narrated to test the code for people's texts."""


def telling_findings(rules: Rules, game: Game, cards: Any) -> Iterator[Finding]:
    """Narrate the beginning of a game, for all and for seat 1, with the code that someone else's
    rules have for that; report failures. Rules as data have no such code.
    """
    if (home := home_of(rules)) is None or has_rules_as_data(game):
        return
    players = usual_count(rules.player_counts(cards))
    state, teller = new_state(rules), Teller(rules, game, cards)
    luck = random.Random(1)
    rules.new_game(cards, state, players, 1, 0)
    try:
        for _ in range(TOLD):
            for viewer in (NOBODY, 0):
                view_of(rules, game, cards, state, viewer)
            if not (legal := moves_of(rules, cards, state)):
                return
            move = luck.choice(legal)
            teller.told(state, move, 0)
            teller.told_move(state, move, NOBODY)
    except Exception as fault:
        frame = frame_in(fault, home)
        if frame is None:
            return  # the failure is not in their code; `replay` shows it
        name = function_at(Path(frame.filename), frame.lineno or 1) or frame.name
        claim = f"{name} fails when a game is narrated: {type(fault).__name__}: {fault}"
        yield Finding(
            "rule-broken",
            name,
            "games",
            "fault",
            claim,
            1,
            place=Place(frame.filename, frame.lineno or 1),
            hint=hint_for(rules),
        )


def stuck_finding(rules: Rules, stuck: GameStuck) -> Finding:
    """Report a game in which the compiled rules hang."""
    about = f"{counted(stuck.shown.players, 'player')}, {stuck.shown.line_up}"
    return Finding(
        "rule-broken",
        about,
        "games",
        "fault",
        f"{stuck} ({about})",
        1,
        shown=stuck.shown,
        hint=hint_for(rules),
    )


def sort_of_fault(faults: Any) -> Any:
    """Remove from a column of faults the card that each concerns."""
    return np.where(faults > 0, faults % BY_CARD, faults)


def impossible_findings(
    rules: Rules, cards: Any, played: Played, line_up: list[Player], game: Game
) -> Iterator[Finding]:
    """Report each end of games that a line of cards.yaml causes by an impossible step."""
    about = f"{counted(played.players, 'player')}, {words_of(line_up)}"
    for end, (line, column) in getattr(rules, "END_PLACES", {}).items():
        mark = played.ends == end
        if mark.any():
            shown = minimised(
                rules, cards, played, mark, line_up, lambda more, n=end: more.ends == n
            )
            count = int(mark.sum())
            claim = f"{rules.ENDS[end]}, in {count:,} of {played.games:,} games ({about})"
            place = Place(place_at(game, "rules").file, line, column)
            hint = "move the first card away earlier, or declare a zone for several cards"
            yield Finding(
                "rule-broken",
                f"{about}, {rules.ENDS[end]}",
                "games",
                "fault",
                claim,
                count,
                shown=shown,
                place=place,
                hint=hint,
            )


def fault_findings(
    rules: Rules, cards: Any, played: Played, line_up: list[Player], game: Game
) -> Iterator[Finding]:
    """Report each type of fault that the games show, or one finding that all is sound."""
    about = f"{counted(played.players, 'player')}, {words_of(line_up)}"
    impossible = list(impossible_findings(rules, cards, played, line_up, game))
    yield from impossible
    sorts = sort_of_fault(played.faults)
    for number in sorted(set(sorts.tolist()) - {0}):
        mark = sorts == number
        games = int(mark.sum())
        if number in HOPELESS:  # more games of this type would never end
            shown = shortest(played, mark, line_up)
        else:
            shown = minimised(
                rules,
                cards,
                played,
                mark,
                line_up,
                lambda more, n=number: sort_of_fault(more.faults) == n,
            )
        blame: tuple[int, str, str, Place | None] = number, "", "", None
        if shown:
            if number == NO_END:
                blame = (number, "", *circled(rules, cards, line_up, shown))
            else:
                blame = blamed(rules, cards, line_up, shown)
        first, words, after, place = blame
        first = first or int(played.faults[mark][0])  # if replaying it shows nothing
        others = len({*played.faults[mark].tolist(), first}) - 1
        what = (words or fault_words(rules, cards, first)) + (
            f" and {counted(others, 'more card')}" if others else ""
        )
        yield Finding(
            "rule-broken",
            about,
            "games",
            "fault",
            f"{what}, in {games:,} of {played.games:,} games ({about}){after}",
            games,
            shown=shown,
            place=place,
            hint=hint_for(rules),
        )
    if played.games and not played.decisions.any() and not played.faults.any():
        claim = (
            f"no player has a decision in {played.games:,} games ({about}): each is over, or "
            "stuck, before its first decision"
        )
        yield Finding(
            "rule-broken",
            about,
            "games",
            "fault",
            claim,
            0,
            shown=shortest(played, played.decisions >= 0, line_up),
            hint=hint_for(rules),
        )
        return
    if not played.faults.any() and not impossible:
        moves = f"{int(played.decisions.sum()):,} moves ({about})"
        claim = (
            "every state is legal: each card is in one place, and each player asked has a choice, "
            f"in {moves}"
        )
        yield Finding("rule-broken", about, "games", "ok", claim, 0)


ENDLESS = "stall or go on without end"
MOST_OF = 50.0
"""The per cent of games that are most of them."""


def end_measurements(
    rules: Rules,
    cards: Any,
    played: Played,
    line_up: list[Player],
    limits: dict[str, float],
    game: Game,
    random: Played | None = None,
) -> Iterator[Measurement | Finding]:
    """Measure how many games end without a result, and how many show something that should never
    happen. It is a fault if most games have no result, and most of the `random` ones either.
    """
    about, impossible = counted(played.players, "player"), getattr(rules, "END_PLACES", {})
    bad = [end for end in getattr(rules, "BAD_ENDS", ()) if end not in impossible]
    if bad:
        mark = np.isin(played.ends, bad)
        bound = [end for end in bad if rules.ENDS[end] == BOUND]
        is_bound = 2 * int(np.isin(played.ends, bound).sum()) > int(mark.sum())
        aimless = 0.0 if random is None else 100 * float(np.isin(random.ends, bad).mean())
        hint = "replay one to see which move is no longer possible"
        if is_bound:
            hint = "reward what brings the end closer, or limit the rounds, so that every game ends"
        shown = (
            minimised(rules, cards, played, mark, line_up, lambda more: np.isin(more.ends, bad))
            if mark.any()
            else None
        )
        place, why = place_at(game, "rules"), ""
        if shown is not None and (ended := ended_badly(rules, cards, line_up, shown)) is not None:
            (line, column), why = ended
            place = Place(place.file, line, column)
        if is_bound and random is not None and aimless < MOST_OF:
            why = f", which random players do in {aimless:.0f} %{why}"
        measured = Measurement(
            "stall",
            about,
            "games",
            f"with {about} ({words_of(line_up)}), {{}} of games {ENDLESS}{why}",
            *points(Rate(int(mark.sum()), played.games)),
            played.games,
            (0.0, limits["stall"]),
            standard=f"limit {limits['stall']:g} %",
            too_much="too many",
            place=place,
            shown=shown,
            hint=hint,
            names_players=True,
        )
        if measured.low > MOST_OF and aimless > MOST_OF:
            yield _endless(measured, words_of(line_up), aimless, why, is_bound, game)
        else:
            yield measured
    for name in getattr(rules, "NEVER", ()):
        counts = played.counts[:, rules.COUNTS.index(name)]
        shown = minimised(
            rules,
            cards,
            played,
            counts > 0,
            line_up,
            lambda more, n=name: more.counts[:, rules.COUNTS.index(n)] > 0,
        )
        yield replace(
            happening(rules, played, name, "should-not-happen", "games", limits["stall"], game),
            shown=shown,
        )


def _endless(
    stalls: Measurement, words: str, aimless: float, why: str, is_bound: bool, game: Game
) -> Finding:
    """Report that games do not end, even among random players: `aimless` per cent of these. If they
    go on until the bound, the conditions for an end are the place to look at.
    """
    place, hint = stalls.place, stalls.hint
    if is_bound and game.root.get("play"):
        place, why = place_at(game, "play.until"), "; no condition in `until` comes true"
        hint = "lower a number in one of the conditions, or add another"
    return Finding(
        "stall",
        stalls.about,
        "games",
        "fault",
        f"with {stalls.about}, games do not end: {stalls.number:.0f} % of those by {words} players, "
        f"and {aimless:.0f} % of those by random ones, {ENDLESS}{why}",
        stalls.number,
        (stalls.low, stalls.high),
        "%",
        place,
        stalls.shown,
        hint,
    )


def happening(
    rules: Rules,
    played: Played,
    name: str,
    code: str,
    section: str,
    limit: float,
    game: Game,
    hint: str | None = None,
) -> Measurement:
    """Measure in how many games an event happens that the rules count; at most `limit` per cent may
    have it.
    """
    about, counts = counted(played.players, "player"), played.counts[:, rules.COUNTS.index(name)]
    return Measurement(
        code,
        f"{name}, {about}",
        section,
        f"with {about}, {{}} of games have {name}",
        *points(Rate(int((counts > 0).sum()), played.games)),
        played.games,
        (0.0, limit),
        standard=f"limit {limit:g} %",
        too_much="too many",
        place=place_at(game, name, rules),
        hint=hint,
    )


def ends_of(rules: Rules, played: Played) -> dict[str, int]:
    """Count the games by their end."""
    counts = np.bincount(played.ends, minlength=len(rules.ENDS)).tolist()
    texts = [
        *rules.ENDS,
        *(f"end {number}, which has no text" for number in range(len(rules.ENDS), len(counts))),
    ]
    return {end: int(count) for end, count in zip(texts, counts, strict=True) if count}


FEWEST_FOR_NEVER = 60
"""The number of games that show that what ended none of them is rare: at most 6 % of games."""


def _share(count: int, games: int) -> str:
    """Write a share with its interval: "27.2 % (25.9 to 28.6)"."""
    number, low, high, _ = points(Rate(count, games))
    return f"{number:.1f} % ({low:.1f} to {high:.1f})"


def told_findings(rules: Rules, played: Played) -> Iterator[Finding]:
    """Report in how many games each event in the rules' `TOLD` happens: facts, never a fault."""
    about = counted(played.players, "player")
    for name in getattr(rules, "TOLD", ()):
        count = int((played.counts[:, rules.COUNTS.index(name)] > 0).sum())
        number, low, high, _ = points(Rate(count, played.games))
        claim = f"with {about}, {_share(count, played.games)} of games have {name}"
        yield Finding("happens", f"{name}, {about}", "games", "ok", claim, number, (low, high), "%")


def end_findings(
    rules: Rules,
    cards: Any,
    all_ends: dict[int, dict[str, int]],
    game: Game,
    which: str = "any number of players",
) -> Iterator[Finding]:
    """Report what ended the games with each number of players, and which ends never occurred
    although the rulings allow them. `which` names the numbers of players.
    """
    for players, ends in all_ends.items():
        games = sum(ends.values())
        parts = [
            f"{end_in_words(end)} {_share(count, games)}"
            for end, count in sorted(ends.items(), key=lambda item: -item[1])
        ]
        yield Finding(
            "game-end",
            counted(players, "player"),
            "games",
            "ok",
            f"with {counted(players, 'player')}, games end by: {', '.join(parts)}",
            None,
        )
    games = sum(sum(ends.values()) for ends in all_ends.values())
    bad = [rules.ENDS[end] for end in getattr(rules, "BAD_ENDS", ())]
    unended = sum(ends.get(end, 0) for ends in all_ends.values() for end in bad)
    for end in _possible_ends(rules, cards):
        if not any(end in ends for ends in all_ends.values()):
            claim = f"none of {games:,} games, with {which}, ended by '{end}'"
            hint = "a rule that never takes effect can be left out"
            if 2 * unended > games:
                hint = "first make games end: a game that goes on or gets stuck shows no end"
            elif any(OVER in ends for ends in all_ends.values()):
                hint = (
                    "this line is checked after a round or turn, and the step `end the game` ends "
                    "games before; if both mean the same, remove the step"
                )
            yield Finding(
                "end-never-comes",
                end,
                "games",
                "warning" if games >= FEWEST_FOR_NEVER else "unsure",
                claim,
                0,
                place=_place_of_end(game, end, rules),
                hint=hint,
            )


def rare_end_measurements(
    rules: Rules,
    cards: Any,
    all_ends: dict[int, dict[str, int]],
    limits: dict[str, float],
    game: Game,
) -> Iterator[Measurement]:
    """Measure the share of games ended by each end that occurred, with the number of players with
    which it was most frequent.
    """
    ends = _possible_ends(rules, cards)
    if len(ends) < 2:
        return
    for end in ends:
        shares = {
            players: Rate(counts[end], sum(counts.values()))
            for players, counts in all_ends.items()
            if end in counts
        }
        if not shares:
            continue
        players = max(shares, key=lambda n: shares[n].share)
        yield Measurement(
            "end-rare",
            end,
            "games",
            f"with {counted(players, 'player')}, {{}} of games end by '{end}'"
            + (", and no more do with any other number of players" if len(all_ends) > 1 else ""),
            *points(shares[players]),
            shares[players].games,
            (limits["ends"], np.inf),
            standard=f"at least {limits['ends']:g} % is expected",
            too_little="the game hardly ever ends this way",
            place=_place_of_end(game, end, rules),
            hint="players can hardly reach this end; change the numbers, or leave it out",
        )


def _possible_ends(rules: Rules, cards: Any) -> list[str]:
    """List the ends that the rulings allow, except for bad ones."""
    if hasattr(rules, "possible_ends"):
        possible = rules.possible_ends(cards)
    else:
        possible = range(1, len(rules.ENDS))
    return [
        rules.ENDS[number] for number in sorted(set(possible) - set(getattr(rules, "BAD_ENDS", ())))
    ]


def _place_of_end(game: Game, end: str, rules: object = None) -> Place:
    """Return the place of an end: the entry of the rules that its condition compares with if that
    is one alone, its line of `until:`, or the rules if they are not data.
    """
    if has_rules_as_data(game):
        for ending in read_program(game).endings:
            names = {number.name for number in nodes_of(RuleNumber, ending.condition)}
            if ending.words == end and len(names) == 1:
                return place_at(game, f"rules.{names.pop()}")
    play = game.root.get("play")
    until = None if play is None else play.get("until")
    if until is None or until.type != "map" or end not in until.keys:
        return place_at(game, end, rules) if until is None else until.place
    return until.keys[end]


def minutes_of(played: Played, limits: dict[str, float]) -> Any:
    """Estimate each game's length at a table, in minutes, from the seconds that `limits` allows per
    decision and round.

    Decisions that all seats make simultaneously are part of the round's time.
    """
    in_turn = played.decisions - played.at_once
    seconds = in_turn * limits["decision_seconds"] + played.rounds * limits["round_seconds"]
    return seconds / 60 + limits["setup_minutes"]


FAR_SHORTER = 0.7
"""A game that takes less than this part of the shortest promised time is far too short; and
correspondingly for too long.
"""


def length_measurement(
    rules: Rules,
    played: Played,
    limits: dict[str, float],
    promise: tuple[float, float] | None,
    game: Game,
) -> Measurement:
    """Compare the minutes of a game with the promise on the box; the hint names what ends most
    games.
    """
    minutes = minutes_of(played, limits)
    mean, (least, most) = mean_of(minutes), np.percentile(minutes, (5, 95))
    span = from_to(f"{least:.0f}", f"{most:.0f}")
    what = (
        f"with {counted(played.players, 'player')}, a game takes {{}} on average, nine in ten take "
        f"{span} {'minute' if span == '1' else 'minutes'}, "
        f"with {played.rounds.mean():.1f} rounds and {played.decisions.mean():.0f} decisions"
    )
    allowed = promise or (-np.inf, np.inf)
    if promise:
        standard = f"the box promises {from_to(f'{promise[0]:g}', f'{promise[1]:g}')}"
    else:
        standard = "the box promises nothing"
    return Measurement(
        "length",
        counted(played.players, "player"),
        "length",
        what,
        mean.number,
        mean.low,
        mean.high,
        mean.standard_error,
        played.games,
        allowed,
        "minutes",
        standard,
        "too short",
        "too long",
        place=place_at(game, "game.minutes"),
        hint=f"{_usual_end(rules, played, promise, mean.number)}Minutes are estimated from the "
        "limits decision_seconds and round_seconds; "
        "`log` shows how long people take",
        players=played.players,
    )


def _usual_end(
    rules: Rules, played: Played, promise: tuple[float, float] | None, minutes: float
) -> str:
    """Name what ends most games that are far shorter or longer than promised, as the likely cause;
    empty if there are none.
    """
    if promise is None or promise[0] * FAR_SHORTER <= minutes <= promise[1] / FAR_SHORTER:
        return ""
    end, count = max(ends_of(rules, played).items(), key=lambda item: item[1])
    return (
        f"{100 * count / played.games:.0f} % of these games end this way: {end_in_words(end)}. "
        f"Check whether that happens too {'soon' if minutes < promise[0] else 'late'}. "
    )

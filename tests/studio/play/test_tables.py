"""A table with people: what each seat is sent, at every game, holds nothing that it may not
know.
"""

from __future__ import annotations

import copy
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.data.loading import load_game
from generator.data.problems import ProblemError
from rules_check.engine.game import copy_of, load_rules, rules_of
from rules_check.engine.players import LineUpError
from rules_check.engine.verbs import complete
from rules_check.engine.view import View, Zone, view_of
from rules_check.play.record import read_record
from rules_check.play.session import Session
from studio.play.engine import Reader
from studio.play.tables import Showing, Table
from studio.protocol.played import (
    Choose,
    Confirm,
    Data,
    LayAside,
    Record,
    Reel,
    Seen,
    Sit,
    TakeBack,
)
from tests.rules_check.engine.test_conformance import GAMES, Entry
from tests.rules_check.engine.test_view import printed
from tests.rules_check.engine.toys import SOUND, Lots
from tests.rules_check.notation.secret_games import game
from tests.rules_check.notation.writing.uncompiled import Played, uncompiled
from tests.rules_check.toolkit.test_arrivals import FORCED, ROW

ROOT = Path(__file__).resolve().parents[3]
NOTED = ROOT / "tests" / "rules_check" / "notation" / "games"
DATA = Data(1, str(ROOT / "cards.yaml"), (ROOT / "cards.yaml").read_bytes())


def shop(name: str = "emporium") -> Reader:
    reader = Reader("tables", lambda message: None)
    reader.rules = load_rules(name)
    return reader


def begun(**asked: Any) -> Table:
    return Table.begun(shop(), DATA, Sit(seed=5, **asked))


def sorted_out(messages: list[Any]) -> tuple[dict[int, Seen], Record]:
    return {one.seat: one for one in messages if isinstance(one, Seen)}, next(
        one for one in messages if isinstance(one, Record)
    )


# ------------------------------------------------------------------------------------------ playing
@pytest.mark.slow
def test_one_person_plays_among_machines_to_the_end() -> None:
    table = begun(line_up="human,random", players=2)
    seen, record = sorted_out(list(table.told()))
    while not seen[0].is_over:
        assert set(seen) == {0}
        word = seen[0].moves[seen[0].made % len(seen[0].moves)].word
        seen, record = sorted_out(list(table.hear(Choose(0, word, seen[0].made))))
        if seen[0].laid:
            assert seen[0].laid == [word]
            seen, record = sorted_out(list(table.hear(Confirm(0))))
    assert "The game was over" in "\n".join(seen[0].story)
    assert "The game was over" in "\n".join(seen[0].ending)
    assert begun(line_up="human,random", players=2).seen(0).ending == []
    assert "\nend: " in record.text
    scores = seen[0].scores
    assert scores is not None
    assert [row.place for row in scores.rows] == sorted(row.place for row in scores.rows)
    assert {row.seat: row.score for row in scores.rows} == dict(
        enumerate(read_record(record.text, "x").scores or ())
    )
    assert all(len(row.parts) == len(scores.parts) for row in scores.rows)
    assert all(sum(row.parts) == row.score for row in scores.rows if row.parts)
    assert begun(line_up="human,random", players=2).seen(0).scores is None


def openness(folder: str, name: str, players: int) -> list[bool]:
    """Return what each seat of a new table is told of whether the table is open."""
    path = Path(folder, "cards.yaml")
    (path.parent / "templates").mkdir()
    (path.parent / "templates" / "card.svg.j2").write_text("<svg/>", encoding="utf-8")
    path.write_bytes((NOTED / f"{name}.yaml").read_bytes())
    reader = Reader("tables", lambda message: None)
    reader.rules = rules_of(load_game(path))
    asked = Sit(seed=5, line_up=",".join(["human"] * players), players=players)
    table = Table.begun(reader, Data(1, str(path), path.read_bytes()), asked)
    seen, _ = sorted_out(list(table.told()))
    return [one.is_open for one in seen.values()]


@pytest.mark.parametrize(
    ("name", "players", "is_open"),
    [("tide_marks", 3, True), ("kuhn", 2, False), ("six_bells", 2, False)],
)
def test_a_table_is_open_if_nobody_knows_more_than_another(
    tmp_path: Path, name: str, players: int, is_open: bool
) -> None:
    """Cards that nobody sees hide nothing from another seat; hands do, and choices made at once."""
    assert uncompiled(openness, str(tmp_path), name, players) == [is_open] * players


def test_a_second_click_does_nothing() -> None:
    table = begun(line_up="human,random", players=2)
    seen, _ = sorted_out(list(table.told()))
    choice = Choose(0, seen[0].moves[0].word, seen[0].made)
    assert list(table.hear(choice))
    assert list(table.hear(choice)) == []


def test_what_cannot_be_done_is_said() -> None:
    table = begun(line_up="human,random", players=2)
    seen, _ = sorted_out(list(table.told()))
    with pytest.raises(ValueError, match="expected one of"):
        list(table.hear(Choose(0, "fly", seen[0].made)))
    with pytest.raises(ValueError, match="seat 2 is not played by a person"):
        list(table.hear(Choose(1, seen[0].moves[0].word, 0)))
    with pytest.raises(ValueError, match="laid nothing aside"):
        list(table.hear(Confirm(0)))
    with pytest.raises(ValueError, match="no move to take back"):
        list(table.hear(TakeBack(0)))
    with pytest.raises(ValueError, match="is for 2, 3, 4, 5 or 6 players, found 9"):
        begun(players=9)
    with pytest.raises(ValueError, match="the line-up 'random' has no human"):
        begun(line_up="random")
    with pytest.raises(LineUpError):
        begun(line_up="human,genius")


def test_a_table_goes_on_from_its_record() -> None:
    table = begun(line_up="human,expert,random", players=3)
    seen, record = sorted_out(list(table.told()))
    for _ in range(4):
        seen, record = sorted_out(list(table.hear(Choose(0, seen[0].moves[0].word, seen[0].made))))
        if seen[0].laid:
            seen, record = sorted_out(list(table.hear(Confirm(0))))
    assert not record.is_asked
    again, same = sorted_out(list(Table.resumed(shop(), record).told()))
    assert same == record
    assert (again[0].zones, again[0].moves, again[0].made) == (
        seen[0].zones,
        seen[0].moves,
        seen[0].made,
    )
    assert sorted_out(list(table.hear(LayAside())))[1].is_asked


def test_a_saved_game_starts_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text(
        "open('seen', 'w').close()\ndef play(table, moves, cards):\n    return moves[0]\n"
    )
    _, record = sorted_out(list(begun(line_up="human,random", players=2).told()))
    changed = Record(record.text.replace("human,random", "human,evil.py:play"), record.data)
    assert changed.text != record.text
    with pytest.raises(ValueError, match=r"evil\.py:play, which is code"):
        Table.resumed(shop(), changed)
    assert not (tmp_path / "seen").exists()


def test_where_a_players_code_lies_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def play(view):\n    return 0\n", encoding="utf-8")
    seen, record = sorted_out(
        list(begun(line_up=f"human,{tmp_path / 'mine.py'}:play", players=2).told())
    )
    assert seen[0].line_up == ["human", "mine.py:play"]
    assert str(tmp_path) in record.text  # which the server keeps


@pytest.mark.slow
def test_a_saved_game_is_gone_through_move_by_move() -> None:
    table = begun(line_up="human,random", players=2)
    seen, record = sorted_out(list(table.told()))
    while not seen[0].is_over:
        seen, record = sorted_out(list(table.hear(Choose(0, seen[0].moves[-1].word, seen[0].made))))
        if seen[0].laid:
            seen, record = sorted_out(list(table.hear(Confirm(0))))
    showing = Showing(shop(), Reel("1.record", 0, record.text, DATA))
    first, last = showing.at(-5), showing.at(10_000)
    assert (first.move, first.seen.round, first.seen.story, first.seen.is_over) == (0, 1, [], False)
    assert (last.move, last.seen.is_over) == (last.moves, True)
    assert last.seen.line_up == ["human", "random"]
    assert showing.at(7).seen.story == last.seen.story[: len(showing.at(7).seen.story)]
    assert showing.at(7).seen.zones != first.seen.zones
    with pytest.raises(ProblemError):
        Showing(shop(), Reel("1.record", 0, record.text.replace("players: 2", "players: 3"), DATA))


def forced() -> tuple[list[str], list[str]]:
    """Return the story of a saved game whose first move is the only one, and the one of a person
    who plays it.
    """
    text = FORCED.replace("round = 1 or round = 4", "round > 1")
    played = Played(game(text))
    desk: Any = SimpleNamespace(
        rules=complete(played.rules), read=lambda data: (played.game, played.cards)
    )
    table = Table.begun(desk, DATA, Sit(seed=5, line_up="human", players=2))
    seen, record = sorted_out(list(table.told()))
    moment = Showing(desk, Reel("1.record", 0, record.text, DATA)).at(0)
    return list(seen[0].story), list(moment.seen.story)


def named() -> list[list[str]]:
    """Return the faces of the first moves of a game whose options name cards, and one that does not."""
    played = Played(game(ROW.format(own="laid: card")))
    desk: Any = SimpleNamespace(
        rules=complete(played.rules), read=lambda data: (played.game, played.cards)
    )
    table = Table.begun(desk, DATA, Sit(seed=5, line_up="human", players=2))
    seen, _ = sorted_out(list(table.told()))
    return [[move.word, *move.faces] for move in seen[0].moves]


def test_a_move_of_a_play_game_touches_the_cards_that_it_names() -> None:
    """So that a click on a card shows its moves."""
    moves = uncompiled(named)
    taken = [faces for word, *faces in moves if word.startswith("take ")]
    assert taken
    assert all(faces == [word.split()[1]] for word, *faces in moves if word.startswith("take "))
    assert [faces for word, *faces in moves if word in ("turn", "draw")] == [[], []]


def test_a_forced_first_move_is_told_at_the_table_and_in_its_replay() -> None:
    table, replay = uncompiled(forced)
    assert table[0] == "You, with no other choice: lay."
    assert replay[0] == "Seat 1, with no other choice: lay."


# ------------------------------------------------------------------------------------------ leaking
class Watched:
    """A game by Python's luck, watched for what a seat is sent that depends on what it may not
    know.
    """

    def __init__(self, entry: Entry, game: Any, players: int) -> None:
        self.entry, self.luck = entry, random.Random(players)
        self.session = Session(
            entry.rules, game, entry.cards(), [None] * players, 5, 1, is_drawn=True
        )
        self.views = self.stories = 0
        self.found = set[str]()

    def play(self, most: int) -> None:
        """Play so many moves, and before each deal each seat's unknown anew."""
        for _ in range(most):
            if (due := self.session.go_on()) < 0:
                return
            words = [move.word for move in self.session.view(due).moves]
            word = self.luck.choice(words)
            for seat in self.session.people:
                other = copy_of(self.session.rules, self.session.state)
                self.entry.change_unknown(self.session.cards, other, seat, self.luck)
                self.look(seat, self.twin(other), word, word)
                if self.session.view(due).is_secret and seat != due:
                    self.look(seat, self.twin(self.session.state), word, self.luck.choice(words))
            self.session.make(word)

    def twin(self, state: Any) -> Session:
        """Copy the session, in another state."""
        made = copy.copy(self.session)
        made._now, made._undo = made._now._replace(state=copy_of(made.rules, state)), []
        made._news = {seat: [] for seat in made.people}
        return made

    def look(self, seat: int, other: Session, word: str, other_word: str) -> None:
        """Compare what a seat is sent in two states that it cannot tell apart, and what it is told
        of a move that leaves them so.
        """
        own = self.twin(self.session.state)
        tables = [Table(own, DATA), Table(other, DATA)]
        self.views += own.state.tobytes() != other.state.tobytes()
        if tables[0].seen(seat) != tables[1].seen(seat):
            self.found.add("view")
        try:
            own.make(word)
            other.make(other_word)
        except ValueError:
            return  # no move of the other state
        is_told = not own.rules.is_secret(own.cards, own.state)
        if word != other_word and is_told:
            return  # all may hear now which of the two it was, though they forget it
        if self.known(own, seat) == self.known(other, seat):
            self.stories += 1
            if own.news(seat) != other.news(seat):
                self.found.add("story")

    def known(self, session: Session, seat: int) -> bytes:
        state = copy_of(session.rules, session.state)
        session.rules.hide(session.cards, state, seat, 0)
        return bytes(state.tobytes())


@pytest.mark.slow_cases(
    "brick-and-mortar",
    "empire, a match",
    "empire",
    "emporium",
    "merchants-of-magick, open sheets",
    "merchants-of-magick",
)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if "," in name else ()) for name in GAMES]
)
def test_no_seat_is_sent_what_it_may_not_know(name: str) -> None:
    entry = GAMES[name]
    watched = Watched(
        entry, printed(entry.rules.name), next(count for count in entry.players if count > 2)
    )
    watched.play(20)
    assert watched.found == set()
    assert watched.views > 20
    assert watched.stories > 15


def leaking(**verbs: Any) -> set[str]:
    """Watch a toy in which some verbs tell too much."""
    rules = complete(Lots())
    for name, verb in verbs.items():
        setattr(rules, name, verb)
    watched = Watched(SOUND._replace(rules=rules), SimpleNamespace(table={}), 3)
    watched.play(20)
    assert watched.views > 20
    return watched.found


def hands(game: Any, cards: Any, state: Any, seat: int) -> View:
    return View(
        (), tuple(Zone("hand", (), one, str(state.hand[one])) for one in range(state.players))
    )


@pytest.mark.slow
def test_a_toy_that_keeps_its_secrets_passes() -> None:
    assert leaking(view=hands) == set()


@pytest.mark.slow
def test_rules_that_hide_too_little_are_noticed() -> None:
    def hide(cards: Any, state: Any, seat: int, luck: int) -> None:
        """Hide nothing but the luck."""
        state.rng[:] = luck

    assert "view" in leaking(hide=hide, view=hands)


@pytest.mark.slow
def test_a_story_that_tells_what_is_hidden_is_noticed() -> None:
    def tell(game: Any, cards: Any, state: Any, move: int, seat: int) -> list[str]:
        return [f"The hands are {state.hand[: state.players].tolist()}."]

    assert leaking(tell=tell) == {"story"}


@pytest.mark.slow
def test_a_view_of_the_true_state_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def view(self: Session, seat: int) -> View:
        true: View = self.rules.view(self.game, self.cards, self.state, seat)
        made = view_of(self.rules, self.game, self.cards, self.state, seat)
        return View(**{**made.__dict__, "zones": true.zones})

    monkeypatch.setattr(Session, "view", view)
    assert "view" in leaking(view=hands)

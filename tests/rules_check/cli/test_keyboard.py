"""People at the table: what they are asked and told, what can be taken back, and a game laid aside
and gone on with.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from generator.data.game import Game
from rules_check.cli.keyboard import Keyboard, _spanned, found_by, menu, numbered_of
from rules_check.engine.game import moves_of
from rules_check.engine.players import parse_player
from rules_check.engine.view import Move
from rules_check.games import emporium as rules
from rules_check.play.record import RecordedGame, Replay, read_record, write_record
from rules_check.play.session import Session
from tests.rules_check.games.scripted import real_cards


def first_of(question: str) -> str:
    """Take the first move, and confirm it."""
    return "" if "Enter" in question else "1"


class Table:
    """A session whose people answer from a script, then by a rule; `said` is all that was on the
    screen, in turns of asking.
    """

    def __init__(
        self,
        game: Game,
        line_up: str,
        answers: Iterable[str] = (),
        rule: Callable[[str], str] = first_of,
        seed: int = 2,
    ):
        self.answers, self.rule = list(answers), rule
        self.said, self.asked, self.saved, self.cleared = (
            list[str](),
            list[str](),
            list[RecordedGame](),
            0,
        )
        players = [None if word == "human" else parse_player(word) for word in line_up.split(",")]
        self.session = Session(rules, game, real_cards(), players, seed, 0)
        self.keyboard = Keyboard(
            self.session, self.said.append, self.ask, self.saved.append, self.clear
        )

    def run(self) -> str:
        return self.keyboard.run()

    def ask(self, question: str) -> str:
        self.asked.append(question)
        self.said.append(f"> {question}")
        return self.answers.pop(0) if self.answers else self.rule(question)

    def clear(self) -> None:
        self.cleared += 1

    @property
    def screen(self) -> str:
        return "\n".join(self.said)

    def fork(self) -> tuple[bytes, list[str]]:
        return self.session.state.tobytes(), [move.text for move in self.session.moves]


def leave(question: str) -> str:
    return "u" if "Enter" in question else "q"


@pytest.mark.slow_cases("human,greedy,human,search:5", "human,random", "random,human,expert")
@pytest.mark.parametrize(
    "line_up",
    [
        "human,random",
        "random,human,expert",
        pytest.param("human,human,human", marks=pytest.mark.slow),
        "human,greedy,human,search:5",
    ],
)
def test_a_game_with_people_is_played_to_its_end(emporium: Game, line_up: str) -> None:
    table = Table(emporium, line_up)
    assert table.run() == "over"
    assert rules.is_over(real_cards(), table.session.state)
    assert "The game was over" in table.screen
    assert {move.seat for move in table.session.moves} == set(range(line_up.count(",") + 1))
    assert (table.cleared > 0) == (line_up.count("human") > 1)
    assert table.session.record.line_up == line_up
    Replay(rules, real_cards(), table.session.record, "a.record")


def test_the_menu_has_every_legal_move_in_words(emporium: Game) -> None:
    table = Table(emporium, "human,random", rule=leave)
    legal = moves_of(rules, real_cards(), table.session.state)
    assert table.run() == "left"
    menu = [line for line in table.said if line.strip()[:1].isdigit()]
    assert menu == [
        (
            f"  {number:>{len(str(len(legal)))}}  "
            f"{rules.describe(emporium, real_cards(), table.session.state, move)}"
        )
        for number, move in enumerate(legal, 1)
    ]


def test_what_is_decided_and_what_one_has_stands_above_the_moves(emporium: Game) -> None:
    table = Table(emporium, "human,random", ["1", "", "t", ""], leave)
    table.run()
    menus = [at for at, line in enumerate(table.said) if line.strip().startswith("1  ")]
    heads = [at for at, line in enumerate(table.said) if line.startswith("To decide: you")]
    assert len(menus) == len(heads) == 3
    assert [table.said[menus[0] - 1], table.said[menus[2] - 2]] == [
        "",
        "",
    ]  # the table was shown, which says it
    assert re.fullmatch(r"To decide: you, .*\. \(\d+ gold\)", table.said[menus[1] - 1])


def test_a_choice_that_is_a_sentence_has_one_full_stop(emporium: Game) -> None:
    table = Table(emporium, "human,random", [""], leave)
    table.keyboard._confirmed("Keep the Bank: Buy points twice.")
    table.keyboard._confirmed("Keep the Bank")
    assert table.asked == [
        f"Keep the Bank{more}. Press Enter to confirm, u to take it back: "
        for more in (": Buy points twice", "")
    ]


def test_what_is_no_move_is_answered_in_a_line_and_help_is_there_to_ask_for(emporium: Game) -> None:
    wrong = ["0", "99", "-1", "٣", "nonsense", "1e1", "99999999"]
    table = Table(emporium, "human,random", [*wrong, "?"], leave)
    before = table.fork()
    table.run()
    count = len(moves_of(rules, real_cards(), table.session.state))
    for word in wrong:
        assert (
            f"No move contains '{word}'; the moves are 1 to {count}, and ? shows what else you "
            "can type."
        ) in table.said
    helps = [
        line
        for line in table.said
        if line.startswith(f"The moves are 1 to {count}. Type a number to make that move, or words")
    ]
    assert len(helps) == 1
    assert table.fork() == before


def test_a_move_can_be_made_by_its_words(emporium: Game) -> None:
    table, twin = (
        Table(emporium, "human,random", rule=leave),
        Table(emporium, "human,random", rule=leave),
    )
    word = rules.move_text(
        real_cards(), table.session.state, moves_of(rules, real_cards(), table.session.state)[1]
    )
    table.answers, twin.answers = [word.upper(), ""], ["2", ""]
    assert (table.run(), table.fork()) == (twin.run(), twin.fork())
    assert table.session.moves


def test_a_choice_behind_the_screen_can_be_taken_back_until_it_is_confirmed(emporium: Game) -> None:
    table = Table(emporium, "human,random", ["1", "?", "7", "u"], leave)
    before = table.fork()
    table.run()
    assert "Press Enter to confirm, u to take it back" in table.screen
    assert "'7' is not an answer here." in table.said
    assert not any(line.startswith("'?'") for line in table.said)
    assert table.fork() == before


def test_who_leaves_before_confirming_has_the_game_saved_as_it_was(emporium: Game) -> None:
    table = Table(emporium, "human,random", ["1", "s", "q"])
    before = table.fork()
    assert table.run() == "left"
    assert table.fork() == before
    assert [record.moves for record in table.saved] == [(), ()]


def test_what_came_of_a_choice_is_not_taken_back(emporium: Game) -> None:
    table = Table(emporium, "human,random", ["1", "", "u"], leave)
    table.run()
    assert "You have no move to take back" in table.screen
    assert len(table.session.moves) >= 2


@pytest.mark.slow_cases("30")
@pytest.mark.parametrize("leaves_after", [pytest.param(1, marks=pytest.mark.slow), 30])
def test_a_game_laid_aside_goes_on_as_if_never_left(emporium: Game, leaves_after: int) -> None:
    whole = Table(emporium, "human,expert,random")
    whole.run()
    asked = 0

    def until(question: str) -> str:
        nonlocal asked
        asked += "your move" in question
        return "q" if asked > leaves_after and "your move" in question else first_of(question)

    first = Table(emporium, "human,expert,random", rule=until)
    assert first.run() == "left"
    (record,) = first.saved
    again = Table(emporium, "human,expert,random")
    again.session.resume(
        Replay(rules, real_cards(), read_record(write_record(record), "a.record"), "a.record")
    )
    assert again.run() == "over"
    assert again.fork() == whole.fork()


def test_saving_goes_on_and_the_record_is_of_that_moment(emporium: Game) -> None:
    table = Table(emporium, "human,random", ["s", "1", "", "s"], leave)
    table.run()
    assert [len(record.moves) for record in table.saved] == sorted(
        len(record.moves) for record in table.saved
    )
    assert len(table.saved) == 3
    assert table.saved[0].moves == ()


def test_no_person_sees_what_another_holds(emporium: Game) -> None:
    """Two people at one keyboard: between clearing and clearing, only the names of cards that the
    one at it may know.
    """
    table = Table(emporium, "human,human", ["", "t"], leave)
    state: Any = table.session.state
    names = [emporium.cards[i].record.name for i in _ids(state.hand[1, : state.hand[1, -1]])]
    mine = {emporium.cards[i].record.name for i in _ids(state.hand[0, : state.hand[0, -1]])}
    table.run()
    assert any(name not in mine for name in names)
    assert not any(name in table.screen for name in names if name not in mine)


def _ids(items: Any) -> list[str]:
    return [bytes(real_cards().item_name[item]).rstrip(b"\0").decode() for item in items]


@pytest.mark.slow
def test_a_machine_that_refuses_to_save_does_not_end_the_game(emporium: Game) -> None:
    table = Table(emporium, "human,random", ["s", "q", "1", ""])

    def refuse(_: RecordedGame) -> None:
        raise OSError(28, "no space")

    table.keyboard.save = refuse
    assert table.run() == "over"
    assert table.screen.count("The game is not saved") == 2


def test_an_interruption_never_leaves_half_a_move(
    emporium: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(emporium, "human,random", ["1", ""])
    monkeypatch.setattr(
        "rules_check.play.telling.Teller.told_move",
        lambda *_: (_ for _ in ()).throw(KeyboardInterrupt),
    )
    with pytest.raises(KeyboardInterrupt):
        table.run()
    Replay(rules, real_cards(), table.session.record, "a.record").finish()


@pytest.mark.slow
def test_everybody_is_told_the_end(emporium: Game) -> None:
    table = Table(emporium, "human,human")
    table.run()
    assert re.search(r"^Seat \d won with \d+ gold", table.screen, re.M)
    assert "You won" not in table.screen
    again = Table(emporium, "human,human")
    again.session.resume(Replay(rules, real_cards(), table.session.record, "a.record"))
    assert again.run() == "over"
    assert re.search(r"^Seat \d won with \d+ gold", again.screen, re.M)


def test_of_many_moves_that_differ_by_a_number_the_first_and_the_last_are_listed() -> None:
    bids = [Move(f"bid bakery {n}", f"Bid ${n} for the Bakery", ()) for n in range(7, 27)]
    few = [Move(f"sell bakery {n}", f"Sell {n} out of the Bakery", ()) for n in range(3)]
    assert list(menu([*enumerate([Move("pass", "Pass", ()), *bids, *few], 1)])) == [
        "   1  Pass",
        "   2  Bid $7 for the Bakery",
        "   …  or type words of a move in between, such as: bid bakery 17",
        "  21  Bid $26 for the Bakery",
        "  22  Sell 0 out of the Bakery",
        "  23  Sell 1 out of the Bakery",
        "  24  Sell 2 out of the Bakery",
    ]


def marks(*texts: str) -> list[tuple[int, Move]]:
    return [*enumerate((Move(f"mark {text}", text, ()) for text in texts), 1)]


def test_moves_that_begin_alike_stand_below_what_they_begin_with() -> None:
    assert list(
        menu(marks("Mark with the 4: Bow", "Mark with the 4: Ring", "Mark with the 6: Bow", "Pass"))
    ) == ["  Mark with the 4:", "  1  Bow", "  2  Ring", "  3  Mark with the 6: Bow", "  4  Pass"]


def test_many_moves_that_begin_alike_stand_in_columns() -> None:
    lines = list(menu(marks(*(f"Mark: {'x' * (n % 3 + 20)}" for n in range(40)))))
    assert lines[0] == "  Mark:"
    assert len(lines) == 15
    assert lines[1].split()[0::2] == ["1", "15", "29"]
    assert max(map(len, lines)) <= 100
    assert len(list(menu(marks(*(f"Mark: {n} {'x' * 90}" for n in range(40)))))) == 41


@pytest.mark.parametrize(
    ("answer", "numbers"),
    [
        ("bow", [1, 2, 4]),
        ("bow steel 8", [2]),
        ("8 steel", [2, 4]),
        ("STEEL", [2, 3, 4]),
        ("the 9", [2, 3]),
        ("the 9: bo", [2]),
        ("low", []),
        ("8", []),
        ("t", []),
        ("", []),
    ],
)
def test_moves_are_found_by_their_words(answer: str, numbers: list[int]) -> None:
    moves = marks(
        "The 5: Bow (Wood 5)",
        "The 9: Bow (Steel 8)",
        "The 9: Ring (Steel 6)",
        "The 8: Bow (Steel 6)",
    )
    assert [number for number, _ in found_by(answer.lower(), moves)] == numbers


def numbers_of(*words: str) -> list[int]:
    return [number for number, _ in numbered_of([Move(word, word, ()) for word in words])]


def test_moves_that_differ_by_an_amount_alone_go_by_their_amounts() -> None:
    assert numbers_of("price 7", "price 8", "price 9") == [7, 8, 9]
    assert numbers_of("raise 13", "raise 14", "drop") == [13, 14, 0]
    assert numbers_of("stock 0", "stock 1") == [0, 1]
    assert numbers_of("sell 0", "sell 1", "keep") == [1, 2, 3]  # 0 is taken
    assert numbers_of("raise 13", "drop", "wait") == [1, 2, 3]
    assert numbers_of("buy 1", "sell 1") == numbers_of("bid a 1", "bid b 2") == [1, 2]
    assert numbers_of("open", "close") == [1, 2]
    assert numbers_of("raise 13") == [1]


def test_the_prompt_says_which_numbers_there_are() -> None:
    spans = ([1], [1, 2, 3], [0, 1, 2], [13, 14, 0], [7, 8])
    assert [_spanned(numbers) for numbers in spans] == [
        "1",
        "1 to 3",
        "0 to 2",
        "0 or 13 to 14",
        "7 to 8",
    ]


def test_words_of_one_move_make_it_once_it_is_confirmed(emporium: Game) -> None:
    table, twin = (
        Table(emporium, "human,random", rule=leave),
        Table(emporium, "human,random", ["2", ""], leave),
    )
    text = rules.describe(
        emporium,
        real_cards(),
        table.session.state,
        moves_of(rules, real_cards(), table.session.state)[1],
    )
    table.answers = [text, "u", text, ""]
    assert (table.run(), table.fork()) == (twin.run(), twin.fork())
    assert table.session.moves

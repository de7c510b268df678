"""Tables are shown with the cards that they are played with, whatever is edited meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from studio.draw.cardsets import MOST_SETS, CardSets, DrawnSet, drawn_set
from studio.protocol.messages import CardSet
from studio.protocol.played import set_key
from tests.studio.conftest import make_small_game


class Hearer:
    """A page that keeps what it is told."""

    def __init__(self) -> None:
        self.told = list[CardSet]()

    def tell(self, message: object) -> None:
        assert isinstance(message, CardSet)
        self.told.append(message)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return make_small_game(tmp_path)


def sets_of(path: Path, page: Hearer, friend: Hearer) -> CardSets:
    sets = CardSets(path, lambda work, take: take(work()))
    sets.listeners = lambda with_friends: [page, friend] if with_friends else [page]
    return sets


def texts(path: Path) -> tuple[bytes, bytes]:
    old = path.read_bytes()
    return old, old.replace(b"cost: 4", b"cost: 9")


def test_a_table_keeps_its_cards_when_they_are_edited_on_the_wall(path: Path) -> None:
    old, new = texts(path)
    page, friend = Hearer(), Hearer()
    sets = sets_of(path, page, friend)
    sets.redrawn(old, drawn_set(path, old))
    sets.use(old, is_table=True)
    assert [one.cards for one in page.told] == [[]]
    sets.redrawn(new, drawn_set(path, new))
    (told,) = page.told[1:]
    assert friend.told == page.told
    faces = {one.card: one.svg for one in told.faces}
    assert told.key == set_key(old)
    assert (">4<" in faces["tib"], ">9<" in faces["tib"]) == (True, False)
    sets.redrawn(old, drawn_set(path, old))
    assert page.told[-1].cards == []


def test_a_comment_makes_no_other_cards(path: Path) -> None:
    old, _ = texts(path)
    page = Hearer()
    sets = sets_of(path, page, Hearer())
    sets.use(old, is_table=True)
    sets.redrawn(old + b"# more\n", drawn_set(path, old))
    assert [one.cards for one in page.told] == [[]]


def test_a_saved_game_is_drawn_from_its_own_text_for_the_designer_alone(path: Path) -> None:
    old, new = texts(path)
    page, friend, late = Hearer(), Hearer(), Hearer()
    sets = sets_of(path, page, friend)
    sets.redrawn(new, drawn_set(path, new))
    sets.use(old, is_table=False)
    assert ">4<" in "".join(one.svg for one in page.told[-1].faces)
    sets.welcome(late, is_friend=True)
    assert friend.told == late.told == []
    sets.welcome(late, is_friend=False)
    assert late.told == page.told


def test_a_set_that_cannot_be_drawn_any_more_ends_nothing(path: Path) -> None:
    old, _ = texts(path)
    page = Hearer()
    sets = sets_of(path, page, Hearer())
    sets.redrawn(old, drawn_set(path, old))
    sets.use(old.replace(b"guild: tide", b"guild: gone"), is_table=True)
    assert page.told == []


def test_few_sets_are_kept_and_that_of_the_table_always(path: Path) -> None:
    old, _ = texts(path)
    sets = sets_of(path, Hearer(), Hearer())
    sets.redrawn(old, DrawnSet([], {}))
    sets.use(old, is_table=True)
    for cost in range(2 * MOST_SETS):
        sets.use(old.replace(b"cost: 4", f"cost: {cost}".encode()), is_table=False)
    page = Hearer()
    sets.welcome(page, is_friend=False)
    assert len(page.told) == MOST_SETS
    assert set_key(old) in {one.key for one in page.told}


def test_friends_get_the_pictures_of_the_tables_cards_and_no_others(path: Path) -> None:
    art = path.parent / "art"
    art.mkdir()
    (art / "sun.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', encoding="utf-8"
    )
    template = path.parent / "templates" / "card.svg.j2"
    whole = template.read_text(encoding="utf-8")
    image = '<image href="art/sun.svg" width="9" height="9"/></svg>'
    template.write_text(whole.replace("</svg>", image), encoding="utf-8")
    old, new = texts(path)
    sets = sets_of(path, Hearer(), Hearer())
    sets.redrawn(new, DrawnSet([], {}))
    assert not sets.has_on_a_face("art/sun.svg")
    sets.use(old, is_table=True)
    assert sets.has_on_a_face("art/sun.svg")
    assert not sets.has_on_a_face("art/moon.svg")

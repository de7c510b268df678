"""What the texts of every game need: matching a move's text with the legal ones, a word with known
ones, and an end in plain words.

In: texts. Out: the one meant, or ValueError with the possible ones. Knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.data.problems import closest, did_you_mean, one_of

BOUND = "bound"
"""The end of a game that was stopped after as many decisions or rounds as any game has."""


def end_in_words(end: str) -> str:
    """Return the name of an end in plain words."""
    return "stopped, without an end" if end == BOUND else end


def meant(text: str, by_text: Mapping[str, int]) -> int:
    """Find the move that a text names among moves with their texts. Raises ValueError, listing
    these, if there is none.
    """
    wanted = " ".join(text.split())
    if wanted not in by_text:
        near = closest(wanted, by_text)
        choices = one_of(by_text) if by_text else "no move: the game is over"
        raise ValueError(
            f"expected {choices}; found '{wanted}'" + (f"; did you mean '{near}'?" if near else "")
        )
    return by_text[wanted]


def known(word: str, words: Sequence[str]) -> str:
    """Return a word if it is one of those known. Raises ValueError, listing these, if it is not."""
    if word not in words:
        hint = did_you_mean(word, words)
        raise ValueError(
            f"expected one of {', '.join(words)}; found '{word}'" + (f"; {hint}" if hint else "")
        )
    return word


def whole(word: str, what: str, most: int) -> int:
    """Read an integer from 0 to `most`. Raises ValueError, with what it should be, for anything
    else.
    """
    if not (word.isascii() and word.isdigit() and int(word) <= most):
        raise ValueError(f"expected {what} from 0 to {most}, found '{word}'")
    return int(word)


def no_more(rest: Sequence[str], words: Sequence[str]) -> None:
    """Raise ValueError if words are left over at the end."""
    if rest:
        raise ValueError(
            f"expected no more words after '{' '.join(words[: -len(rest)])}', found "
            f"'{' '.join(rest)}'"
        )

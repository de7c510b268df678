"""Workbooks for tests: written, read and imported again."""

from __future__ import annotations

from hypothesis import strategies as st

from generator.data.source import UNREADABLE

# ---------------------------------------------------------------- any cells, any layout

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=30).map(
        lambda text: UNREADABLE.sub("", text)
    ),
    st.text(st.sampled_from("ab :#,;-?&*!|>'\"%@`{}[]=+\n\\\t0159_xé’🂡~"), max_size=20),
    st.sampled_from(
        [
            "=1+1",
            "'=1+1",
            "''-x",
            "+a",
            "@a",
            "yes",
            "null",
            "~",
            "010",
            "1:30",
            "1e3",
            "0.5",
            "true",
            "- a",
            "a: b",
            "a #b",
            "_x0041_",
            "<<",
            "a:",
        ]
    ),
)
WORDS = TEXTS.map(lambda text: " ".join(text.split())).filter(bool)
NUMBERS = st.one_of(st.integers(-(10**17), 10**17), st.floats(-1e9, 1e9).map(lambda x: round(x, 6)))


# ---------------------------------------------------------------- layouts that people write

GAME = 'game: {title: Trial, version: "1"}\n'
BLOCK = (
    GAME
    + """\
kinds:
  card:
    template: card.svg.j2
    fields: {name: line, level: integer?, text: text?}
    defaults: {level: 4}
    cards:   # cards
      a:
        name: A   # first
        text: |   # kept
          one
          two

      b:
        name: 'B'

# end
"""
)

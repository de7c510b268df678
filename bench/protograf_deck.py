"""The same cards drawn with protograf, as its documents advise: a table, templated texts, pictures,
crop marks.

    PYTHON-WITH-PROTOGRAF bench/protograf_deck.py CARDS.csv PICTURES OUT.pdf

Run by bench/beside_protograf.py, which writes the table and the pictures.
"""

import sys
from pathlib import Path

from protograf import Card, Create, Data, Deck, Save, T, circle, image, rectangle, text

table, pictures, out = sys.argv[1:4]
sys.argv = sys.argv[:1]  # protograf reads the rest itself
Create(filename=out, paper="A4", margin=0.635, units="cm")
data = Data(filename=table)
Deck(cards=len(data), width=6.3, height=8.8, grid_marks=True, stroke="white")
everything = "*"
Card(everything, rectangle(x=0, y=0, width=6.3, height=8.8, fill="#F7F1E3", stroke="#F7F1E3"))
Card(everything, rectangle(x=0, y=0, width=6.3, height=0.65, fill="#0072B2", stroke="#0072B2"))
Card(everything, rectangle(x=0, y=0.65, width=6.3, height=1.05, fill="#1F1B16", stroke="#1F1B16"))
Card(everything, text(text=T("{{name}}"), x=3.5, y=1.3, font_size=12, stroke="white"))
Card(everything, circle(cx=3.15, cy=4.0, radius=1.95, fill="#E6DCC6", stroke="#E6DCC6"))
Card(
    everything,
    image(T(f"{Path(pictures).as_posix()}/{{{{picture}}}}"), x=1.1, y=1.92, width=4.1, height=4.1),
)
Card(
    everything,
    text(
        text=T("{{flavour}}"),
        x=0.85,
        y=6.02,
        width=4.6,
        height=0.9,
        font_size=8,
        html=True,
        align="centre",
    ),
)
Card(everything, circle(cx=1.15, cy=7.8, radius=0.7, fill="#E6A817", stroke="#1F1B16"))
Card(everything, text(text=T("{{strength}}"), x=1.15, y=8.0, font_size=16))
Card(everything, text(text=T("{{level}}"), x=5.4, y=8.1, font_size=10))
Card(everything, rectangle(x=0.2, y=0.2, width=5.9, height=8.4, stroke="#1F1B16", fill=None))
Save()

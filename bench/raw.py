"""The floor: a bare reportlab script that draws marks given to it, no framework.

    python bench/raw.py MARKS.marshal OUT.pdf [form]

MARKS holds {fonts, faces: {key: calls}, pages: [[(key, a, x, y), …], …]}; a call is a canvas method
and its arguments. With `form` each face is drawn once and placed; without it every copy is drawn
straight, as print scripts usually do.
"""

import marshal
import sys

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas


def draw(canvas, calls):
    for name, args in calls:
        if name == "path":
            segments, paint = args
            path = canvas.beginPath()
            for step, numbers in segments:
                getattr(path, step)(*numbers)
            if paint[0] == "clip":
                canvas.clipPath(path, stroke=0, fill=0, fillMode=paint[1])
            else:
                canvas.drawPath(path, stroke=paint[0], fill=paint[1], fillMode=paint[2])
        elif name == "text":
            font, size, x, y, text = args
            canvas.saveState()
            canvas.transform(1, 0, 0, -1, x, y)
            canvas.setFont(font, size)
            canvas.drawString(0, 0, text)
            canvas.restoreState()
        else:
            getattr(canvas, name)(*args)


def main(marks, out, as_forms):
    with open(marks, "rb") as file:
        data = marshal.load(file)
    for name, path in data["fonts"]:
        pdfmetrics.registerFont(TTFont(name, path))
    canvas = Canvas(out, pagesize=data["size"], invariant=1, pageCompression=1)
    done = set()
    for number, page in enumerate(data["pages"]):
        if number:
            canvas.showPage()
        for key, a, x, y in page:
            if as_forms and key not in done:
                done.add(key)
                canvas.beginForm(key, -20, -20, 300, 300)
                draw(canvas, data["faces"][key])
                canvas.endForm()
            canvas.saveState()
            canvas.transform(a, 0, 0, a, x, y)
            if as_forms:
                canvas.doForm(key)
            else:
                draw(canvas, data["faces"][key])
            canvas.restoreState()
    canvas.save()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:] == ["form"])

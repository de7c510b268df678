"""What generator.face says about errors: every problem by its code, in words.

In: the values that a problem is about. Out: its code, message and hint. Knows nothing else.
"""

from __future__ import annotations

from generator.data.saying import Message

ART_FONT = Message(
    "art-font",
    "'{file}' has a text in the font {wanted}, which the game does not have, so it is "
    "printed in {replaced}",
    "put that font into fonts/ and name it under fonts: in cards.yaml, or turn the text into paths",
)
BACKGROUND_MISSING = Message(
    "art-undrawn",
    "the background of the picture, '{ground}', would be missing on paper",
    "put a <rect> with its colour behind everything else",
)
OUTER_TRANSFORM_MISSING = Message(
    "art-undrawn",
    "'transform' of the outermost <svg> would be missing on paper",
    "move it to a <g>",
)
NO_SUCH_FILTER = Message(
    "art-undrawn",
    "<{tag}> uses the filter '#{name}', which does not exist, so <{tag}> would be missing on paper",
    "remove the filter",
)
NOT_A_CLIP = Message(
    "art-undrawn",
    "clip-path expected url(#…) with the id of a <clipPath>, found '{found}'",
    "this is CSS for browsers: draw the outline into a <clipPath>",
)
STROKE_KEEPS_WIDTH = Message(
    "art-undrawn",
    "the stroke of <{tag}> keeps its width on a screen (non-scaling-stroke), which is impossible "
    "on paper",
    "turn the stroke into a path, or remove vector-effect",
)
DASHES_BY_PATH_LENGTH = Message(
    "art-undrawn",
    "the dashes of <{tag}> are measured by its pathLength, which would be ignored on paper",
    "write the dashes in the units of the drawing, without pathLength",
)
VARIABLE_NOT_DEFINED = Message(
    "art-undrawn", "'{name}' of <{tag}> uses a variable that is not defined", "write out the value"
)
UNIT_NOT_DRAWN = Message(
    "art-undrawn",
    "'{name}' of <{tag}> has a unit that cannot be drawn: '{found}'",
    "write the number in the units of the viewBox, or in mm",
)
RULES_UNDER = Message(
    "art-undrawn",
    "<style> has rules under '{at_rule}', which would be ignored on paper",
    "write the rules without it: they are for paper only",
)
RULES_FOR = Message(
    "art-undrawn",
    "<style> has rules for '{selector}', which would be ignored on paper",
    'write the properties into the elements, as style="…"',
)
VARIABLES_IGNORED = Message(
    "art-undrawn",
    "<style> has variables in rules that are ignored on paper",
    "write out the values",
)
TEXT_UNDRAWN = Message("art-undrawn", "<{tag}> with the text '{text}' would be missing on paper")
ELEMENT_UNDRAWN = Message("art-undrawn", "<{tag}> would be missing on paper")
PROPERTY_UNDRAWN = Message("art-undrawn", "'{name}' of <{tag}> would be missing on paper")
PAINT_UNDRAWN = Message(
    "art-undrawn", "<{tag}> is painted with a <{paint}>, which would be missing on paper"
)
NOT_A_FONT = Message(
    "bad-font",
    "expected a font as TTF, OTF or WOFF2, found something else: {found}",
    "download the file again from the maker of the font",
)
FONT_NOT_READ = Message("bad-font", "cannot read {name}: {fault}")
GLYPH_BROKEN = Message("bad-font", "glyph {glyph} of {file} is broken ({fault})")
GLYPH_TOO_MUCH = Message("bad-font", "a glyph is painted in too many steps")
GLYPH_MIXES = Message(
    "bad-font", "a glyph of {file} mixes colours by {mode}, which cannot be drawn"
)
GLYPH_GRADIENT = Message(
    "bad-font", "a glyph of {file} has a conic gradient, which cannot be drawn"
)
GLYPH_PICTURE = Message("bad-font", "the font contains a picture that cannot be drawn: {fault}")
PICTURES_IN_CIRCLE = Message("bad-image", "pictures contain each other in a circle")
PICTURE_NOT_READ = Message("bad-image", "cannot read the picture '{href}': {fault}")
PICTURE_TOO_LARGE = Message(
    "bad-image",
    "the picture '{href}' is too large to be printed as pixels",
    "draw it with plain shapes, which are not turned into pixels",
)
PICTURE_NOT_DRAWN = Message("bad-image", "cannot draw the picture '{href}': {fault}")
NO_SUCH_PAINT = Message("bad-svg", "there is no {what} '{name}'")
NO_SUCH_ID = Message("bad-svg", "there is no element with the id '{id_}'")
BAD_GROUND = Message("bad-svg", "'data-ground' {fault}")
NOT_EXACT = Message("bad-svg", "'data-trim' expected 'exact', found '{found}'")
VIEWBOX_NOT_AT_ZERO = Message("bad-svg", "expected a viewBox that starts at 0 0")
CENTRE_NOT_ON_TEXT = Message("bad-svg", "'{key}' belongs on <text>, not on <{tag}>")
ICON_VARIABLE = Message("bad-svg", "the icon '{icon}' does not use a variable '{name}'")
NOT_AN_ELEMENT = Message("bad-svg", "<{tag}> is not an element of SVG", "write <textArea>")
NOT_A_FONT_SIZE = Message(
    "bad-svg",
    "'font-size' expected points or millimetres, found '{found}'",
    "pixels are not a length on paper; write {size_2}pt, or a plain number of millimetres",
)
NO_SUCH_CLIP = Message("bad-svg", "there is no clipPath '{id_}'")
CLIP_NOT_IN_USER_SPACE = Message(
    "bad-svg", 'a clipPath can only have clipPathUnits="userSpaceOnUse"'
)
CLIPS_IN_CIRCLE = Message("bad-svg", "clipPaths refer to each other in a circle")
NOT_IN_CLIP = Message(
    "bad-svg",
    "<{tag}> cannot be printed in a clipPath",
    "a clipPath can contain only shapes and groups of shapes",
)
CLIP_IN_CLIP = Message(
    "bad-svg",
    "<{tag}> in a clipPath has its own clip-path, which cannot be printed",
    "combine the two outlines in your drawing program",
)
NOT_A_GRADIENT = Message("bad-svg", "'{id_}' is a <{tag}>, not a gradient")
NO_SUCH_GRADIENT = Message("bad-svg", "there is no gradient '{id_}'")
GRADIENT_SPREADS = Message("bad-svg", "a gradient's spreadMethod can only be 'pad'")
GRADIENT_NEEDS_NUMBERS = Message(
    "bad-svg", 'a gradient with gradientUnits="userSpaceOnUse" needs plain numbers'
)
STOP_WITHOUT_COLOUR = Message("bad-svg", "a <stop> of a gradient needs a colour")
GRADIENT_WITHOUT_STOP = Message("bad-svg", "a gradient needs at least one <stop>")
GRADIENT_ON_TEXT = Message("bad-svg", "a gradient can fill shapes, but not text")
NOT_AN_INK = Message("bad-svg", "'data-ink' expected 'keep' or 'outline', found '{found}'")
TEXT_COLLAPSED = Message("bad-svg", "'transform' shrinks the text '{text}' to nothing")
USE_FINDS_NOTHING = Message("bad-svg", "<use> refers to '{href}', which does not exist in this SVG")
USE_OF_ITSELF = Message("bad-svg", "<use> refers to itself")
USE_TOO_DEEP = Message("bad-svg", "<use> elements are nested more than {most} levels deep")
NO_SIZE = Message(
    "bad-svg", "expected a width and a height above 0, found {width:g} and {height:g}"
)
IMAGE_WITHOUT_SIZE = Message("bad-svg", "<image> expected a width and a height, found none")
OUTSIDE_PRINTABLE_SVG = Message("bad-svg", "{why} cannot be printed")
PICTURE_WITHOUT_ID = Message("bad-svg", "'{file}' has no element with the id '{id_}'")
NO_SUCH_PICTURE = Message(
    "bad-svg", "there is no picture '{href}' in the game's folder", "copy the file there"
)
NOT_ON_CIRCLE_OR_RECT = Message("bad-svg", "'{key}' belongs on <circle> or <rect>, not on <{tag}>")
NOT_ON_RECT = Message("bad-svg", "'{key}' belongs on <rect>, not on <{tag}>")
NOT_A_NAME = Message("bad-svg", "'{key}' expected a name, such as {key}=\"total\"")
HOLDS_NOT_ON_RECT = Message("bad-svg", "'data-holds' belongs on <rect>, not on <{tag}>")
HOLDS_NOTHING = Message(
    "bad-svg", "'data-holds' expected a kind of card or a card, such as data-holds=\"crate\""
)
CUT_WITHOUT_SIZE = Message("bad-svg", "'data-cut' expected a <{tag}> with a size above 0")
CUT_ON_PATH = Message(
    "bad-svg",
    "'data-cut' belongs on basic shapes, not on <path>",
    "use a <polygon> for a window of any shape",
)
NOT_ONE_NUMBER = Message("bad-svg", "'{key}' expected one whole number, found '{found}'")
NOT_FACES_OF_DICE = Message(
    "bad-svg", "'data-dice' expected the number of faces of each die, such as 8 10, found '{found}'"
)
PLACE_TWICE = Message("bad-svg", "two places to write on are called '{name}'")
PART_TOO_LARGE = Message(
    "bad-svg",
    "this part of the face is too large to be printed as pixels",
    "draw it with plain shapes, which are not turned into pixels",
)
GRADIENT_ON_STROKE = Message(
    "bad-svg",
    "a gradient can fill a shape, but not its stroke",
    "turn the stroke into a path (Inkscape: Path > Stroke to Path)",
)
BAD_DASHES = Message("bad-svg", "'stroke-dasharray' expected lengths of 0 or more, found '{found}'")
NOT_ONE_OF = Message("bad-svg", "'{name}' expected one of {known:list}, found '{found}'")
NOT_A_SHARE = Message("bad-svg", "'{name}' expected a number from 0 to 1, found '{found}'")
BAD_DATA_URL = Message("bad-svg", "cannot read the picture in the data: URL")
NOT_A_RULE = Message(
    "bad-svg", "expected rules such as .a {{fill: #C9A227}} in <style>, found '{found}'"
)
NOT_A_SELECTOR = Message(
    "bad-svg",
    "<style> expected the name, class or id of an element, such as rect, .a or #sky, found "
    "'{found}'",
)
SVG_TOO_DEEP = Message("bad-svg", "expected elements nested at most {most} levels deep")
NO_SVG_ELEMENT = Message("bad-svg", "expected an <svg> element at the top")
CUT_OFF_SVG = Message("bad-svg", "the SVG is not well-formed: {fault}")
NOT_SVG = Message(
    "bad-svg", "this file is not an SVG, whatever its name", "save the drawing as Plain SVG"
)
NO_SVG_AT_ALL = Message(
    "bad-svg",
    "this file is not an SVG, whatever its name: {fault}",
    "save the drawing as Plain SVG",
)
NOT_A_NUMBER = Message("bad-svg", "'{name}' expected a number, found '{found}'")
NOT_ONLY_NUMBERS = Message("bad-svg", "'{name}' expected only numbers, found '{found}'")
UNPRINTABLE_NUMBER = Message("bad-svg", "expected a number that can be printed, found '{found}'")
NOT_A_COLOUR = Message("bad-svg", "expected a colour such as #1F1B16, found '{found}'")
NOT_DEFINED = Message("bad-svg", "{name} is not defined", "give a fallback: var({name}, #000)")
DEFINED_BY_ITSELF = Message("bad-svg", "{name} refers to itself")
NOT_A_TRANSFORM = Message(
    "bad-svg",
    "'transform' expected matrix, translate, scale, rotate, skewX or skewY, found '{found}'",
)
WRONG_TRANSFORM = Message("bad-svg", "'transform' expected {wanted} in {what}, found '{found}'")
NO_VIEWBOX = Message("bad-svg", 'expected a viewBox such as "0 0 63 88" on <svg>')
NO_VIEWBOX_OR_SIZE = Message(
    "bad-svg", 'expected a viewBox such as "0 0 63 88" on <svg>, or a width and height'
)
NOT_PATH_DATA = Message("bad-svg", "path data cannot contain '{found}'")
PATH_WITHOUT_M = Message("bad-svg", "path data must begin with M")
PATH_BROKEN = Message("bad-svg", "path data ends too early or has a number out of place")
NOT_PAIRS = Message("bad-svg", "'points' expected pairs of numbers")
AREA_CANNOT = Message("bad-svg", "<textArea> has no {key}")
AREA_WITHOUT_SIZE = Message("bad-svg", "<textArea> expected a width and a height, found none")
MIN_FONT_TOO_LARGE = Message(
    "bad-svg",
    "'min-font-size' expected at most the font-size, {most}, found '{found}'",
    "the text starts at font-size and can shrink as far as min-font-size",
)
TEXT_SIZE_NOT_ABOVE_ZERO = Message("bad-svg", "<textArea> expected text sizes above 0")
BAD_LINE_HEIGHT = Message("bad-svg", "'line-height' expected a number above 0, found '{found}'")
BAD_MAX_LINES = Message("bad-svg", "'max-lines' expected a whole number above 0, found '{found}'")
FLOW_CANNOT = Message("bad-svg", "<flow> has no attribute '{key}'")
FLOW_WITHOUT_SIZE = Message("bad-svg", "<flow> expected a width and a height, found none")
BLOCK_WITHOUT_HEIGHT = Message(
    "bad-svg",
    "a block of a <flow> expected a height, found <{tag}> without one",
    'give its height in millimetres: data-height="4"; put text into a <textArea>',
)
ICON_NOT_READ = Message("bad-svg", "cannot read the icon: {fault}")
ICON_WITHOUT_ID = Message("bad-svg", "the icon has no element with the id '{id_}'")
BRACES_PRINTED = Message(
    "bad-svg", "'{name}' is printed as it is here", "did you mean {{{{ {slip_2} }}}}?"
)
NOT_INK = Message("bad-svg", "'{key}' expected 'ink', found '{found}'")
CENTRE_WITH_PARTS = Message("bad-svg", "'{key}' belongs on a <text> that contains no <{tag}>")
NOT_IN_AREA = Message("bad-svg", "<textArea> can contain only text and <tbreak/>, found <{tag}>")
NOT_A_DIRECTION = Message("bad-svg", "'direction' expected 'ltr' or 'rtl', found '{found}'")
FACE_TOO_MUCH = Message("face-too-much", "drawing this face {fault}")
TOO_MANY_LETTERS = Message(
    "face-too-much", "the texts on this face have more than {most:,} letters", "shorten the texts"
)
TOO_MANY_TRICKS = Message(
    "face-too-much",
    "more than {most} elements of one face have {why}",
    "put these elements into one group that has {why} instead",
)
SVGS_TOO_DEEP = Message("face-too-much", "expected SVGs nested at most {most} levels deep")
SVGS_TOO_LARGE = Message("face-too-much", "expected at most {most:,} bytes of SVGs within an SVG")
STYLES_TOO_LARGE = Message(
    "face-too-much",
    "expected style sheets with at most {most:,} characters for all elements together",
)
TOO_MANY_ELEMENTS = Message("face-too-much", "expected at most {most:,} elements")
SVG_TOO_LARGE = Message("face-too-much", "expected at most {most:,} bytes, found {found:,}")
TOO_MANY_NUMBERS = Message("face-too-much", "expected at most {most:,} numbers")
PATH_TOO_LONG = Message(
    "face-too-much", "a path has more than {most:,} numbers", "split or simplify it"
)
ICON_WITHOUT_SIZE = Message(
    "icon-unsized",
    "this icon is {width:g} x {height:g} mm here, larger than the face, because it has no "
    "width and no height",
    'give its size in millimetres: width="9" height="9"',
)
MARK_OVER_ART = Message(
    "mark-over-art",
    "the template has no place for the version mark, so it is printed over the drawing at "
    "the lower edge",
    "give the mark an empty place, {place_}",
)
NO_JOINING_FORMS = Message(
    "script-not-set",
    "the font {name} has Arabic letters, but not their joined forms",
    "use a font made for Arabic",
)
NO_LETTERS_OF = Message(
    "missing-glyph", "the font {name} has no {script} letters, such as '{letter}' (U+{point:04X})"
)
NO_GLYPH = Message("missing-glyph", "the font {name} has no '{letters}' ({codes})")
SHOWS_OTHER_FILE = Message(
    "outside-folder", "<{tag}> shows another file, '{href}'", "embed it in the SVG"
)
STYLE_SHEET_ELSEWHERE = Message(
    "outside-folder",
    "a style sheet cannot be in another file (<?xml-stylesheet …?>)",
    "write its rules into a <style> of the SVG, and delete that line",
)
REFERS_ELSEWHERE = Message(
    "outside-folder", "'{name}' of <{tag}> expected {expected} of this SVG, found '{found}'"
)
STYLE_REFERS_ELSEWHERE = Message(
    "outside-folder",
    "<style> expected url(#…) with the id of an element of this SVG, found '{found}'",
)
XML_BASE = Message("outside-folder", "an SVG cannot have xml:base, found '{found}'")
ART_AS_PIXELS_AT = Message(
    "picture-as-pixels",
    "{name}{at}: {why}, which is printed as pixels",
    "use plain shapes, paths and gradients, which stay sharp",
)
ART_AS_PIXELS = Message(
    "picture-as-pixels",
    "{name} uses SVG that is printed as pixels: {why}",
    "use plain shapes, paths and gradients, which stay sharp",
)
PICTURE_CROPPED = Message(
    "picture-cropped",
    "this frame has other proportions than '{href}', and cuts off {lost:.0%} of it",
    'write preserveAspectRatio="xMidYMid meet" to show all of it, or "xMidYMin slice" to keep its '
    "top",
)
PICTURES_CROPPED = Message(
    "picture-cropped",
    "this frame has other proportions than {count} pictures, and cuts off up to {lost:.0%} of "
    "them, such as of '{href}'",
    'write preserveAspectRatio="xMidYMid meet" to show all of them, or "xMidYMin slice" to keep '
    "their tops",
)
SCRIPT_NOT_SET = Message(
    "script-not-set", "this text is in {script}; such text cannot be printed yet"
)
TEMPLATE_FAILS = Message("template-error", "the template fails: {fault}")
NOT_A_NAMESPACE = Message(
    "template-error", "the template sets '{owner}.{key}', but '{owner}' is not a namespace"
)
TEMPLATE_TOO_DEEP = Message("template-error", "the template is nested too deeply")
TEMPLATES_IN_CIRCLE = Message(
    "template-error",
    "templates include or import each other in a circle",
    "remove one of the includes or imports",
)
TEMPLATE_FORBIDDEN = Message(
    "template-forbidden", "the template does something that is not allowed: {fault}"
)
TEMPLATE_SIZE = Message(
    "template-size",
    "the template is {drawn_width:g} x {drawn_height:g} mm, but the card is {width:g} x "
    "{height:g} mm, so it is printed at {scale:.0%}",
    'write viewBox="0 0 {width:g} {height:g}" and draw to that size, or give the kind `size: '
    "{drawn_width:g} x {drawn_height:g} mm`",
)
TAG_NOT_CLOSED = Message("template-syntax", "'{{% {tag} %}}' is opened here and never closed")
TEMPLATE_SYNTAX = Message("template-syntax", "the template cannot be read: {fault}")
TEMPLATE_TOOK_TOO_LONG = Message(
    "template-too-much",
    "this card is not drawn, because its template already took too long for {cards} earlier cards",
)
TEMPLATE_TOO_MUCH = Message("template-too-much", "the template {fault}")
TEMPLATE_BEYOND_LIMIT = Message("template-too-much", "the template {limit}")
TEXT_PAST_EDGE = Message(
    "text-outside",
    "the text '{text}' runs {past_mm:.1f} mm past the {side} edge of the card",
    "move it, make it smaller, or let a <textArea> fit it; if it may be cut off, put a "
    "clip-path around it",
)
TEXT_OVERFLOW = Message("text-overflow", "{area} does not fit{lines}{much}")
TEXT_SMALL = Message(
    "text-small",
    "{area} shrank to {used_pt:.3g} pt, but text below {readable:g} pt is hard to read",
    "shorten the text",
)
NO_SUCH_FAMILY = Message(
    "unknown-font", "there is no font family '{family}'; the families are {families:list}"
)
FAMILY_IS_A_LIST = Message(
    "unknown-font", "'{name}' expected fonts by name, found '{family}', which is itself a list"
)
NOT_AN_ICON = Message(
    "unknown-icon", "expected an icon (a file in templates/icons), found '{found}'"
)
NOT_AN_ICON_IN_BRACES = Message("unknown-icon", "expected an icon in braces, found '{{{found}}}'")
NO_SUCH_TEMPLATE = Message("unknown-template", "there is no template '{name}' in templates/")
VALUE_UNUSED = Message(
    "value-unused", "the template fills in '{name}', but there is no {{{name}}} in '{text}'"
)
NO_SMALL_CAPS = Message(
    "no-small-caps",
    "the font {name} has no small capitals for '{letters}', so they are printed unchanged",
    "use one of the upright fonts that come with the tool, or write capitals in a smaller size",
)
PICTURE_NOT_READ_AT = Message("bad-svg", "cannot read the picture '{href}', line {line}: {fault}")
PICTURE_NOT_DRAWN_AT = Message("bad-svg", "cannot draw the picture '{href}'{line}: {fault}")
IN_PICTURE = Message("bad-svg", "the picture '{href}', line {line}: {fault}")
IN_WRITTEN_PICTURE = Message("bad-svg", "the picture embedded in <{tag}>, line {line}: {fault}")
NOT_A_WEIGHT = Message(
    "bad-svg", "'font-weight' expected normal, bold or a number from 100 to 900, found '{found}'"
)
FACE_DRAWS_TOO_MUCH = Message(
    "face-too-much",
    "the face draws more than {most:,} elements and pieces of outlines",
    "check whether a <use> contains another <use>",
)
SOFT_PICTURE = Message(
    "soft-picture",
    "'{href}' is printed at {dpi:.0f} dpi, which looks soft (300 dpi is good)",
    "use a picture with more pixels",
)
MARK_OVER = Message(
    "mark-over-text",
    "the version mark is printed over '{text}'",
    "give the mark a place in the template, {place_}",
)
FONT_FILE_MISSING = Message(
    "no-such-file",
    "there is no font file '{file}' in the game's folder",
    "copy the file there, and write its path, such as fonts/Name-Bold.ttf",
)
GAP_IN_TEXT = Message(
    "open-mark",
    "'{found}' is printed as it is here",
    "{{{{ … }}}} works in templates, not in cards.yaml; write a plain brace as \\{{",
)
BRACE_NOT_CLOSED = Message(
    "open-mark",
    "'{brace}' is opened and never closed",
    "write an icon as {{name}}, and a plain brace as \\{brace}",
)
BRACE_NOT_OPENED = Message(
    "open-mark",
    "'{brace}' has no opening brace before it",
    "write an icon as {{name}}, and a plain brace as \\{brace}",
)
MARK_NOT_CLOSED = Message(
    "open-mark",
    "'{mark}' is opened and never closed",
    "write {mark} where it ends; write a plain asterisk as \\*, or as \\\\* within double "
    "quotes in cards.yaml",
)
PICTURE_OUTSIDE = Message(
    "outside-folder", "expected a picture in the game's folder, found '{href}'"
)
PICTURE_UNSHOWN = Message("picture-unshown", "no template shows '{field}' of '{owner}'")
PICTURES_UNSHOWN = Message(
    "picture-unshown", "no template shows '{field}' of '{owner}' and {more} more"
)
NOT_A_COMMENT = Message(
    "template-syntax",
    "expected a comment {{# … #}}, found '{found}'",
    "headings need no id, so delete it; to print text in braces, write {{{{ '{{…}}' }}}}",
)
NOTHING_IN_ENTRY = Message("undefined-name", "'{owner}' has no '{key}'")
NOTHING_HERE = Message("undefined-name", "there is no '{key}' here")
NO_KEY_HERE = Message("undefined-name", "there is no entry for {name} here")
NO_NUMBER_IN_LIST = Message(
    "undefined-name",
    "there is no entry {name} in a list of length {count}, whose entries are counted from 0",
)
NAME_NOT_DEFINED = Message("undefined-name", "'{variable}' is not defined")
PHRASE_NEEDS_VALUE = Message("undefined-name", "the phrase '{phrase}' needs a value for '{name}'")
NO_SUCH_PHRASE = Message(
    "undefined-name", "there is no phrase '{phrase}'", "put your own texts under `words:`"
)
EMPTY_VALUE = Message(
    "undefined-name",
    "the value printed here is empty",
    "to leave it out, put {{% if … %}} around it",
)
EMPTY_FIELD = Message(
    "undefined-name",
    "{field} is empty",
    "write {{{{ {field} or '' }}}} to print nothing in that case, or {{% if {field} %}} … "
    "{{% endif %}} to leave out more",
)
LIST_PRINTED = Message(
    "undefined-name",
    "a list cannot be printed as it is",
    "write {{{{ … | join(', ') }}}}, or a loop over it with {{% for %}}",
)
VALUE_NOT_PRINTED = Message(
    "undefined-name", "this value cannot be printed", "name one of its fields"
)

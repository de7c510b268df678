// A field that a template does not show is put on the card: an element is written at its end, to be moved and styled.

import { grids } from "./state.js";

const END = /[ \t]*<\/svg>\s*$/; // of a template that draws the whole face
const INK = "#22201d";
const NUMBERS = ["integer", "number"];
const SORTS = [...NUMBERS, "line", "text", "choice", "icon", "image"];

/** How a template writes the value of a field; "" if it is none that can be shown by itself. */
function valueOf(column) {
  const value = `card.${column.name}`;
  if (column.sort !== "choice") return value;
  const words = column.options.join();
  const table = [...grids.value.values()].find(
    (one) => one.section === "tables" && one.rows.map((row) => row.id).join() === words,
  );
  if (!table) return value;
  return table.columns.some((one) => one.name === "name") ? `${value}.name` : "";
}

/** The columns of a kind that its template does not name, and that can be put on the card. */
export function hiddenColumns(kind, template) {
  if (!template || !END.test(template)) return [];
  const columns = grids.value.get(`kinds/${kind}`)?.columns ?? [];
  const isNamed = ({ name }) =>
    new RegExp(`\\bcard\\s*(\\.\\s*|\\[\\s*["'])${name}\\b`).test(template);
  return columns.filter(
    (one) =>
      one.name !== "copies" &&
      !one.is_list &&
      /^[a-z]\w*$/i.test(one.name) &&
      SORTS.includes(one.sort) &&
      !isNamed(one) &&
      valueOf(one),
  );
}

/** The element that shows a column in the middle of a card, whose size is in the template's units. */
function elementOf(column, { x, y, width, height }) {
  const value = `{{ ${valueOf(column)} }}`;
  const round = (number) => Math.round(number * 10) / 10;
  const middle = `x="${round(x + width / 2)}" y="${round(y + height / 2)}"`;
  const box = (wide, high) =>
    `x="${round(x + (width * (1 - wide)) / 2)}" y="${round(y + (height * (1 - high)) / 2)}" width="${round(width * wide)}" height="${round(height * high)}"`;
  if (column.sort === "icon")
    return `<use href="icons/${value}.svg" ${box(0.2, (0.2 * width) / height)}/>`;
  if (column.sort === "image") return `<image href="${value}" ${box(0.6, 0.4)}/>`;
  if (NUMBERS.includes(column.sort))
    return `<text ${middle} font-size="14pt" text-anchor="middle" fill="${INK}">${value}</text>`;
  const lines = column.sort === "text" ? "" : ' max-lines="1"';
  const high = column.sort === "text" ? 0.3 : 0.1;
  return `<textArea ${box(0.8, high)} font-size="10pt" min-font-size="6pt"${lines} text-align="center" display-align="center" fill="${INK}">${value}</textArea>`;
}

/** A template with an element for a column: its text, and the line and the name of the element. */
export function withColumn(template, column, card) {
  const [x, y, width, height] = /viewBox="([^"{]+)"/
    .exec(template)?.[1]
    .trim()
    .split(/[\s,]+/)
    .map(Number) ?? [0, 0, card.width, card.height];
  const element = elementOf(column, { x, y, width, height });
  const test = NUMBERS.includes(column.sort) ? " is not none" : "";
  const shown = column.is_optional
    ? `{% if card.${column.name}${test} %}${element}{% endif %}`
    : element;
  const at = template.search(END);
  const before = template.slice(0, at).replace(/\n?$/, "\n");
  const line = before.split("\n").length;
  return {
    text: `${before}  ${shown}\n${template.slice(at)}`,
    line,
    drawn: { use: "svg", textArea: "g" }[/^<(\w+)/.exec(element)[1]] ?? /^<(\w+)/.exec(element)[1],
  };
}

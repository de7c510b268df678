// The look of all cards: the colours of the palette, and the fonts.

import { html } from "./vendor/preact.js";
import { send } from "./link.js";
import { nameOf } from "./naming.js";
import { wall } from "./state.js";

function Colour({ name, value }) {
  const pick = (event) => send("pick_colour", { name, value: event.target.value }, true);
  const type = (event) => {
    if (/^#[0-9a-f]{6}$/i.test(event.target.value)) pick(event);
  };
  return html`<li>
    <input
      type="color"
      aria-label=${`Colour ${name}`}
      value=${value.toLowerCase()}
      onInput=${pick}
    />
    <b>${name}</b>
    <input
      aria-label=${`Value of ${name}`}
      value=${value}
      maxlength="7"
      spellcheck="false"
      onChange=${type}
    />
  </li>`;
}

/** A form that adds a colour to the palette. */
function NewColour() {
  const add = (event) => {
    event.preventDefault();
    const found = new FormData(event.target);
    send("add_colour", { name: nameOf(found.get("name")), value: found.get("value") }, true);
    event.target.reset();
  };
  return html`<form class="new-colour" aria-label="A new colour" onSubmit=${add}>
    <input type="color" name="value" aria-label="Colour" defaultValue="#808080" />
    <input name="name" aria-label="Name of the new colour" required size="12" placeholder="storm" />
    <button>Add a colour</button>
  </form>`;
}

function Font({ name, value }) {
  const { choices } = wall.value;
  const pick = (event) => send("pick_font", { name, value: event.target.value }, true);
  const isKnown = choices.includes(value);
  const isList = !isKnown && value.includes(", ");
  return html`<li>
    <label
      ><b>${name}</b>
      <select
        aria-label=${`Font ${name}`}
        disabled=${isList}
        title=${isList ? "To change a list of fonts, edit the text" : undefined}
        value=${value}
        onChange=${pick}
      >
        ${!isKnown && html`<option value=${value}>${value}</option>`}
        ${choices.map((one) => html`<option value=${one} selected=${one === value}>${one}</option>`)}
      </select></label
    >
    <span class="sample" style=${{ fontFamily: JSON.stringify(name) }}
      >${wall.value.title} 0123456789</span
    >
  </li>`;
}

export function LookEditor() {
  const { palette, families } = wall.value;
  const colours = Object.entries(palette);
  const fonts = Object.entries(families);
  return html`<div class="look" tabindex="0" role="region" aria-label="Colours and fonts">
    <h2>Colours</h2>
    ${
      colours.length
        ? html`<ul class="colours">
            ${colours.map(([name, value]) => html`<${Colour} key=${name} ...${{ name, value }} />`)}
          </ul>`
        : html`<p class="hint">This game defines no colours yet.</p>`
    }
    <${NewColour} />
    <h2>Fonts</h2>
    ${
      fonts.length
        ? html`<ul class="fonts">
              ${fonts.map(([name, value]) => html`<${Font} key=${name} ...${{ name, value }} />`)}
            </ul>
            <p class="hint">
              You can also choose font files (TTF, OTF) in the game's fonts/ folder.
            </p>`
        : html`<p class="hint">This game defines no fonts. Add them under fonts: in the text.</p>`
    }
  </div>`;
}

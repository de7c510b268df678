// A die by its shape, with the number on top.

import { html } from "./vendor/preact.js";

const OUTLINES = {
  4: "50,6 96,90 4,90",
  6: "10,10 90,10 90,90 10,90",
  8: "50,2 98,50 50,98 2,50",
  10: "50,2 98,60 50,98 2,60",
  12: "50,2 80,12 98,36 98,64 80,88 50,98 20,88 2,64 2,36 20,12",
  20: "50,2 93,26 93,74 50,98 7,74 7,26",
};

export function Die({ faces, number, words }) {
  return html`<svg class="die" viewBox="0 0 100 100" role="img" aria-label=${words}>
    <title>${words}</title>
    <polygon points=${OUTLINES[faces] ?? OUTLINES[20]} />
    <text x="50" y=${faces === 4 ? 80 : 65} text-anchor="middle">${number}</text>
  </svg>`;
}

// The cards of a kind as CSV: out as a file, and in from one.

import { html, useRef } from "./vendor/preact.js";
import { on, send } from "./link.js";
import { say } from "./state.js";

const MOST = 900_000; // bytes, of the 1 MB that the studio takes at once

on("csv", (m) => {
  const address = URL.createObjectURL(new Blob([m.text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = m.file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
});

export function CsvButtons({ grid }) {
  const input = useRef(null);
  if (grid.section !== "kinds") return null;
  const take = async (event) => {
    const file = event.target.files[0];
    event.target.value = "";
    if (!file) return;
    if (file.size > MOST) {
      say(
        `${file.name} is larger than the studio accepts at once (1 MB): use emporium-pnp import.`,
        true,
      );
      return;
    }
    send("take_csv", { name: grid.name, file: file.name, text: await file.text() }, true);
  };
  return html`<button type="button" onClick=${() => send("ask_csv", { name: grid.name })}>
      Export CSV
    </button>
    <button
      type="button"
      title="Cards with the same id change, new ones are added, and no card is deleted"
      onClick=${() => input.current.click()}
    >
      Import CSV …
    </button>
    <input ref=${input} type="file" accept=".csv,.tsv,.txt" hidden onChange=${take} />`;
}

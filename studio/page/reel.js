// Going through what is over, step by step or by itself.

import { html, useEffect, useState } from "./vendor/preact.js";

const PACE_MS = 900; // between two steps, once it runs

/** A bar of steps. `go` shows another step, `leave` ends it; children stand behind the title. */
export function Reel({ title, word, at, of, go, leave, children }) {
  const [isRunning, setRunning] = useState(false);
  const isOver = at >= of;
  useEffect(() => {
    if (!isRunning || isOver) return;
    const waiting = setTimeout(() => go(at + 1), PACE_MS);
    return () => clearTimeout(waiting);
  }, [isRunning, at, isOver]);
  useEffect(() => {
    if (isOver) setRunning(false);
  }, [isOver]);
  const to = (step) => {
    setRunning(false);
    go(Math.max(0, Math.min(of, step)));
  };
  return html`<h2>${title}, ${word} ${at} of ${of} ${children}</h2>
    <input
      type="range"
      min="0"
      max=${of}
      value=${at}
      aria-label=${word[0].toUpperCase() + word.slice(1)}
      onInput=${(event) => to(Number(event.target.value))}
    />
    <p class="buttons">
      <button type="button" disabled=${at === 0} onClick=${() => to(at - 1)}>Back</button>
      <button type="button" disabled=${isOver} onClick=${() => to(at + 1)}>On</button>
      <button
        type="button"
        aria-pressed=${isRunning}
        disabled=${isOver}
        onClick=${() => setRunning(!isRunning)}
      >
        ${isRunning ? "Pause" : "Run"}
      </button>
      <button type="button" onClick=${leave}>Leave it</button>
    </p>`;
}

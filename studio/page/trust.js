// Rules in Python beside the cards: what they are, and the question whether they may run.

import { html } from "./vendor/preact.js";
import { engines, ownRules } from "./games.js";
import { send } from "./link.js";

/** The file and the question, as long as nobody has agreed to this content; else nothing. */
export function TrustQuestion() {
  const rules = ownRules.value;
  if (engines.value.odds?.state !== "untrusted" || !rules) return null;
  return html`<section class="trust" aria-label="The rules of this game are a program">
    <h3>The rules of this game are a program</h3>
    <p>
      This game is played by <code>rules.py</code> beside its cards (${rules.lines} lines). Once it
      runs, it can do everything that you can do on this computer: read it first, or trust its
      author. If the file changes, you will be asked again.
    </p>
    <details>
      <summary>Read rules.py</summary>
      <pre tabindex="0">${rules.text}</pre>
      <p class="faint">SHA-256 ${rules.digest}</p>
    </details>
    <p class="buttons">
      <button type="button" onClick=${() => send("trust_rules", { digest: rules.digest })}>
        Agree to run it
      </button>
    </p>
  </section>`;
}

// The designer's seat at the table: a game is begun or gone on with, friends are invited, saved games are gone through.

import { effect, html, signal } from "./vendor/preact.js";
import {
  engines,
  hasGames,
  invitations,
  isWaiting,
  mode,
  moment,
  savedGames,
  setting,
  usual,
  view,
} from "./games.js";
import { send } from "./link.js";
import { opened, remark, say } from "./state.js";
import {
  Curtain,
  curtain,
  handOver,
  ourSeats,
  sitAt,
  TableCurtain,
  tableCurtain,
} from "./curtain.js";
import { Reel } from "./reel.js";
import { film, offer, Steps as FilmSteps, Surface, tableView, WATCHER } from "./surface.js";
import { Table, Turn } from "./table.js";
import { Compiling } from "./told.js";
import { TrustQuestion } from "./trust.js";

const players = signal(0);
const people = signal(1);
const others = signal("");
const isSetting = signal(false);

effect(() => {
  if (remark.value?.isFault || ["faulty", "down"].includes(engines.value.tables?.state))
    isWaiting.value = false;
}); // what we waited for cannot be done

function begin() {
  const count = players.value || usual(setting.value?.counts ?? []);
  const humans = Math.min(people.value, count);
  const isUsual = humans === 1 && !others.value;
  const machines = others.value || setting.value?.best || "random";
  isWaiting.value = true;
  send("sit", {
    players: count || null,
    line_up:
      count && !isUsual
        ? [...Array(humans).fill("human"), ...Array(count - humans).fill(machines)].join(",")
        : null,
  });
  send("take_seat", { seat: 0 });
  isSetting.value = false;
}

const MOST_LISTED = 12;
const listsAll = signal(false);

/** Saved games or tables, newest first. `columns` head what `cells` gives of one; `actions` are its buttons. */
function SavedList({ title, columns, all, ending, cells, actions }) {
  const some = listsAll.value ? all : all.slice(0, MOST_LISTED);
  return html`<h3>${title}</h3>
    <div class="sideways" tabindex="0" role="region" aria-label=${title}>
      <table class="figures saved-games">
        <thead>
          <tr>
            ${columns.map((word) => html`<th scope="col" key=${word}>${word}</th>`)}
            <td></td>
          </tr>
        </thead>
        <tbody>
          ${some.map((one) => {
            const number = one.name.replace(ending, "");
            return html`<tr key=${one.name}>
              <th scope="row">${number}</th>
              ${cells(one).map((cell) => html`<td>${cell}</td>`)}
              <td>${actions(one, number)}</td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    ${
      all.length > some.length &&
      html`<button
        type="button"
        class="plain"
        onClick=${() => {
          listsAll.value = true;
        }}
      >
        Show ${all.length - some.length} more
      </button>`
    }`;
}

/** The saved games: when, who, how far; to go on with, look at or delete. */
function SavedGames() {
  const goOn = (name) => {
    send("sit", { saved: name });
    send("take_seat", { seat: 0 });
    isSetting.value = false;
  };
  const drop = (name, number) => {
    if (confirm(`Delete game ${number}?`)) send("drop_game", { name });
  };
  const who = (game) =>
    game.line_up
      .map(
        (word, seat) =>
          `${word === "human" ? "person" : word}${game.scores.length ? ` ${game.scores[seat] ?? ""}` : ""}`,
      )
      .join(", ");
  const actions = (game, number) =>
    html`<button type="button" onClick=${() => goOn(game.name)}>
        ${game.end ? "See the end" : "Go on"}<span class="unseen">${" "}with game ${number}</span>
      </button>
      <button
        type="button"
        class="plain"
        onClick=${() => send("watch", { saved: game.name, move: 0 })}
      >
        Move by move<span class="unseen"> through game ${number}</span>
      </button>
      <button type="button" class="plain" onClick=${() => drop(game.name, number)}>
        Delete<span class="unseen"> game ${number}</span>
      </button>`;
  return html`<${SavedList}
    title="Saved games"
    columns=${["Game", "When", "Who", "Progress"]}
    all=${savedGames.value}
    ending=".record"
    cells=${(game) => [game.date, who(game), game.end ? "over" : `${game.moves} moves`]}
    actions=${actions}
  />`;
}

/** Begin a game of the same players with the cards as they are now. */
function beginAnew() {
  const { line_up } = view.value;
  isWaiting.value = true;
  send("sit", { players: line_up.length, line_up: line_up.join(",") });
}

function Lobby() {
  const counts = setting.value?.counts ?? [];
  const best = setting.value?.best ?? "";
  const count = players.value || usual(counts);
  const isShared = opened.value.features.includes("friends");
  return html`<section class="lobby" aria-label="Begin a game">
    <h2>Play the cards as they are now</h2>
    <form
      class="controls"
      onSubmit=${(event) => {
        event.preventDefault();
        begin();
      }}
    >
      ${
        counts.length > 0 &&
        html`<label
          >Players${" "}
          <select
            value=${count}
            onChange=${(e) => {
              players.value = Number(e.target.value);
            }}
          >
            ${counts.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}
          </select></label
        >`
      }
      ${
        count > 1 &&
        html`<label
          >People${" "}
          <select
            value=${Math.min(people.value, count)}
            onChange=${(e) => {
              people.value = Number(e.target.value);
            }}
          >
            ${Array.from({ length: count }, (_, n) => html`<option key=${n} value=${n + 1}>${n ? `you and ${n} more` : "you"}</option>`)}
          </select></label
        >`
      }
      ${
        count > people.value &&
        html`<label
          >The others${" "}
          <select
            value=${others.value || best}
            onChange=${(e) => {
              others.value = e.target.value;
            }}
          >
            ${[...new Set([best, "greedy", "random"].filter(Boolean))].map((word) => html`<option key=${word} value=${word}>${word} players</option>`)}
          </select></label
        >`
      }
      <button type="submit" class="main" disabled=${isWaiting.value}>
        ${isWaiting.value ? "Setting up the table …" : "Begin"}
      </button>
      ${
        view.value &&
        html`<button
          type="button"
          onClick=${() => {
            isSetting.value = false;
          }}
        >
          Back to the table
        </button>`
      }
    </form>
    ${people.value > 1 && html`<p class="faint">${isShared ? "Once the table is set up, invite friends in your network to their seats, or share this screen." : "All players share this screen. To let friends in your network take seats, start the studio with --lan."}</p>`}
    ${savedGames.value.length > 0 && html`<${SavedGames} />`}
    <${EngineWords} />
  </section>`;
}

function EngineWords() {
  const { tables, odds } = engines.value;
  if (odds?.state === "untrusted") return html`<${TrustQuestion} />`;
  const compiling = [odds, tables].find((one) => one?.state === "compiling" && one.share > 0);
  if (compiling) return html`<${Compiling} engine=${compiling} />`;
  const isLaid = !tables || tables.state === "ready";
  if (isLaid && setting.value) return null;
  const words = isLaid ? odds?.words : tables.words;
  return html`<p role="status">
    ${words || (isLaid ? "The rules are being read; then you can choose the number of players." : "The table is being set up …")}
  </p>`;
}

/** A seat that a friend may have: the link to it, to be sent or photographed, or a button that makes one. */
function FriendsSeat({ seat }) {
  const given = invitations.value.find((one) => one.seat === seat);
  const name = seat === WATCHER ? "watch" : `seat ${seat + 1}`;
  if (!given)
    return html`<p>
      <button type="button" onClick=${() => send("invite", { seat })}>
        Invite a friend to ${name}
      </button>
    </p>`;
  const copy = () =>
    navigator.clipboard.writeText(given.link).then(
      () => say("The link is copied."),
      () => say("The browser cannot copy the link: select it and copy it yourself.", true),
    );
  return html`<details class="invitation" open=${given.pages === 0}>
    <summary>
      ${seat === WATCHER ? "Watching" : `Seat ${seat + 1}`} ·${" "}
      <span role="status">${given.pages ? "a friend is here" : "no one is here yet"}</span>
    </summary>
    <svg
      class="qr"
      viewBox=${`-4 -4 ${given.wide + 8} ${given.wide + 8}`}
      role="img"
      aria-label=${`QR code of the link to ${name}`}
    >
      <rect x="-4" y="-4" width="100%" height="100%" />
      <path d=${given.path} />
    </svg>
    <p class="buttons">
      <input
        readonly
        value=${given.link}
        aria-label=${`Link to ${name}`}
        onFocus=${(e) => e.target.select()}
      />${" "}
      <button type="button" onClick=${copy}>Copy</button>
    </p>
    <p class="buttons">
      <button type="button" onClick=${() => send("invite", { seat })}>Make another link</button
      >${" "}
      <button type="button" onClick=${() => send("withdraw", { seat })}>Take the seat back</button>
    </p>
  </details>`;
}

/** Our own seat: what can be done with the game, from which seat we look, who else is asked to sit down. */
function Own() {
  const now = view.value;
  const humans = now.line_up.flatMap((word, seat) => (word === "human" ? [seat] : []));
  const ours = ourSeats(now);
  return html`<${Turn}
    buttons=${html`<button type="button" onClick=${() => send("lay_aside")}>Save the game</button>
      <button
        type="button"
        onClick=${() => {
          isSetting.value = true;
        }}
      >
        New game
      </button>`}
    more=${html` ${
      ours.length > 1 &&
      html`<div class="choice" role="group" aria-label="Look from seat">
        ${ours.map(
          (seat) =>
            html`<button
              type="button"
              key=${seat}
              aria-pressed=${seat === now.seat}
              onClick=${() => {
                if (seat !== now.seat) handOver(seat);
              }}
            >
              Seat ${seat + 1}
            </button>`,
        )}
      </div>`
    }
    ${opened.value.features.includes("friends") && humans.filter((seat) => seat !== now.seat).map((seat) => html`<${FriendsSeat} key=${seat} seat=${seat} />`)}`}
  />`;
}

/** A saved game, gone through move by move. */
function Steps() {
  const { saved, move, moves: all } = moment.value;
  const go = (to) => send("watch", { saved, move: to });
  const leave = () => {
    moment.value = null;
    send("watch", { saved: null });
  };
  const title = `Game ${saved.replace(".record", "")}`;
  return html`<${Reel} ...${{ title, word: "move", at: move, of: all, go, leave }} />`;
}

/** Which of the two tables is shown, if the game has rules. */
function Modes() {
  if (!hasGames.value) return null;
  return html`<section class="choice modes" aria-label="Which table">
    ${[
      ["rules", "By rules"],
      ["free", "Free table"],
    ].map(
      ([key, word]) =>
        html`<button
          type="button"
          key=${key}
          aria-pressed=${mode.value === key}
          onClick=${() => {
            mode.value = key;
          }}
        >
          ${word}
        </button>`,
    )}
  </section>`;
}

const tablePlayers = signal(0);
const isLaying = signal(false);

/** The saved tables: when, for how many, how far; to go on with, go through or delete. */
function SavedTables({ saved }) {
  const goOn = (name) => {
    isLaying.value = false;
    send("table_go_on", { saved: name });
  };
  const drop = (name, number) => {
    if (confirm(`Delete table ${number}?`)) send("table_drop", { saved: name });
  };
  const state = ({ is_over: isOver, players: count, steps }) =>
    isOver ? "logged" : count ? `${steps} steps` : "cannot be read";
  const actions = ({ name, steps }, number) =>
    html`<button type="button" onClick=${() => goOn(name)}>
        Go on<span class="unseen"> with table ${number}</span>
      </button>
      <button
        type="button"
        class="plain"
        disabled=${!steps}
        onClick=${() => send("table_watch", { saved: name, step: 0 })}
      >
        Move by move<span class="unseen"> through table ${number}</span>
      </button>
      <button type="button" class="plain" onClick=${() => drop(name, number)}>
        Delete<span class="unseen"> table ${number}</span>
      </button>`;
  return html`<${SavedList}
    title="Saved tables"
    columns=${["Table", "When", "Players", "Progress"]}
    all=${saved}
    ending=".table"
    cells=${(table) => [table.date, table.players || "", state(table)]}
    actions=${actions}
  />`;
}

/** Who won, how long, what was it like: the play is logged. */
function Ending() {
  const seats = [...Array(tableView.value.players).keys()];
  const log = (event) => {
    event.preventDefault();
    const { elements } = event.target;
    const scores = seats.map((seat) => elements[`score${seat}`].value.trim());
    send("table_end", {
      names: seats.map((seat) => elements[`name${seat}`].value),
      winners: seats.filter((seat) => elements[`won${seat}`].checked),
      minutes: Number(elements.minutes.value) || 0,
      scores: scores.every(Boolean) ? scores.map(Number) : null,
      note: elements.note.value,
    });
  };
  return html`<details class="ending">
    <summary>End and log this play …</summary>
    <form onSubmit=${log}>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">Seat</th>
            <th scope="col">Name</th>
            <th scope="col">Score</th>
            <th scope="col">Won</th>
          </tr>
        </thead>
        <tbody>
          ${seats.map(
            (seat) =>
              html`<tr key=${seat}>
                <th scope="row">${seat + 1}</th>
                <td>
                  <input
                    name=${`name${seat}`}
                    maxlength="60"
                    placeholder=${`Seat ${seat + 1}`}
                    aria-label=${`Name of seat ${seat + 1}`}
                  />
                </td>
                <td>
                  <input
                    name=${`score${seat}`}
                    type="number"
                    step="1"
                    aria-label=${`Score of seat ${seat + 1}`}
                  />
                </td>
                <td>
                  <input
                    name=${`won${seat}`}
                    type="checkbox"
                    aria-label=${`Seat ${seat + 1} won`}
                  />
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
      <label
        >Minutes <input name="minutes" type="number" min="1" max="10000" placeholder="by the clock"
      /></label>
      <label>What was it like? <textarea name="note" rows="2" maxlength="2000"></textarea></label>
      <button type="submit">Log this play</button>
    </form>
  </details>`;
}

/** What can be laid out freely, and the tables that were saved. */
function FreeLobby() {
  const { counts, saved } = offer.value;
  const count = counts.includes(tablePlayers.value) ? tablePlayers.value : usual(counts);
  return html`<section class="lobby" aria-label="Set up a table">
    <h2>Lay the pieces out, and play as you like</h2>
    <p>
      The pieces are laid out and dealt as <code>setup:</code> says; without it, each deck is one
      pile. You move the pieces yourselves, and no rule is enforced.
    </p>
    <form
      class="controls"
      onSubmit=${(event) => {
        event.preventDefault();
        isLaying.value = false;
        send("table_lay", { players: count });
      }}
    >
      ${
        counts.length > 0 &&
        html`<label
          >Players${" "}
          <select
            value=${count}
            onChange=${(e) => {
              tablePlayers.value = Number(e.target.value);
            }}
          >
            ${counts.map((one) => html`<option key=${one} value=${one}>${one}</option>`)}
          </select></label
        >`
      }
      <button type="submit" class="main" disabled=${!counts.length}>Set up the table</button>
      ${
        tableView.value &&
        html`<button
          type="button"
          onClick=${() => {
            isLaying.value = false;
          }}
        >
          Back to the table
        </button>`
      }
    </form>
    ${saved.length > 0 && html`<${SavedTables} saved=${saved} />`}
  </section>`;
}

/** What who keeps the studio can do with the free table: look from a seat, save it, invite friends. */
function FreeHost() {
  const { players, seat } = tableView.value;
  const isGiven = (one) => invitations.value.some((other) => other.seat === one);
  const ours = [...Array(players).keys()].filter((one) => !isGiven(one));
  return html` <p class="buttons">
      <button type="button" onClick=${() => send("table_save")}>Save the table</button>
      <button
        type="button"
        onClick=${() => {
          isLaying.value = true;
        }}
      >
        New table
      </button>
    </p>
    <${Ending} />
    ${(ours.length > 1 || seat === WATCHER) && html`<div class="choice" role="group" aria-label="Look from seat">${[...ours, WATCHER].map((one) => html`<button type="button" key=${one} aria-pressed=${one === seat} onClick=${() => one !== seat && sitAt(one)}>${one === WATCHER ? "Watch" : `Seat ${one + 1}`}</button>`)}</div>`}
    ${
      opened.value.features.includes("friends") &&
      html`<details class="friends" open=${invitations.value.length > 0}>
        <summary>Invite friends</summary>
        ${[...Array(players).keys(), WATCHER].filter((one) => one !== seat).map((one) => html`<${FriendsSeat} key=${one} seat=${one} />`)}
      </details>`
    }`;
}

export function PlayView() {
  if (hasGames.value && mode.value === "rules") return html`<${Modes} /><${RulesView} />`;
  if (film.value) return html`<${Modes} /><${Surface}><${FilmSteps} /></${Surface}>`;
  if (!tableView.value || isLaying.value)
    return html`<${Modes} />
      <main class="table-room"><${FreeLobby} /></main>`;
  if (tableCurtain.value !== null) return html`<${Modes} /><${TableCurtain} />`;
  return html`<${Modes} /><${Surface}><${FreeHost} /></${Surface}>`;
}

function RulesView() {
  if (moment.value) return html`<${Table} label="The saved game"><${Steps} /></${Table}>`;
  if (!view.value || isSetting.value) return html`<main class="table-room"><${Lobby} /></main>`;
  if (curtain.value !== null) return html`<${Curtain} />`;
  return html`<${Table} label="Your moves" anew=${html`<button type="button" onClick=${beginAnew}>Start again with the new cards</button>`}><${Own} /></${Table}>`;
}

// The socket: the token first, then messages both ways. `on` names what is done about a message of the server, `send` sends one of ours.
// A page without a server (studio/web) sets `openStudio`, which opens what stands in for a socket and asks for no token.

import { batch, signal } from "./vendor/preact.js";

const KEY = "emporium-pnp-token";
const WHOLE = "Open the whole address that the terminal shows: it ends in a # and a long word.";
const FAREWELLS = {
  4401: "This address is no longer valid, because the studio was restarted. Open the address that the terminal shows.",
  1009: "That is more than the studio accepts at once (1 MB).",
};
const handlers = new Map();

export const connection = signal("opening"); // opening, open, closed, refused
export const farewell = signal("");

let socket = null;
let seq = 0;
let patience = 250;

export function token() {
  const fromAddress = location.hash.slice(1);
  if (fromAddress) {
    sessionStorage.setItem(KEY, fromAddress);
    history.replaceState(null, "", location.pathname);
  }
  return sessionStorage.getItem(KEY) ?? "";
}

export const on = (word, handler) => handlers.set(word, handler);
export const lastSeq = () => seq;

/** Send a message; one that edits gets the next number, which is returned. */
export function send(word, message = {}, isEdit = false) {
  if (socket?.readyState !== WebSocket.OPEN) return seq;
  if (isEdit) message = { seq: ++seq, ...message };
  socket.send(JSON.stringify({ t: word, ...message }));
  return seq;
}

const later = new MessageChannel();
let heard = []; // what has come and is still to be taken in: all at once, so that the page is drawn once for it
later.port1.onmessage = () => {
  const texts = heard;
  heard = [];
  batch(() => texts.forEach(take));
};

function take(text) {
  const message = JSON.parse(text);
  patience = 250;
  if (message.t === "opened" || message.t === "seated") {
    seq = 0;
    connection.value = "open";
  }
  try {
    handlers.get(message.t)?.(message);
  } catch (fault) {
    reportError(fault); // the others are taken in nonetheless
  }
}

addEventListener("hashchange", () => {
  if (location.hash.length > 1) location.reload();
}); // another address in the same tab

/** Open the socket, and again whenever it was lost. `whole` and `farewells` say what is wrong with an address, and with sockets by their codes. */
export function connect(whole = WHOLE, farewells = FAREWELLS) {
  const standIn = globalThis.openStudio;
  const secret = standIn ? "alone" : token();
  if (!secret) {
    connection.value = "refused";
    farewell.value = whole;
    return;
  }
  socket = standIn ? standIn() : new WebSocket(`ws://${location.host}/socket`);
  socket.onopen = () => socket.send(JSON.stringify({ t: "hello", token: secret }));
  socket.onmessage = (event) => {
    if (heard.push(event.data) === 1) later.port2.postMessage(null);
  };
  socket.onclose = (event) => {
    farewell.value = farewells[event.code] ?? "The studio has ended, or cannot be reached.";
    if (event.code === 4401 || event.code === 4409) {
      connection.value = "refused";
      return;
    }
    connection.value = "closed";
    setTimeout(() => connect(whole, farewells), (patience = Math.min(patience * 2, 4000)));
  };
}

/** Bring a file to the studio. */
export const brought = (path, file) =>
  fetch(path, { method: "POST", body: file, headers: { Authorization: `Bearer ${token()}` } });

/** Fetch something that only we may have. */
export const fetched = (path, signal) =>
  fetch(path, { signal, headers: { Authorization: `Bearer ${token()}` } });

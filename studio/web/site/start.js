// The page before a game is open, and its files afterwards: a folder of the computer, where the browser can open one, or a zip.

const byId = (id) => document.getElementById(id);
const hasFolders = "showDirectoryPicker" in window;
const NOT_READ = /^(\.|output$|node_modules$|__pycache__$)/;
const MOST_BYTES = 256 * 1024 * 1024;

let python = null;
let link = null; // stands in for the studio's socket
let home = null; // the folder of the computer, if the game is in one
const seen = new Map(); // its files: when each was changed last

function say(words, isFault = false) {
  byId("said").textContent = words;
  byId("said").className = isFault ? "bad" : "";
}

/** Stands in for a socket: what the studio's page says goes to Python, and what Python says comes back. */
class Link {
  readyState = WebSocket.CONNECTING;
  constructor() {
    link = this;
    setTimeout(() => {
      this.readyState = WebSocket.OPEN;
      this.onopen();
    });
  }
  send(text) {
    python.postMessage({ t: "say", text });
  }
}

globalThis.openStudio = () => new Link();

async function begin() {
  if (!("serviceWorker" in navigator)) {
    say(
      "This page needs a browser that can store it, and an address that begins with https. Private windows in some browsers cannot store it.",
      true,
    );
    return;
  }
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.address) python.postMessage({ t: "answer", address: data.address }, ports);
    else if (!python) say(`Fetching the studio, once: ${data.done} of ${data.of} files …`);
  });
  try {
    await navigator.serviceWorker.register("offline.js");
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
  } catch (fault) {
    say(`The studio cannot be fetched: ${fault.message}. Reload this page to try again.`, true);
    return;
  }
  say("Starting Python …");
  python = new Worker("worker.js", { type: "module" });
  python.onmessage = ({ data }) => answers[data.t](data);
  python.onerror = (event) =>
    tell(
      `Python has stopped: ${event.message}. Reload this page; everything you saved is kept.`,
      true,
    );
}

const answers = {
  ready({ kept, tool }) {
    say("Open a game. It stays on this computer.");
    byId("open-folder").hidden = !hasFolders;
    offer("kept", kept, "kept");
    offer("tool", tool, "tool");
    byId("start").dataset.ready = "";
    byId("choices").disabled = false;
  },
  refused({ words }) {
    home = null;
    say(words, true);
    byId("choices").disabled = false;
  },
  async opened({ name }) {
    byId("name").textContent = home
      ? `In the folder ${home.name}`
      : `${name}, kept in this browser`;
    byId("save-folder").hidden = !hasFolders || home !== null;
    byId("start").remove();
    byId("files").hidden = false;
    await import("./page/main.js");
  },
  hear({ text }) {
    link?.onmessage({ data: text });
  },
  changed({ files }) {
    inTurn(() => keep(files));
  },
  failed({ words }) {
    tell(
      "The studio failed because of a bug; everything you saved is kept. Download the game as a zip, then reload this page.",
    );
    console.error(words);
  },
  zip({ name, content }) {
    download(name, content);
  },
};

function offer(id, names, sort) {
  byId(id).hidden = names.length === 0;
  for (const name of names) {
    const button = document.createElement("button");
    button.textContent = name;
    button.onclick = () => open({ sort, name });
    byId(id).append(" ", button);
  }
}

function open(asked) {
  byId("choices").disabled = true;
  say("Opening …");
  python.postMessage({ t: "open", ...asked });
}

// ------------------------------------------------------------ files of the computer

byId("new").onclick = () => open({ sort: "tool", name: "" });
byId("open-zip").onchange = async ({ target }) => {
  const [file] = target.files;
  if (file)
    open({
      sort: "zip",
      name: file.name.replace(/\.zip$/i, ""),
      files: new Uint8Array(await file.arrayBuffer()),
    });
};
byId("open-folder").onclick = () =>
  attempt(async () => {
    home = await showDirectoryPicker({ mode: "readwrite" });
    open({ sort: "folder", name: home.name, files: await readAll(home) });
  });
byId("download").onclick = () => python.postMessage({ t: "zip" });
byId("save-folder").onclick = () =>
  attempt(async () => {
    home = await showDirectoryPicker({ mode: "readwrite" });
    const taken = await readAll(home);
    if (taken.size) {
      home = null;
      throw new Error("choose an empty folder: existing files are not overwritten");
    }
    python.postMessage({ t: "everything" });
    byId("name").textContent = `In the folder ${home.name}`;
    byId("save-folder").hidden = true;
  });

async function attempt(work) {
  try {
    await work();
  } catch (fault) {
    if (fault.name !== "AbortError") tell(`That cannot be done: ${fault.message}.`);
  }
}

/** Say something before and after a game is open. */
function tell(words) {
  if (byId("said")) say(words, true);
  byId("told").textContent = words;
}

async function* walk(folder, inside = "") {
  for await (const entry of folder.values()) {
    if (NOT_READ.test(entry.name)) continue;
    if (entry.kind === "directory") yield* walk(entry, `${inside}${entry.name}/`);
    else yield [`${inside}${entry.name}`, await entry.getFile()];
  }
}

async function readAll(folder) {
  const files = new Map();
  let size = 0;
  for await (const [name, file] of walk(folder)) {
    size += file.size;
    if (size > MOST_BYTES)
      throw new Error("this folder has more than 256 MB: choose the folder of a single game");
    files.set(name, new Uint8Array(await file.arrayBuffer()));
    seen.set(name, file.lastModified);
  }
  return files;
}

/** Hand on what other programs have changed in the folder, and return the names of these files. */
async function takeOthers() {
  const files = new Map();
  for await (const [name, file] of walk(home)) {
    if (seen.get(name) === file.lastModified) continue;
    seen.set(name, file.lastModified);
    files.set(name, new Uint8Array(await file.arrayBuffer()));
  }
  if (files.size) python.postMessage({ t: "take", files });
  return new Set(files.keys());
}

let keeping = Promise.resolve(); // one thing after the other
const inTurn = (work) => {
  keeping = keeping.then(() => attempt(work));
};
addEventListener("focus", () => {
  if (home && seen.size) inTurn(takeOthers);
});

/** Bring what has changed to the folder; without one a PDF goes to the downloads, and all else stays in the browser. */
async function keep(files) {
  const others = home ? await takeOthers() : new Set(); // not written over: the studio takes them up, and Undo brings ours back
  for (const [name, content] of files) {
    if (home && !others.has(name)) await write(name, content);
    else if (!home && content && name.endsWith(".pdf")) download(name.split("/").pop(), content);
  }
}

function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function write(name, content) {
  const parts = name.split("/");
  const last = parts.pop();
  let folder = home;
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
  if (!content) {
    await folder.removeEntry(last).catch(() => {});
    return;
  }
  const file = await folder.getFileHandle(last, { create: true });
  const out = await file.createWritable();
  await out.write(content);
  await out.close(); // only now does the file change
  seen.set(name, (await file.getFile()).lastModified);
}

begin();

// Python and one game in it, in a thread of its own. In: {t: "open" | "say" | "take" | "everything" | "zip" | "answer"}; out: {t: "ready" | "opened" |
// "refused" | "hear" | "changed" | "zip" | "failed"}. The page is never kept waiting: between two slices of drawing it is heard.

import { loadPyodide } from "./python/pyodide.mjs";

addEventListener("unhandledrejection", ({ reason }) =>
  postMessage({ t: "failed", words: String(reason) }),
);

const QUIET_MS = 300; // after the last message, until what has changed is told
const KEPT = "/games"; // what the browser keeps for the next visit
const python = await loadPyodide({ indexURL: new URL("python/", import.meta.url).href });
python.unpackArchive(await (await fetch("packed.zip")).arrayBuffer(), "zip", {
  extractDir: "/lib/packed",
});
python.runPython("import sys; sys.path.insert(0, '/lib/packed')");
const { FS } = python;
FS.mkdirTree(KEPT);
FS.mount(FS.filesystems.IDBFS, {}, KEPT);
const synced = (isRead) => new Promise((resolve) => FS.syncfs(isRead, resolve));
await synced(true);
const tabs = python.pyimport("studio.web.tab");

const again = new MessageChannel();
let tab = null;
let isWaiting = false;
let quiet = 0;
let isSaving = false; // what is saved is told at once: the page may be closed at any moment

again.port1.onmessage = () => {
  isWaiting = false;
  if (tab.work()) workOn();
};

function workOn() {
  if (!isWaiting) again.port2.postMessage(null);
  isWaiting = true;
  clearTimeout(quiet);
  quiet = setTimeout(tellChanged, isSaving ? 0 : QUIET_MS);
  isSaving = false;
}

function inJs(value) {
  const found = value.toJs({ dict_converter: (pairs) => new Map(pairs) });
  value.destroy();
  return found;
}

async function tellChanged() {
  const changed = inJs(tab.changes());
  if (!changed.size) return;
  postMessage({ t: "changed", files: changed });
  await synced(false);
}

const answers = {
  open({ sort, name, files }) {
    const content = python.toPy(files ?? null);
    const found = tabs.opened(sort, name, content, (text) => postMessage({ t: "hear", text }));
    if (typeof found === "string") {
      postMessage({ t: "refused", words: found });
      return;
    }
    tab = found;
    postMessage({ t: "opened", name: tab.folder.name });
    synced(false);
  },
  say({ text }) {
    isSaving = text.startsWith('{"t":"save"');
    tab.hear(text);
    workOn();
  },
  take({ files }) {
    tab.take_files(python.toPy(files));
    workOn();
  },
  everything() {
    tab.forget();
    tellChanged();
  },
  zip() {
    postMessage({ t: "zip", name: `${tab.folder.name}.zip`, content: inJs(tab.as_zip()) });
  },
  answer({ address }, port) {
    const found = tab?.answer(address);
    const [type, content] = found ? inJs(found) : [];
    port.postMessage(found ? { type, content } : null);
  },
};

onmessage = ({ data, ports }) => answers[data.t](data, ports[0]);
const [kept, tool] = inJs(tabs.games());
postMessage({ t: "ready", kept, tool });

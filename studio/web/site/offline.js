// Keeps the whole site in the browser, so that it opens without a network, and lets nothing out: what the page asks for is found here, or
// asked of the page's own Python (fonts, pictures and sheets of the game), or not there.

const KEPT = `emporium-pnp ${"EDITION"}`;
const FILES = ["FILES"];
const PACKED = ".gzipped";
const TYPES = {
  html: "text/html",
  js: "text/javascript",
  mjs: "text/javascript",
  css: "text/css",
  json: "application/json",
  wasm: "application/wasm",
  txt: "text/plain",
};
const OF_THE_GAME = /^\/(font\/|picture\?|sheet\/)/;
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' blob: data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

addEventListener("install", (event) => event.waitUntil(keepAll()));

async function keepAll() {
  const cache = await caches.open(KEPT);
  let done = 0;
  await Promise.all(
    FILES.map(async (file) => {
      const answer = await fetch(file, { cache: "no-cache" });
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      const isPacked = file.endsWith(PACKED);
      const name = isPacked ? file.slice(0, -PACKED.length) : file;
      const body = isPacked
        ? answer.body.pipeThrough(new DecompressionStream("gzip"))
        : answer.body;
      const type = TYPES[name.split(".").pop()] ?? "application/octet-stream";
      await cache.put(
        name,
        new Response(body, {
          headers: {
            "Content-Type": type,
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
          },
        }),
      );
      done += 1;
      for (const page of await clients.matchAll({ includeUncontrolled: true }))
        page.postMessage({ done, of: FILES.length });
    }),
  );
}

addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter(
        (name) => name.startsWith("emporium-pnp ") && name !== KEPT,
      );
      await Promise.all(old.map((name) => caches.delete(name)));
      await clients.claim();
    })(),
  ),
);

addEventListener("fetch", (event) => event.respondWith(answer(event)));

async function answer(event) {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return Response.error();
  if (OF_THE_GAME.test(url.pathname + url.search))
    return askPage(await clients.get(event.clientId), url.pathname + url.search);
  const name = url.href.startsWith(registration.scope)
    ? url.pathname.slice(new URL(registration.scope).pathname.length)
    : null;
  return (
    (name !== null && (await (await caches.open(KEPT)).match(name || "index.html"))) ||
    new Response("there is no such file", { status: 404 })
  );
}

function askPage(page, address) {
  if (!page) return new Response("no page asks for this", { status: 404 });
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) =>
      resolve(
        data
          ? new Response(data.content, { headers: { "Content-Type": data.type } })
          : new Response("there is no such thing", { status: 404 }),
      );
    page.postMessage({ address }, [port2]);
  });
}

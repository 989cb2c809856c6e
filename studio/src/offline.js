// The studio's service worker: the network where there is one, else what was kept. The build fills in the files.
const FILES = [];
const CACHE = "wayfield-studio";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  // The file that was opened belongs to this visit alone.
  if (request.method !== "GET" || new URL(request.url).pathname.endsWith("/opened")) return;
  event.respondWith(
    fetch(request).catch(async () => {
      const cache = await caches.open(CACHE);
      return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
    }),
  );
});

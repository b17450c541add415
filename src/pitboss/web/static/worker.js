// Serves one page without a link: drill and payout storm of what was fetched ahead. Everything else comes from the server or not at all, so
// that no table, console or display is ever an old one: the cache holds that page and the files it needs, and the link goes first.
"use strict";
const CACHE = "pitboss VERSION";   // another version of any file is another worker, and its cache replaces this one
const PAGE = "/play/offline";
const KEPT = [PAGE, "/static/pitboss.css", "/static/live.js", "/static/play.js", "/static/offline.js", "/static/school.js", "/icon.svg"];

self.addEventListener("install", event => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT.map(address => new Request(address, { cache: "reload" })));
  await self.skipWaiting();
})()));

self.addEventListener("activate", event => event.waitUntil((async () => {
  const old = (await caches.keys()).filter(name => name.startsWith("pitboss ") && name !== CACHE);
  await Promise.all(old.map(name => caches.delete(name)));
  await self.clients.claim();
})()));

self.addEventListener("fetch", event => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  const wanted = request.mode === "navigate" ? PAGE : address.pathname;
  if (!KEPT.includes(wanted)) return;
  event.respondWith((async () => {
    try {
      return await fetch(request);
    } catch (lost) {
      const kept = await (await caches.open(CACHE)).match(wanted);
      if (kept) return kept;
      throw lost;
    }
  })());
});

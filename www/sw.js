// Keeps the page for times without a network. With one, the network's files are used: so all are of the same version.

const CACHE = 'page';

// Written when the page is served or built. It sets SITE_FILES; and as it has a hash of all files in it, browsers take
// up a new version once one of them has changed.
importScripts('./site-files.js');

self.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(self.SITE_FILES.map((file) => new Request(file, { cache: 'reload' })));
    await self.skipWaiting();
  })());
});

self.addEventListener('activate', (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    const wanted = new Set(self.SITE_FILES.map((file) => new URL(file, self.location.href).href));
    for (const { url } of await cache.keys()) {
      if (!wanted.has(url)) {
        await cache.delete(url);
      }
    }
    await self.clients.claim();
  })());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'GET' && new URL(request.url).origin === self.location.origin) {
    event.respondWith(fromNetworkOrCache(event));
  }
});

async function fromNetworkOrCache(event) {
  const { request } = event;
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.status === 200) {
      // Nobody has to wait for it, and if there is no room left, the page works all the same.
      event.waitUntil(cache.put(withoutSearch(request), response.clone()).catch(() => {}));
    }
    return response;
  } catch (error) {
    const kept = await cache.match(withoutSearch(request));
    if (kept) {
      return kept;
    }
    throw error;
  }
}

// `?profiler=…` is the same page.
function withoutSearch({ url }) {
  const [address] = url.split(/[?#]/);
  return address;
}

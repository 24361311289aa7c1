/** Keeps the whole site for reading without a network. Answers from the network first, so that a page is never stale for long. */

declare const self: ServiceWorkerGlobalScope
declare const SITE_VERSION: string
declare const SITE_FILES: string[]

const cacheName = `site-${SITE_VERSION}`
const scope = new URL(self.registration.scope)

const isAsset = (url: URL): boolean => url.pathname.startsWith(`${scope.pathname}assets/`)

/** Only what belongs to the site: never an answer of a service that lives beside it, nor anything of another host. */
const isOurs = (request: Request): boolean => {
  const url = new URL(request.url)
  return request.method === 'GET' && url.origin === scope.origin && SITE_FILES.some((file) => new URL(file, scope).pathname === url.pathname)
}

const fromCache = async (request: Request): Promise<Response | undefined> =>
  await (await caches.open(cacheName)).match(new URL(request.url).pathname, { ignoreVary: true })

const answer = async (request: Request): Promise<Response> => {
  const cached = isAsset(new URL(request.url)) ? await fromCache(request) : undefined
  if (cached !== undefined) return cached
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await fromCache(request)
    if (kept !== undefined) return kept
    throw error
  }
}

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll(SITE_FILES.map((file) => new URL(file, scope).pathname))).then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith('site-') && name !== cacheName).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()))
})
self.addEventListener('fetch', (event) => {
  if (isOurs(event.request)) event.respondWith(answer(event.request))
})

export {}

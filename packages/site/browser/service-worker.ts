/**
 * Keeps what a reader needs without a network: the scripts and styles of all pages, and each page that was visited. The
 * whole site only when the reader asks for it. Pages come from the network while there is one, so that a new build is
 * seen at once.
 */

declare const self: ServiceWorkerGlobalScope
declare const SITE_VERSION: string
/** Scripts and styles that every page may need, and the pages for missing addresses and for no network. */
declare const SITE_SHELL: string[]
/** Everything else, for reading offline. */
declare const SITE_REST: string[]

const cacheName = `site-${SITE_VERSION}`
/** Whether the reader asked for the whole site; outlives the versions. */
const choiceName = 'offline-choice'
const scope = new URL(self.registration.scope)

const pathOf = (file: string): string => new URL(file, scope).pathname
const ours = new Set([...SITE_SHELL, ...SITE_REST].map(pathOf))

const isAsset = (pathname: string): boolean => pathname.startsWith(`${scope.pathname}assets/`)

const fromCache = async (path: string): Promise<Response | undefined> =>
  await (await caches.open(cacheName)).match(path, { ignoreVary: true })

const keep = async (pathname: string, response: Response): Promise<void> => {
  if (response.status === 200) await (await caches.open(cacheName)).put(pathname, response)
}

/** A file of the site: an asset, which is named by its content, from the cache; all else from the network while there is one. */
const file = async (event: FetchEvent): Promise<Response> => {
  const { pathname } = new URL(event.request.url)
  const cached = isAsset(pathname) ? await fromCache(pathname) : undefined
  if (cached !== undefined) return cached
  try {
    const response = await fetch(event.request)
    if (isAsset(pathname) || event.request.mode === 'navigate') event.waitUntil(keep(pathname, response.clone()))
    return response
  } catch (error) {
    const kept = await fromCache(pathname)
    if (kept !== undefined) return kept
    throw error
  }
}

/** What the network answers; without one, the kept page that says why there is nothing else. */
const pageOr = async (request: Request, other: '404.html' | 'offline.html', status: number): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await fromCache(pathOf(other))
    if (kept === undefined) throw error
    return new Response(kept.body, { status, headers: kept.headers })
  }
}

const navigation = async (event: FetchEvent): Promise<Response> =>
  await file(event).catch(async () => await pageOr(event.request, 'offline.html', 503))

/** Never an answer of a service that lives beside the site, nor anything of another host. */
const answerTo = (event: FetchEvent): Promise<Response> | undefined => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  // A part of a file, such as of a video that is played, is not the file.
  if (request.method !== 'GET' || origin !== scope.origin || request.headers.has('range')) return undefined
  const isPage = request.mode === 'navigate' && !pathname.startsWith(pathOf('api/'))
  if (ours.has(pathname)) return isPage ? navigation(event) : file(event)
  return isPage ? pageOr(request, '404.html', 404) : undefined
}

/** Stores the whole site, a few files at a time so that a page that is being read does not wait behind them. */
const saveAll = async (report: (done: number) => void): Promise<void> => {
  const cache = await caches.open(cacheName)
  const paths = SITE_REST.map(pathOf)
  for (let start = 0; start < paths.length; start += 32) {
    await cache.addAll(paths.slice(start, start + 32))
    report(Math.min(1, (start + 32) / paths.length))
  }
  await (await caches.open(choiceName)).put(scope.pathname, new Response('whole site'))
}

const install = async (): Promise<void> => {
  await (await caches.open(cacheName)).addAll(SITE_SHELL.map(pathOf))
  await self.skipWaiting()
}

const activate = async (): Promise<void> => {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('site-') && name !== cacheName).map((name) => caches.delete(name)),
  )
  await self.clients.claim()
  if ((await (await caches.open(choiceName)).match(scope.pathname)) !== undefined) await saveAll(() => undefined)
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event)
  if (answer !== undefined) event.respondWith(answer)
})
self.addEventListener('message', (event) => {
  if (event.data === 'save-offline')
    event.waitUntil(
      saveAll((done) => event.source?.postMessage({ saved: done })).catch((error: unknown) =>
        event.source?.postMessage({ failed: String(error) }),
      ),
    )
})

export {}

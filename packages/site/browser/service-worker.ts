/**
 * Keeps the whole site for reading without a network: its pages, their Markdown twins and the files for programs.
 * Answers from the network first, so that a page is never stale for long.
 */

declare const self: ServiceWorkerGlobalScope
declare const SITE_VERSION: string
declare const SITE_FILES: string[]
declare const SITE_FILES_FOR_PROGRAMS: string[]

const cacheName = `site-${SITE_VERSION}`
const scope = new URL(self.registration.scope)

const isAsset = (url: URL): boolean => url.pathname.startsWith(`${scope.pathname}assets/`)

const pathOf = (file: string): string => new URL(file, scope).pathname

const pages = SITE_FILES.map(pathOf)
const forPrograms = SITE_FILES_FOR_PROGRAMS.map(pathOf)
const ours = new Set([...pages, ...forPrograms])

const fromCache = async (path: string): Promise<Response | undefined> =>
  await (await caches.open(cacheName)).match(path, { ignoreVary: true })

/** A file of the site: what is named by its content from the cache, everything else from the network while there is one. */
const file = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url)
  const cached = isAsset(new URL(request.url)) ? await fromCache(pathname) : undefined
  if (cached !== undefined) return cached
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await fromCache(pathname)
    if (kept !== undefined) return kept
    throw error
  }
}

/** An address that is no page of the site: without a network, the page that says so. */
const unknownPage = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request)
  } catch (error) {
    const missing = await fromCache(pathOf('404.html'))
    if (missing === undefined) throw error
    return new Response(missing.body, { status: 404, headers: missing.headers })
  }
}

/** Never an answer of a service that lives beside the site, nor anything of another host. */
const answerTo = (request: Request): Promise<Response> | undefined => {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.origin) return undefined
  if (ours.has(pathname)) return file(request)
  const isApi = pathname.startsWith(pathOf('api/'))
  return request.mode === 'navigate' && !isApi ? unknownPage(request) : undefined
}

/** Pages first, then the files for programs, a few at a time so that a page that is being read does not wait behind them. */
const keepAll = async (): Promise<void> => {
  const cache = await caches.open(cacheName)
  await cache.addAll(pages)
  for (let start = 0; start < forPrograms.length; start += 32) await cache.addAll(forPrograms.slice(start, start + 32))
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => self.skipWaiting()))
})
self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(
          names.filter((name) => name.startsWith('site-') && name !== cacheName).map((name) => caches.delete(name)),
        ),
      )
      .then(() => self.clients.claim()),
  )
})
self.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request)
  if (answer !== undefined) event.respondWith(answer)
})

export {}

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { readSource, renderSite, type SiteSource } from '@model-tasks/site'
import { launchBrowser } from './launch.js'

/** The site in memory, served below a base path of its own, so that nothing can rely on being at the root of a host. */
export const basePath = '/some/base/'

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
}

/** Answers a request below `<base>api/`, where a service would stand. Status 0 begins an answer and breaks the connection. */
type Api = (path: string, body: string, method: string) => { status: number; json: unknown } | undefined

export interface SiteUnderTest {
  url: string
  source: SiteSource
  /** The files of the site as text, by path. */
  files: ReadonlyMap<string, string>
  browser: Browser
  api: Api
}

/** What the site is told of its address; the links of its pages stay relative. */
export const siteUrl = 'https://example.com/docs/'

interface Served {
  url: string
  /** Ends the server and its connections: from then on only what a page kept is there. */
  stop(): void
}

/** Sends the content of a file, at its own pace. */
type Send = (response: ServerResponse, file: string, content: string) => void

/** Serves the files of the site below the base path. */
export const serveFiles = async (
  files: ReadonlyMap<string, string>,
  api: Api,
  send: Send = (response, _, content) => response.end(content),
): Promise<Served> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = decodeURIComponent(pathname).slice(basePath.length)
    if (path.startsWith('api/')) {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        const answer = api(path.slice('api'.length), body, request.method ?? 'GET') ?? {
          status: 404,
          json: { title: 'Not here' },
        }
        if (answer.status === 0) {
          // Without a beginning Chromium would send the request once more, on another connection.
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
          response.write('{', () => request.socket.destroy())
          return
        }
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json))
      })
      return
    }
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
    const content = pathname.startsWith(basePath) ? files.get(file) : undefined
    if (content === undefined) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream' })
    send(response, file, content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

let shared: Promise<SiteUnderTest & Served> | undefined

const start = async (): Promise<SiteUnderTest & Served> => {
  const source = await readSource()
  const [rendered, browser] = await Promise.all([renderSite(source, { siteUrl }), launchBrowser()])
  const files = new Map(rendered.map(({ path, content }) => [path, String(content)]))
  const site: SiteUnderTest = { url: '', source, files, browser, api: () => undefined }
  return Object.assign(site, await serveFiles(files, (...asked) => site.api(...asked)))
}

/** Renders the site, serves it and starts a browser, once for all parts. */
export const sharedSite = async (): Promise<SiteUnderTest> => await (shared ??= start())

/** A page without a service worker: what it keeps for reading offline would be asked for in every test. */
export const newPage = async (): Promise<Page> => (await sharedSite()).browser.newPage({ serviceWorkers: 'block' })

/** Waits until the playground of a page has checked its request. */
export const checked = (page: Page): Promise<void> => page.locator('[data-playground][data-checked]').waitFor()

/** Opens a page with a playground, below the root of the site. */
export const openPlayground = async (page: Page, path: string): Promise<void> => {
  await page.goto((await sharedSite()).url + path)
  await checked(page)
}

/** Ends the browser and the server. */
export const closeSite = async (): Promise<void> => {
  const site = await shared
  await site?.browser.close()
  site?.stop()
}

/** Folders of all HTML pages, the one of the home page being empty. */
export const pagePaths = (site: SiteUnderTest): string[] =>
  [...site.files.keys()]
    .filter((path) => path.endsWith('index.html'))
    .map((path) => path.slice(0, -'index.html'.length))

/** What a page did that it must not: violations of its policy, errors, requests to other hosts. */
export const watchFaults = (page: Page, origin: string): string[] => {
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && asked !== origin) faults.push(`asked ${request.url()}`)
  })
  return faults
}

/** Does the work for every item, a few pages at a time. */
export const onPages = async <Item>(
  context: BrowserContext,
  items: Item[],
  work: (page: Page, item: Item) => Promise<void>,
  width = 3,
): Promise<void> => {
  const queue = [...items]
  await Promise.all(
    Array.from({ length: Math.min(width, queue.length) }, async () => {
      const page = await context.newPage()
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(page, item)
      await page.close()
    }),
  )
}

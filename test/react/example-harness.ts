import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { ModelTasks } from '@model-tasks/client'
import { startService } from '@model-tasks/service'
import type { Plugin } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { exampleListener } from '../../packages/react/example/server.js'
import { launchBrowser } from '../browser/launch.js'

/** The page has one React, wherever a file of it lies: that of the root, or that of the tools of the tests. */
const requires = ['../../package.json', '../package.json'].map((from) => createRequire(new URL(from, import.meta.url)))

/** Takes out the guard of which `npm run guards` asks whether a test notices: pages are bundled, and vitest sees nothing of them. */
const withoutGuard: Plugin = {
  name: 'guard',
  setup: ({ onLoad }) => {
    const { file, guard, without } = JSON.parse(process.env['MODEL_TASKS_GUARD'] ?? '{}') as Record<string, string>
    if (file === undefined || guard === undefined) return
    onLoad({ filter: /packages.react.src/ }, async ({ path }) => {
      if (!path.replaceAll(sep, '/').endsWith(`/${file}`)) return undefined
      const code = await readFile(path, 'utf8')
      return { loader: 'ts', contents: code.replace(guard, () => without ?? '') }
    })
  },
}

/** The example in Chromium, behind its proxy, in front of a service that renders real files. */
export interface Example {
  browser: Browser
  url: string
  /** The client of an operator, who sees what was bought. */
  operator: ModelTasks
  /** The requests of pages, as `POST /tasks`, oldest first. */
  requests: string[]
  /** As `requests`, with `END GET /tasks/…` where the answer to one has ended. */
  course: string[]
  /** From now on, requests come from this user. */
  signIn(user: string): void
  /** Decides what becomes of the next request that matches: it is answered, and its answer is lost (`cut`) or never comes (`hold`). */
  meet(request: RegExp, fate: Fate): void
  /** Breaks all connections of pages, also those whose answer is held. */
  dropConnections(): void
  close(): Promise<void>
}

export type Fate = 'cut' | 'hold'

/** Starts all of it, with `page` in the place of that of the example. `react` is the major version that the page is bundled with. */
export async function startExample(react: 18 | 19, page?: string): Promise<Example> {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-react-'))
  const service = await startService({ port: 0, dataDirectory: folder, rateLimit: 'off', shutdownTimeout: 0 })
  const apiKey = service.newKey ?? ''
  const bundle = {
    conditions: ['source'],
    plugins: [withoutGuard],
    ...(page !== undefined && { entryPoints: { app: page } }),
    alias:
      react === 18
        ? { react: packageOf('react-18'), 'react-dom': packageOf('react-dom-18') }
        : { react: packageOf('react'), 'react-dom': packageOf('react-dom') },
  }
  let user = 'a'
  const listener = await exampleListener({ baseUrl: service.baseUrl, apiKey, user: () => user, bundle })
  const requests: string[] = []
  const course: string[] = []
  const fates: { request: RegExp; fate: Fate }[] = []
  const server = createServer((request, response) => {
    const name = nameOf(request)
    if (name !== undefined) requests.push(name)
    course.push(String(name))
    response.once('close', () => course.push(`END ${name}`))
    const place = fates.findIndex((each) => each.request.test(name ?? ''))
    const [met] = place < 0 ? [] : fates.splice(place, 1)
    if (met)
      response.end = (() => {
        // Without a beginning Chromium would send the request once more by itself.
        response.write(' ', () => met.fate === 'cut' && request.socket.destroy())
        return response
      }) as typeof response.end
    listener(request, response)
  })
  const browser = await launchBrowser()
  const url = await listen(server)
  return {
    browser,
    url,
    operator: new ModelTasks({ baseUrl: service.baseUrl, apiKey }),
    requests,
    course,
    signIn: (name) => {
      user = name
    },
    meet: (request, fate) => void fates.push({ request, fate }),
    dropConnections: () => server.closeAllConnections(),
    close: async () => {
      await browser.close()
      server.close()
      server.closeAllConnections()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A browser of a new visitor. */
export async function visitor({ browser }: Example): Promise<BrowserContext> {
  const context = await browser.newContext()
  onTestFinished(() => context.close())
  return context
}

/** Opens the example in a tab, once it is known what is there. */
export async function openTab(context: BrowserContext, { url }: Example): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await page.locator('[data-status]:not([data-status=loading])').waitFor()
  return page
}

/** Asks for a video in a tab. */
export async function ask(page: Page, prompt: string): Promise<void> {
  await page.locator('[name=prompt]').fill(prompt)
  await page.getByRole('button', { name: 'Make a video' }).click()
}

/** Asks for a video per tab at the same moment, also where a button is disabled by then. */
export async function askAtOnce(tabs: readonly Page[], prompts: readonly string[]): Promise<void> {
  for (const [number, tab] of tabs.entries()) await tab.locator('[name=prompt]').fill(prompts[number] ?? '')
  await Promise.all(tabs.map((tab) => tab.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit())))
}

/** Waits for a status of the task in a tab; its ID. */
export async function reached(page: Page, status: string): Promise<string | null> {
  const result = page.locator(`[data-status=${status}]`)
  await result.waitFor()
  return result.getAttribute('data-id')
}

/** How many tasks were bought so far. */
export async function bought({ operator }: Example): Promise<number> {
  let count = 0
  for await (const _ of operator.list({ limit: 100 })) count++
  return count
}

/** Cancels what still runs, so that no later task waits for its turn. */
export async function cancelTasks({ operator }: Example): Promise<void> {
  for await (const { id, status } of operator.list({ limit: 100 }))
    if (status !== 'completed' && status !== 'failed') await operator.cancel(id).catch(() => undefined)
}

function nameOf({ method, url = '' }: IncomingMessage): string | undefined {
  const [, path] = url.split('/v2/model-center')
  return path === undefined ? undefined : `${method} ${path}`
}

function packageOf(name: string): string {
  const [root, tools] = requires
  const resolve = (/-\d+$/.test(name) ? tools : root)?.resolve
  return dirname(resolve?.(`${name}/package.json`) ?? '')
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

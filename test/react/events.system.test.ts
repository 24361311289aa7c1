/** The hooks of `@model-tasks/react` behind a proxy with a stream of events, in Chromium: pages that poll once an hour. */
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { cancelTasks, startExample, visitor, type Example } from './example-harness.js'
import type { page as hooksPage } from './hooks-page.js'

declare const page: typeof hooksPage

const boat = { prompt: '[[delay: 60min]] A paper boat', duration: 4, resolution: '480p' } as const
const hour = 3_600_000

let example: Example
beforeAll(async () => {
  example = await startExample(19, join(import.meta.dirname, 'hooks-page.tsx'))
})
beforeEach(() => void (example.requests.length = 0))
afterEach(() => cancelTasks(example))
afterAll(() => example.close())

async function open(context: Awaited<ReturnType<typeof visitor>>, poll = hour, timeout = 60_000): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(`${example.url}?poll=${poll}&timeout=${timeout}`)
  await tab.waitForFunction(() => 'page' in globalThis)
  return tab
}

const submit = (tab: Page): Promise<string> =>
  tab.evaluate(async (input) => (await page.client.submit('sd_2.0_discount', input)).id, boat)
const follow = (tab: Page, ids: string[]): Promise<void> => tab.evaluate((ids) => page.mount('useTask', ...ids), ids)
const states = (tab: Page): Promise<Record<string, unknown>[]> =>
  tab
    .locator('pre')
    .allTextContents()
    .then((texts) => texts.map((text) => JSON.parse(text) as Record<string, unknown>))
const statuses = async (tab: Page): Promise<unknown[]> => (await states(tab)).map(({ status }) => status)
const end = (id = ''): Promise<unknown> => example.operator.cancel(id.slice(0, id.lastIndexOf('.')))
const streams = (): string[] => example.requests.filter((name) => name.startsWith('GET /events'))
/** Until a stream names so many tasks. */
const streamed = (tasks: number): Promise<void> =>
  expect.poll(() => streams().at(-1)?.match(/task=/g)?.length).toBe(tasks)
const seen = (tab: Page, wanted: string[]): Promise<void> => expect.poll(() => statuses(tab)).toEqual(wanted)

it('the ends of several tasks are seen as they happen, by one stream, and in two tabs', async () => {
  const context = await visitor(example)
  const tabs = [await open(context), await open(context)] as const
  const ids = [await submit(tabs[0]), await submit(tabs[0]), await submit(tabs[0])]
  example.requests.length = 0
  for (const tab of tabs) {
    await follow(tab, ids)
    await seen(tab, ['running', 'running', 'running'])
  }
  const ofAll = (): number => streams().filter((name) => name.match(/task=/g)?.length === 3).length
  await expect.poll(ofAll).toBe(2)
  const before = streams().length
  await end(ids[1])
  for (const tab of tabs) await seen(tab, ['running', 'failed', 'running'])
  await tabs[1].close()
  for (const id of [ids[0], ids[2]]) await end(id)
  await seen(tabs[0], ['failed', 'failed', 'failed'])
  expect(streams()).toHaveLength(before)
})

it('a tab asks for a task while another one waits for it', async () => {
  const context = await visitor(example)
  // A query waits for half of that. After 20 s Chromium lets go what waits for what another request may put into its cache.
  const timeout = 38_000
  const tabs = [await open(context, hour, timeout), await open(context, hour, timeout)] as const
  const id = await submit(tabs[0])
  const query = `GET /tasks/${id}`
  const course = (): string[] => example.course.filter((name) => name.endsWith(query))
  await follow(tabs[0], [id])
  // The first one is answered at once, the second one when the task has changed.
  await expect.poll(course).toEqual([query, `END ${query}`, query])
  await follow(tabs[1], [id])
  await expect.poll(() => course().length).toBeGreaterThan(3)
  expect(course()[3]).toBe(query)
})

it('what ends while the page is reloaded, or offline, is seen as soon as it is back', async () => {
  const context = await visitor(example)
  const tab = await open(context)
  const ids = [await submit(tab), await submit(tab), await submit(tab)]
  await follow(tab, ids)
  await streamed(3)
  await tab.reload()
  await tab.waitForFunction(() => 'page' in globalThis)
  await end(ids[0])
  await follow(tab, ids)
  await seen(tab, ['failed', 'running', 'running'])
  await context.setOffline(true)
  // What is open already goes on in a Chromium that is told to be offline.
  example.dropConnections()
  await expect.poll(async () => (await states(tab))[1]?.['fault']).toBeTruthy()
  await end(ids[1])
  await context.setOffline(false)
  await seen(tab, ['failed', 'failed', 'running'])
  await end(ids[2])
  await seen(tab, ['failed', 'failed', 'failed'])
})

it('what a hook needs to go on is loaded with the page, which may be offline when it is needed', async () => {
  const context = await visitor(example)
  const ids = [await submit(await open(context))]
  const tab = await open(context)
  await tab.waitForLoadState('networkidle')
  await tab.route(/\.js$/, (route) => route.abort())
  await follow(tab, ids)
  await streamed(1)
  await end(ids[0])
  await seen(tab, ['failed'])
})

it('where the rules of a model cannot be loaded, nothing is sent, and the error stays until the page is reloaded', async () => {
  const tab = await open(await visitor(example))
  await tab.waitForLoadState('networkidle')
  await tab.route(/\.js$/, (route) => route.abort())
  const submitBoat = async (): Promise<unknown> => {
    await tab.evaluate(() => page.mount('useSubmit', 'boat'))
    await expect.poll(() => statuses(tab)).toEqual([expect.stringMatching(/idle|error/)])
    await tab.evaluate((input) => page.call('submit', 'sd_2.0_discount', input), boat)
    return (await states(tab))[0]
  }
  const message = expect.stringMatching(/nothing was sent \(.*sd_2\.0_discount/) as unknown
  const unloaded = { status: 'error', error: { message, proved: 'not sent' } }
  expect(await submitBoat()).toMatchObject(unloaded)
  await tab.unroute(/\.js$/)
  expect(await submitBoat()).toMatchObject(unloaded)
  expect(example.requests.filter((name) => name === 'POST /tasks')).toEqual([])
  await tab.reload()
  await tab.waitForFunction(() => 'page' in globalThis)
  expect(await submitBoat()).toMatchObject({ status: 'running' })
})

it('an answer that was under way does not hide that the page is offline, and the next one shows that it is not', async () => {
  const context = await visitor(example)
  const tab = await open(context, 100)
  const id = await submit(tab)
  const held: Route[] = []
  await follow(tab, [id])
  await seen(tab, ['running'])
  await tab.route('**/tasks/*', (route) => void held.push(route))
  await expect.poll(() => held.length).toBe(1)
  const [state] = await states(tab)
  const fault = async (): Promise<unknown> => (await states(tab))[0]?.['fault']
  const offline = expect.objectContaining({ code: 'offline' }) as unknown
  await context.setOffline(true)
  await expect.poll(fault).toEqual(offline)
  await held[0]?.fulfill({ json: state?.['task'] })
  await expect.poll(() => held.length).toBe(2)
  expect(await fault()).toEqual(offline)
  await held[1]?.fulfill({ json: state?.['task'] })
  await expect.poll(fault).toBeUndefined()
})

it('a connection that breaks is made again, and no end is missed', async () => {
  const tab = await open(await visitor(example))
  const ids = [await submit(tab), await submit(tab), await submit(tab)]
  await follow(tab, ids)
  await seen(tab, ['running', 'running', 'running'])
  await streamed(3)
  const before = streams().length
  example.dropConnections()
  await end(ids[0])
  await expect.poll(() => streams().length).toBeGreaterThan(before)
  for (const id of ids.slice(1)) await end(id)
  await seen(tab, ['failed', 'failed', 'failed'])
})

it('a hidden tab holds no stream, and sees what has ended once it is shown', async () => {
  const tab = await open(await visitor(example))
  const ids = [await submit(tab), await submit(tab)]
  await follow(tab, ids)
  await seen(tab, ['running', 'running'])
  await streamed(2)
  const setHidden = (hidden: boolean): Promise<void> =>
    tab.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  const closed = tab.waitForEvent('requestfailed', (request) => request.url().includes('/events'))
  await setHidden(true)
  await closed
  const before = streams().length
  for (const id of ids) await end(id)
  await setHidden(false)
  await seen(tab, ['failed', 'failed'])
  expect(streams()).toHaveLength(before + 1)
})

it('a task that is not this user’s is an error, and keeps the others from nothing', async () => {
  const tab = await open(await visitor(example))
  const ids = [await submit(tab), await submit(tab)]
  await follow(tab, [...ids, 'unknown'])
  await seen(tab, ['running', 'running', 'error'])
  await streamed(2)
  for (const id of ids) await end(id)
  await seen(tab, ['failed', 'failed', 'error'])
})

it('where the stream is not to be had, each task is waited for', async () => {
  const tab = await open(await visitor(example), 100)
  await tab.route('**/events?*', (route) => route.fulfill({ status: 429, body: '{}' }))
  const ids = [await submit(tab), await submit(tab)]
  await follow(tab, ids)
  await seen(tab, ['running', 'running'])
  for (const id of ids) await end(id)
  await seen(tab, ['failed', 'failed'])
})

/** The hooks of `@model-tasks/react`, one at a time, in Chromium behind the real proxy and service. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { bought, cancelTasks, startExample, visitor, type Example } from './example-harness.js'
import type { page as hooksPage } from './hooks-page.js'

declare const page: typeof hooksPage

const long = { prompt: '[[delay: 60min]] A paper boat', duration: 4, resolution: '480p' } as const
// Long enough to be seen running on a machine that is busy with something else.
const short = { ...long, prompt: '[[delay: 8s]] A paper boat' }
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

let example: Example
beforeAll(async () => {
  example = await startExample(19, join(import.meta.dirname, 'hooks-page.tsx'))
})
afterEach(() => cancelTasks(example))
afterAll(() => example.close())

async function open(context?: Awaited<ReturnType<typeof visitor>>): Promise<Page> {
  const tab = await (context ?? (await visitor(example))).newPage()
  await tab.goto(example.url)
  await tab.waitForFunction(() => 'page' in globalThis)
  return tab
}

async function stateOf(tab: Page): Promise<Record<string, unknown>> {
  return JSON.parse((await tab.locator('#state').textContent()) ?? '{}') as Record<string, unknown>
}

async function reached(tab: Page, status: string): Promise<Record<string, unknown>> {
  await expect.poll(async () => (await stateOf(tab))['status']).toBe(status)
  return stateOf(tab)
}

it('unmounting ends the wait, and the task goes on', async () => {
  const tab = await open()
  await tab.evaluate(() => page.mount('useSubmit', 'boat'))
  await reached(tab, 'idle')
  const id = await tab.evaluate((input) => page.call('submit', 'sd_2.0_discount', input), short)
  expect((await reached(tab, 'running'))['id']).toBe(id)
  // What the page sent before may arrive after.
  await expect.poll(() => example.requests.some((name) => name.startsWith('GET /events'))).toBe(true)
  await tab.evaluate(() => page.unmount())
  const asked = example.requests.length
  const status = async (): Promise<unknown> => (await example.operator.list({ limit: 1 })).data[0]?.status
  await expect.poll(status).toMatch(/completed|failed/)
  expect(await status()).toBe('completed')
  expect(example.requests.slice(asked)).toEqual([])
  await tab.evaluate(() => page.mount('useSubmit', 'boat'))
  expect((await reached(tab, 'completed'))['id']).toBe(id)
})

it('unmounting between the POST and its answer buys nothing again', async () => {
  const tab = await open()
  await tab.evaluate(() => page.mount('useSubmit', 'boat'))
  await reached(tab, 'idle')
  const before = await bought(example)
  example.meet(/^POST \/tasks$/, 'cut')
  void tab.evaluate((input) => page.call('submit', 'sd_2.0_discount', input), long)
  await expect.poll(() => bought(example)).toBe(before + 1)
  await tab.evaluate(() => page.unmount())
  await tab.evaluate(() => page.mount('useSubmit', 'boat'))
  await reached(tab, 'running')
  expect(await bought(example)).toBe(before + 1)
})

it('names are apart, and two hooks with one name are one submit', async () => {
  const tab = await open()
  await tab.evaluate(() => page.mount('useSubmit', 'one', 'two'))
  await tab.locator('pre').nth(1).waitFor()
  await expect.poll(() => tab.locator('pre').nth(1).textContent()).toContain('"idle"')
  // The action of the hook that was rendered last.
  await tab.evaluate((input) => page.call('submit', 'sd_2.0_discount', input), long)
  await expect.poll(() => tab.locator('pre').nth(1).textContent()).toContain('"running"')
  expect(await tab.locator('pre').nth(0).textContent()).toContain('"idle"')
  await tab.evaluate(() => page.mount('useSubmit', 'two', 'two'))
  await expect.poll(() => tab.locator('pre').allTextContents()).toEqual(Array(2).fill(expect.stringContaining('"id"')))
})

it('useTask follows a task by its ID, and says that there is none', async () => {
  const tab = await open()
  const id = await tab.evaluate(async (input) => (await page.client.submit('sd_2.0_discount', input)).id, short)
  await tab.evaluate((id) => page.mount('useTask', id), id)
  expect(await reached(tab, 'running')).toMatchObject({ id })
  expect(await reached(tab, 'completed')).toMatchObject({ id, task: { id, status: 'completed' } })
  await tab.evaluate(() => page.mount('useTask', 'unknown'))
  await reached(tab, 'error')
  expect(await tab.evaluate(() => page.call('retry'))).toBeUndefined()
})

it('useUpload uploads a file, again after a lost connection, and a request may refer to it', async () => {
  const tab = await open()
  await tab.evaluate(() => page.mount('useUpload', 'any'))
  await reached(tab, 'idle')
  example.meet(/^POST \/assets$/, 'cut')
  const reference = await tab.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return page.call('upload', new File([bytes], 'dot.png', { type: 'image/png' }))
  }, dot)
  expect(reference).toMatch(/^assetId:\/\/./)
  expect(await reached(tab, 'approved')).toMatchObject({ reference, asset: { status: 'approved' } })
  await tab.evaluate(() => page.call('upload', new File(['text'], 'notes.txt', { type: 'text/plain' })))
  await reached(tab, 'error')
  await tab.evaluate(() => page.call('reset'))
  await reached(tab, 'idle')
})

it('the journal leaves to another tab what that submits, and takes it over once it is closed', async () => {
  const context = await visitor(example)
  const [first, second] = [await open(context), await open(context)]
  const before = await bought(example)
  example.meet(/^POST \/tasks$/, 'hold')
  void first
    .evaluate(async (input) => {
      await page.client.capabilities()
      await page.client.submit('sd_2.0_discount', input, { journal: page.journal })
    }, long)
    .catch(() => undefined)
  await expect.poll(() => bought(example)).toBe(before + 1)
  const resume = (): Promise<number[]> =>
    second.evaluate(async () => {
      const { handles, unresolved, elsewhere } = await page.client.resumeAll(page.journal)
      return [handles.length, unresolved.length, elsewhere.length]
    })
  expect(await resume()).toEqual([0, 0, 1])
  await first.close()
  await expect.poll(resume).toEqual([1, 0, 0])
  expect(await bought(example)).toBe(before + 1)
})

it('the request is in the storage of the page until it is answered, and not after', async () => {
  const tab = await open()
  const before = await bought(example)
  await tab.evaluate(() => page.mount('useSubmit', 'boat'))
  await reached(tab, 'idle')
  example.meet(/^POST \/tasks$/, 'hold')
  void tab.evaluate((input) => page.call('submit', 'sd_2.0_discount', input), long).catch(() => undefined)
  await expect.poll(() => bought(example)).toBe(before + 1)
  const stored = (): Promise<string> => tab.evaluate(async () => JSON.stringify(await page.journal.entries()))
  expect(await stored()).toContain('A paper boat')
  await tab.reload()
  await tab.waitForFunction(() => 'page' in globalThis)
  await tab.evaluate(() => page.mount('useSubmit', 'boat'))
  await reached(tab, 'running')
  expect(await stored()).toContain('"submitted"')
  expect(await stored()).not.toContain('A paper boat')
})

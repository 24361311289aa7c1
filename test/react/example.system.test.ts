/** The example of `@model-tasks/react` in Chromium, behind the real proxy, in front of a service that renders real files. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  ask,
  askAtOnce,
  bought,
  cancelTasks,
  openTab,
  reached,
  startExample,
  visitor,
  type Example,
} from './example-harness.js'

const short = '[[delay: 3s]] A paper boat'
const long = '[[delay: 60min]] A paper boat'
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const posts = ({ requests }: Example): number => requests.filter((name) => name === 'POST /tasks').length

describe.each([18, 19] as const)('with React %i', (react) => {
  let example: Example
  beforeAll(async () => {
    example = await startExample(react)
  })
  afterEach(() => cancelTasks(example))
  afterAll(() => example.close())

  it('a video is submitted, survives a reload in the middle, and is shown, also after another one', async () => {
    const page = await openTab(await visitor(example), example)
    const before = await bought(example)
    await ask(page, short)
    const id = await reached(page, 'running')
    await page.reload()
    expect(await reached(page, 'running')).toBe(id)
    expect(await reached(page, 'completed')).toBe(id)
    await page.locator('video').waitFor()
    await page.reload()
    expect(await reached(page, 'completed')).toBe(id)
    expect(await page.locator('video').getAttribute('src')).toMatch(/\.mp4/)
    expect(await bought(example)).toBe(before + 1)
    // The next one is another.
    await ask(page, short)
    await reached(page, 'running')
    expect(await reached(page, 'completed')).not.toBe(id)
    expect(await bought(example)).toBe(before + 2)
  })

  it('what the service declares is asked for before the first submit, which carries an Idempotency-Key', async () => {
    const context = await visitor(example)
    const page = await openTab(context, example)
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/tasks'))
    example.requests.length = 0
    await page.reload()
    await ask(page, long)
    expect(await (await sent).headerValue('idempotency-key')).toBeTruthy()
    expect(example.requests[0]).toBe('GET /capabilities')
  })
})

describe('when something comes in between', () => {
  let example: Example
  beforeAll(async () => {
    example = await startExample(19)
  })
  afterEach(() => cancelTasks(example))
  afterAll(() => example.close())

  it('a reload between the POST and its answer resumes the same task', async () => {
    const page = await openTab(await visitor(example), example)
    const [before, sent] = [await bought(example), posts(example)]
    example.meet(/^POST \/tasks$/, 'hold')
    await ask(page, long)
    await expect.poll(() => bought(example)).toBe(before + 1)
    expect(await page.locator('[data-status]').getAttribute('data-status')).toBe('submitting')
    await page.reload()
    await reached(page, 'running')
    expect([await bought(example), posts(example)]).toEqual([before + 1, sent + 2])
  })

  it('an answer that is lost is one task', async () => {
    const page = await openTab(await visitor(example), example)
    const [before, sent] = [await bought(example), posts(example)]
    for (let time = 0; time < 3; time++) example.meet(/^POST \/tasks$/, 'cut')
    await ask(page, long)
    await reached(page, 'running')
    expect([await bought(example), posts(example)]).toEqual([before + 1, sent + 4])
  })

  it('two tabs that submit the same at the same moment have one task', async () => {
    const context = await visitor(example)
    const tabs = [await openTab(context, example), await openTab(context, example)]
    const before = await bought(example)
    await askAtOnce(tabs, [long, long])
    const ids = await Promise.all(tabs.map((tab) => reached(tab, 'running')))
    expect(ids[0]).toMatch(/./)
    expect(ids[1]).toBe(ids[0])
    expect(await bought(example)).toBe(before + 1)
  })

  it('two tabs that ask for different videos at the same moment have one, and the other says why it has not', async () => {
    const context = await visitor(example)
    const tabs = [await openTab(context, example), await openTab(context, example)]
    const before = await bought(example)
    await askAtOnce(tabs, [`${long} 1`, `${long} 2`])
    const ids = await Promise.all(tabs.map((tab) => reached(tab, 'running')))
    expect(ids[1]).toBe(ids[0])
    const told = async (): Promise<string[]> =>
      (await Promise.all(tabs.map((tab) => tab.locator('.wrong').allTextContents()))).flat()
    await expect.poll(told).toEqual([expect.stringContaining('another request under the name "boat" has not ended')])
    expect(await bought(example)).toBe(before + 1)
  })

  it('a tab shows what another one submits, and goes on when that one is closed', async () => {
    const context = await visitor(example)
    const [first, second] = [await openTab(context, example), await openTab(context, example)]
    const before = await bought(example)
    example.meet(/^POST \/tasks$/, 'hold')
    await ask(first, long)
    await reached(second, 'submitting')
    await expect.poll(() => bought(example)).toBe(before + 1)
    await first.close()
    await reached(second, 'running')
    expect(await bought(example)).toBe(before + 1)
  })

  it('a task that runs while the page is offline is shown once it is online again', async () => {
    const context = await visitor(example)
    const page = await openTab(context, example)
    await ask(page, '[[delay: 6s]] A paper boat')
    const id = await reached(page, 'running')
    await context.setOffline(true)
    await page.locator('[data-fault]').waitFor()
    expect(await page.locator('[data-status]').getAttribute('data-status')).toBe('running')
    await context.setOffline(false)
    expect(await reached(page, 'completed')).toBe(id)
  })

  it('a submit while the page is offline waits, and is sent once', async () => {
    const context = await visitor(example)
    const page = await openTab(context, example)
    const [before, sent] = [await bought(example), posts(example)]
    await context.setOffline(true)
    await ask(page, long)
    await page.locator('[data-status=submitting] [data-fault]').waitFor()
    await context.setOffline(false)
    await reached(page, 'running')
    expect([await bought(example), posts(example)]).toEqual([before + 1, sent + 1])
  })

  it('a page whose connection is lost between the POST and its answer asks again later, for the same task', async () => {
    const context = await visitor(example)
    const page = await openTab(context, example)
    const before = await bought(example)
    example.meet(/^POST \/tasks$/, 'hold')
    await ask(page, long)
    await expect.poll(() => bought(example)).toBe(before + 1)
    // The page believes that it is online: no request gets through.
    await context.route('**/*', (route) => route.abort())
    example.dropConnections()
    await page.locator('[data-status=submitting] [data-fault]').waitFor()
    await context.unroute('**/*')
    await reached(page, 'running')
    expect(await bought(example)).toBe(before + 1)
  })

  it('what is wrong with a request stands beside its parameter, and nothing is sent', async () => {
    const page = await openTab(await visitor(example), example)
    const sent = posts(example)
    await page.locator('[name=duration]').fill('99')
    await ask(page, long)
    await reached(page, 'error')
    expect(await page.locator('[data-wrong=duration]').textContent()).toContain('99')
    expect(await page.locator('[data-wrong=prompt]').count()).toBe(0)
    expect(posts(example)).toBe(sent)
    await page.locator('[name=duration]').fill('4')
    await ask(page, long)
    await reached(page, 'running')
    expect(await page.locator('.wrong').count()).toBe(0)
  })

  it('where the service keeps no Idempotency-Keys, a lost answer is an error, and nothing more is sent until it is forgotten', async () => {
    const context = await visitor(example)
    await context.route('**/capabilities', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { extensions: string[] }
      const extensions = json.extensions.filter((name) => name !== 'idempotency')
      await route.fulfill({ response, json: { ...json, extensions } })
    })
    const page = await openTab(context, example)
    const [before, sent] = [await bought(example), posts(example)]
    example.meet(/^POST \/tasks$/, 'cut')
    await ask(page, long)
    await reached(page, 'error')
    expect(await page.locator('.wrong').textContent()).toContain('keeps no Idempotency-Keys')
    await page.reload()
    await reached(page, 'error')
    await ask(page, long)
    await reached(page, 'error')
    expect([await bought(example), posts(example)]).toEqual([before + 1, sent + 1])
    await page.getByRole('button', { name: 'Forget it' }).click()
    await reached(page, 'idle')
    await ask(page, long)
    await reached(page, 'running')
    expect(await bought(example)).toBe(before + 2)
  })

  it('a file is uploaded when it is chosen, and the request refers to it', async () => {
    const page = await openTab(await visitor(example), example)
    const buffer = Buffer.from(dot, 'base64')
    await page.locator('[name=first]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer })
    await page.locator('[data-upload=approved]').waitFor()
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/tasks'))
    await ask(page, long)
    expect((await sent).postDataJSON()).toMatchObject({ first_image: [expect.stringMatching(/^assetId:/)] })
    await reached(page, 'running')
  })

  it('a task that is forgotten goes on, and another one can be made', async () => {
    const page = await openTab(await visitor(example), example)
    const before = await bought(example)
    await ask(page, long)
    const id = await reached(page, 'running')
    await page.getByRole('button', { name: 'Forget it' }).click()
    await reached(page, 'idle')
    await page.reload()
    await reached(page, 'idle')
    await ask(page, long)
    expect(await reached(page, 'running')).not.toBe(id)
    expect(await bought(example)).toBe(before + 2)
    expect(example.requests.filter((name) => name.endsWith('/cancel'))).toEqual([])
  })

  it('a tab that has forgotten a task shows what another tab submits next', async () => {
    const context = await visitor(example)
    const [first, second] = [await openTab(context, example), await openTab(context, example)]
    await ask(first, long)
    const forgotten = await reached(second, 'running')
    await first.getByRole('button', { name: 'Forget it' }).click()
    await reached(second, 'idle')
    await ask(second, long)
    expect(await reached(first, 'running')).toBe(await reached(second, 'running'))
    expect(await reached(first, 'running')).not.toBe(forgotten)
  })

  it('a task that fails says why, and the next one can be made', async () => {
    const page = await openTab(await visitor(example), example)
    await ask(page, '[[fail: out of paper]] A boat')
    await reached(page, 'failed')
    expect(await page.locator('.wrong').textContent()).toContain('out of paper')
    await ask(page, long)
    await reached(page, 'running')
    expect(await page.locator('.wrong').count()).toBe(0)
  })

  it('another user of the same browser sees nothing of a task, and buys one of their own', async () => {
    const page = await openTab(await visitor(example), example)
    example.signIn('a')
    await ask(page, long)
    const id = await reached(page, 'running')
    example.signIn('b')
    await page.reload()
    await reached(page, 'idle')
    await ask(page, long)
    expect(await reached(page, 'running')).not.toBe(id)
    example.signIn('a')
    await page.reload()
    expect(await reached(page, 'running')).toBe(id)
  })

  it('nothing is sent where the page has no storage', async () => {
    const context = await visitor(example)
    await context.addInitScript(() => Object.defineProperty(globalThis, 'indexedDB', { value: undefined }))
    const page = await openTab(context, example)
    const sent = posts(example)
    await ask(page, long)
    await reached(page, 'error')
    expect(await page.locator('.wrong').textContent()).toContain('no storage in which a submit could be recorded')
    expect(posts(example)).toBe(sent)
  })
})

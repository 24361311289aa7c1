import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import type { Page, Request } from 'playwright-core'
import { newPage, serveFiles, sharedSite, watchFaults, type SiteUnderTest } from './site-harness.js'

/** The finder that takes a request: a reader pastes JSON, and every model answers. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const field = '#request-text'
const state = (page: Page): Promise<string | null> => page.locator('#request-state').textContent()
const heads = (page: Page): Promise<string[]> => page.locator('.by-request h3').allTextContents()

const open = async (page: Page, path = 'models/'): Promise<void> => {
  await page.goto(site.url + path)
  await page.locator('.by-request summary').click()
}

const request = { model: 'sd_2.0_discount', prompt: 'A secret boat', duration: 5, resolution: '720p' }
const answered = /would accept it/

test('by keyboard alone a reader opens it, pastes a request, hears the sum, and copies the request for another model', async () => {
  const context = await site.browser.newContext({
    serviceWorkers: 'block',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await context.newPage()
  await page.goto(`${site.url}models/`)
  await page.locator('.by-request summary').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.locator(field).evaluate((area) => area === document.activeElement)).toBe(true)
  await page.keyboard.insertText(JSON.stringify(request))
  await expect.poll(() => state(page)).toMatch(answered)
  expect(await page.locator('#request-state').getAttribute('role')).toBe('status')
  expect((await heads(page)).map((head) => head.replace(/\d+/, 'N'))).toEqual([
    'Accept it: N',
    'After these changes: N',
    'Do not accept it: N',
    'Parameters not published, nothing checked: N',
  ])
  const first = page.locator('.answers > li').first()
  expect(await first.textContent()).toBe('sd_2.0_discount named in the request ≈\u00a05 credits Copy request')
  const other = page.locator('.answers.changes > li', { hasText: 'zeta-H3-768p' })
  expect(await other.locator('.says li').allTextContents()).toEqual([
    'duration: 5 becomes 10',
    'resolution: "720p" becomes "768p"',
  ])
  await other.getByRole('button', { name: 'Copy request' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => other.getByRole('button').textContent()).toBe('Copied')
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual({
    ...request,
    model: 'zeta-H3-768p',
    duration: 10,
    resolution: '768p',
  })
  await context.close()
})

test('broken JSON is answered by one sentence with its place, at the field, until it is fixed', async () => {
  const page = await newPage()
  await open(page)
  await page.locator(field).fill('{"prompt": "a",\n "duration" 5}')
  await expect.poll(() => state(page)).toBe('Line 2, column 13: expected a colon, got 5}')
  expect(await page.locator(field).getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator(field).getAttribute('aria-describedby')).toContain('request-state')
  expect(await heads(page)).toEqual([])
  await page.locator(field).fill('{"prompt": "a",\n "duration": 5}')
  await expect.poll(() => state(page)).toMatch(answered)
  expect(await page.locator(field).getAttribute('aria-invalid')).toBeNull()
  await page.locator(field).fill('')
  await expect.poll(() => state(page)).toBe('')
  expect(await heads(page)).toEqual([])
  await page.context().close()
})

test('nothing of a request is sent, stored or in the address: the page loads two scripts, and no more', async () => {
  const page = await newPage()
  const faults = watchFaults(page, new URL(site.url).origin)
  const asked: Request[] = []
  await page.goto(`${site.url}models/?output=video`)
  page.on('request', (one) => asked.push(one))
  await page.locator('.by-request summary').click()
  await page.locator(field).fill(JSON.stringify(request))
  await expect.poll(() => state(page)).toMatch(answered)
  await page.locator(field).fill(JSON.stringify({ ...request, duration: 6 }))
  await expect.poll(() => page.locator('.answers > li').first().textContent()).toContain('6 credits')
  expect(asked.map((one) => [one.method(), one.postData(), one.url().replace(/.*assets\/|\..*/g, '')])).toEqual([
    ['GET', null, 'request'],
    ['GET', null, 'request-check'],
  ])
  expect(page.url()).toBe(`${site.url}models/?output=video`)
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))
  expect(kept).not.toContain('secret')
  expect(faults).toEqual([])
  await page.context().close()
})

test('a request of 1 MB is checked beside the page, which stays at hand; it can be removed', async () => {
  const page = await newPage()
  await open(page)
  await page.locator(field).waitFor()
  await page.evaluate(() => {
    const longest = { task: 0 }
    Object.assign(globalThis, { longest })
    let last = performance.now()
    const tick = (): void => {
      const now = performance.now()
      longest.task = Math.max(longest.task, now - last)
      last = now
      setTimeout(tick)
    }
    tick()
  })
  const text = JSON.stringify({ ...request, prompt: 'A boat of paper. '.repeat(60_000) })
  await page.locator(field).evaluate((area: HTMLTextAreaElement, value) => {
    area.value = value
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }, text)
  await expect.poll(() => state(page)).toMatch(answered)
  expect(await page.locator('.answers > li').count()).toBe(28)
  expect(await page.evaluate(() => (globalThis as unknown as { longest: { task: number } }).longest.task)).toBeLessThan(
    1000,
  )
  await page
    .getByRole('button', { name: `Remove this text of ${text.length.toLocaleString('en-US')} characters` })
    .click()
  await expect.poll(() => state(page)).toBe('')
  expect(await page.locator(field).inputValue()).toBe('')
  await page.context().close()
})

/** Runs in the page before anything else: workers that answer when the test says so. */
const holdAnswers = (): void => {
  const workers: HeldWorker[] = []
  class HeldWorker extends EventTarget {
    isEnded = false
    constructor() {
      super()
      workers.push(this)
    }
    postMessage(): void {
      // The test answers.
    }
    terminate(): void {
      this.isEnded = true
    }
  }
  Object.assign(globalThis, {
    Worker: HeldWorker,
    answer: (at: number, fault: string) => workers[at]?.dispatchEvent(new MessageEvent('message', { data: { fault } })),
    ended: () => workers.map(({ isEnded }) => isEnded),
  })
}

test('only the answer to the last text is shown: a check that is under way is given up with its worker', async () => {
  const page = await newPage()
  await page.addInitScript(holdAnswers)
  await open(page)
  const ended = (): Promise<boolean[]> =>
    page.evaluate(() => (globalThis as unknown as { ended: () => boolean[] }).ended())
  const answer = (at: number, fault: string): Promise<void> =>
    page.evaluate(
      ([worker, text]) =>
        (globalThis as unknown as { answer: (worker: number, text: string) => void }).answer(worker, text),
      [at, fault] as const,
    )
  await page.locator(field).fill('{"prompt": "first"}')
  await expect.poll(ended).toEqual([false])
  await expect.poll(() => state(page)).toBe('Checking…')
  await page.locator(field).fill('{"prompt": "second"}')
  await expect.poll(ended).toEqual([true, false])
  await answer(0, 'to the first')
  expect(await state(page)).toBe('Checking…')
  await answer(1, 'to the second')
  expect(await state(page)).toBe('to the second')
  await page.locator(field).fill('{"prompt": "third"}')
  await expect.poll(() => state(page)).toBe('Checking…')
  expect(await ended()).toEqual([true, false])
  await page.context().close()
})

test('axe finds nothing in its answers in either theme, and no width is too narrow for them', async () => {
  const page = await newPage()
  await open(page)
  await page.locator(field).fill(JSON.stringify({ ...request, resolution: '4k', colour: 'red' }))
  await expect.poll(() => state(page)).toMatch(answered)
  await page.evaluate(axeSource)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run: (place: string) => Promise<{ violations: { id: string }[] }> }
      }
      return (await axe.run('.by-request')).violations.map(({ id }) => id)
    })
    expect(violations, colorScheme).toEqual([])
  }
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width)
  }
  await page.context().close()
})

test('where a script cannot be loaded that is said, and it is loaded again', async () => {
  let broken = /request\.\w+\.js$/
  const served = await serveFiles(site.files, site.api, (response, file, content) => {
    if (broken.test(file)) response.destroy()
    else response.end(content)
  })
  const page = await newPage()
  await page.goto(`${served.url}models/`)
  await page.locator('.by-request summary').click()
  const failed = 'A script of this page could not be loaded'
  await expect.poll(() => state(page)).toContain(failed)
  broken = /request-check/
  await page.locator('.by-request summary').click()
  await page.locator('.by-request summary').click()
  await expect.poll(() => state(page)).toBe('')
  await page.locator(field).fill(JSON.stringify(request))
  await expect.poll(() => state(page)).toContain(failed)
  broken = /nothing/
  await page.locator(field).fill(JSON.stringify({ ...request, duration: 6 }))
  await expect.poll(() => state(page)).toMatch(answered)
  await page.context().close()
  served.stop()
})

test("a vendor's request is read by a script that is loaded for it alone; where it cannot be, that is said", async () => {
  let broken = /request-vendors/
  const asked: string[] = []
  const served = await serveFiles(site.files, site.api, (response, file, content) => {
    asked.push(file.replace(/.*assets\/|\..*/g, ''))
    if (broken.test(file)) response.destroy()
    else response.end(content)
  })
  const page = await newPage()
  await page.goto(`${served.url}models/`)
  await page.locator('.by-request summary').click()
  const fal = { prompt: 'A boat', image_url: 'https://example.com/a.png', duration: '5' }
  await page.locator(field).fill(JSON.stringify(fal))
  await expect.poll(() => state(page)).toContain('A script of this page could not be loaded')
  broken = /nothing/
  await page.locator(field).fill(JSON.stringify({ ...fal, aspect_ratio: '16:9' }))
  await expect.poll(() => state(page)).toMatch(answered)
  expect(await page.locator('[data-answers] > .note').textContent()).toContain('Read as a request of fal')
  const first = page.locator('.answers.accepts > li').first()
  expect(await first.textContent()).toMatch(/^sd_2\.\d_discount/)
  expect(asked.filter((name) => name === 'request-vendors').length).toBeGreaterThan(1)
  await page.context().close()
  served.stop()
})

test('it answers in Chinese on the Chinese page, from the example that it puts in', async () => {
  const page = await newPage()
  await open(page, 'zh/models/')
  await page.getByRole('button', { name: '填入示例' }).click()
  await expect.poll(() => state(page)).toMatch(/个模型会接受/)
  expect((await heads(page))[0]).toMatch(/^可接受：/)
  expect(await page.locator('.answers.changes .says').first().textContent()).toMatch(/改为|去掉|移除|删除|那里/)
  await page.context().close()
})

test('the page is as light as before it is opened: at most 35 KB in four requests; what it loads then is at most 30 KB, and 20 KB for the requests of vendors', async () => {
  const page = await newPage()
  const asked: string[] = []
  page.on('request', (one) => asked.push(one.url()))
  await page.goto(`${site.url}models/`, { waitUntil: 'networkidle' })
  const sizeOf = (files: string[]): number =>
    files.reduce((sum, file) => sum + gzipSync(site.files.get(file) ?? '').length, 0)
  const files = asked
    .map((address) => address.slice(site.url.length))
    .map((file) => (file === 'models/' ? 'models/index.html' : file))
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(4)
  expect(sizeOf(files)).toBeLessThanOrEqual(35_000)
  const before = asked.length
  await page.locator('.by-request summary').click()
  await page.getByRole('button', { name: 'Put in an example' }).click()
  await expect.poll(() => state(page)).toMatch(answered)
  const later = asked.slice(before).map((address) => address.slice(site.url.length))
  expect(later.length).toBe(2)
  expect(sizeOf(later)).toBeLessThanOrEqual(30_000)
  expect(sizeOf([...site.files.keys()].filter((file) => file.includes('request-vendors')))).toBeLessThanOrEqual(20_000)
  await page.context().close()
})

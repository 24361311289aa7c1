import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { checked, newPage, openPlayground, sharedSite, type SiteUnderTest } from './site-harness.js'
import { capabilities, completed, task } from './task-answers.js'

/** The playground for those who hear it, who use no mouse, and who paste what no one expects. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () => Object.keys((document.activeElement as HTMLElement).dataset).join(' ') || document.activeElement?.id,
  )

/** Keeps every text that a live region of the playground has had. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    for (const region of document.querySelectorAll('[data-playground] [role="status"]'))
      new MutationObserver(() => {
        if (region.textContent) heard.push(region.textContent)
      }).observe(region, { childList: true, characterData: true, subtree: true })
  })
const heard = (page: Page): Promise<string[]> => page.evaluate(() => (window as unknown as { heard: string[] }).heard)

test('Send keeps the focus, and each state, the cost and the result are announced once', async () => {
  const page = await newPage()
  let status = 'queued'
  let progress = 0.1
  site.api = (path, _, method) => {
    if (path.endsWith('/capabilities'))
      return { ...capabilities, json: { ...capabilities.json, extensions: ['quote', 'cancel'] } }
    if (path.endsWith('/quote')) return { status: 200, json: { object: 'quote', amount: 3, lines: [], available: 10 } }
    if (method === 'POST') return { status: 200, json: { ...task, status: 'queued' } }
    progress += 0.1
    return { status: 200, json: status === 'completed' ? completed : { ...task, status, progress } }
  }
  await openPlayground(page, 'models/beta-5.0/')
  await listen(page)
  await page.locator('.connection summary').click()
  await page.locator('[data-api-key]').fill('secret')
  await page.locator('[id="f-prompt"]').fill('A boat that is heard')
  await expect.poll(() => heard(page)).toContain('Costs 3 credits; the account has 10 credits.')
  await page.locator('[data-send]').focus()
  await page.keyboard.press('Enter')
  const said = (state: string): string => `“A boat that is heard”: ${state}.`
  for (const next of ['queued', 'processing']) {
    status = next
    await expect.poll(() => heard(page)).toContain(said(next))
    expect(await focused(page)).toBe('send')
  }
  const [, before = '0'] = /(\d+) %/.exec((await page.locator('.task-state').textContent()) ?? '') ?? []
  await expect
    .poll(async () => Number(/(\d+) %/.exec((await page.locator('.task-state').textContent()) ?? '')?.[1]))
    .toBeGreaterThan(Number(before))
  status = 'completed'
  await expect.poll(() => heard(page)).toContain(`${said('completed · 3 credits')} The file is in the list of tasks.`)
  expect(await focused(page)).toBe('send')
  const all = await heard(page)
  expect(all.filter((text) => text === said('processing'))).toHaveLength(1)
  expect(all.filter((text) => text.startsWith('No findings'))).toEqual([])
  // What had ended before is not news.
  await page.reload()
  await page.locator('.task').waitFor()
  expect(await page.locator('[data-announcements]').textContent()).toBe('')
  await page.context().close()
})

test('a number that would be sent as another one is a finding, wherever it is typed', async () => {
  const page = await newPage()
  await openPlayground(page, 'models/gamma-1.0-t2v/')
  const [seed, finding] = [page.locator('[id="f-seed"]'), page.locator('[id="e-seed"]')]
  await seed.fill('9007199254740993')
  expect(await finding.textContent()).toContain('9007199254740993 cannot be kept exactly')
  expect(await seed.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('[data-code="json"]').textContent()).not.toContain('900719925474099')
  await page.locator('[data-send]').click()
  expect(await focused(page)).toBe('f-seed')
  await seed.fill('7')
  await expect.poll(() => finding.isVisible()).toBe(false)
  await page.goto(
    `${site.url}models/gamma-1.0-t2v/#request=${encodeURIComponent('{"prompt":"x","seed":9007199254740993}')}`,
  )
  await page.reload()
  await expect.poll(() => page.locator('[data-link-state]').textContent()).toContain('cannot be kept exactly')
  await page.context().close()
})

test('a link whose request cannot be read says so, and the example is shown', async () => {
  const page = await newPage()
  await page.goto(`${site.url}models/beta-5.0/#request=%7B%22prompt%22%3A%22A%20bo`)
  await checked(page)
  const line = page.locator('[data-link-state]')
  expect(await line.textContent()).toContain('The request in this link cannot be read')
  expect(await page.locator('[id="f-prompt"]').inputValue()).not.toBe('')
  for (const broken of ['%E0%A4%A', '[1]', '']) {
    await page.evaluate((hash) => (location.hash = `#request=${hash}`), broken)
    await expect.poll(() => line.textContent()).toContain('cannot be read')
  }
  await page.evaluate(() => (location.hash = `#request=${encodeURIComponent('{"prompt":"whole"}')}`))
  await expect.poll(() => page.locator('[id="f-prompt"]').inputValue()).toBe('whole')
  expect(await line.textContent()).toBe('')
  await page.context().close()
})

test('a long text is checked beside the page, which answers meanwhile, and is copied whole', async () => {
  const page = await newPage()
  await openPlayground(page, 'models/sd_2.0_discount/')
  const pasted = (length: number): Promise<{ seconds: number; text: number }> =>
    page.evaluate(async (characters) => {
      const form = document.querySelector<HTMLElement>('[data-playground]')
      const prompt = document.querySelector<HTMLTextAreaElement>('[id="f-prompt"]')
      if (form === null || prompt === null) throw new Error('no playground')
      const [before, start] = [form.dataset.checked, performance.now()]
      prompt.value = '一 boat 飞行 away '.repeat(characters / 14).slice(0, characters)
      prompt.dispatchEvent(new Event('input', { bubbles: true }))
      while (form.dataset.checked === before) await new Promise((resolve) => setTimeout(resolve, 20))
      return { seconds: (performance.now() - start) / 1000, text: prompt.value.length }
    }, length)
  const [short, long] = [await pasted(50_000), await pasted(200_000)]
  // Wrapped, the long one took 10 s.
  expect(long.seconds).toBeLessThan(Math.max(2, 8 * short.seconds))
  expect(await page.locator('[data-verdict]').textContent()).toContain('error')
  expect(await page.locator('[id="f-prompt"]').evaluate((prompt) => getComputedStyle(prompt).whiteSpace)).toBe('pre')
  expect((await page.locator('[data-code="json"]').textContent())?.length).toBeLessThan(12_000)
  const copied = page.locator('[data-code-tabs] [data-copy-code]')
  expect((await copied.getAttribute('data-copy'))?.length).toBeGreaterThan(long.text)
  // Of one that is longer still, the field shows the beginning.
  await pasted(1_400_000)
  expect((await page.locator('[id="f-prompt"]').inputValue()).length).toBeLessThan(10_000)
  expect((await copied.getAttribute('data-copy'))?.length).toBeGreaterThan(1_400_000)
  await page.getByRole('button', { name: 'Remove this text of 1,400,000 characters' }).click()
  await page.locator('[id="f-prompt"]').fill('A boat')
  await expect.poll(() => page.locator('[data-verdict]').textContent()).toContain('No findings')
  expect(await copied.getAttribute('data-copy')).toBeNull()
  await page.context().close()
})

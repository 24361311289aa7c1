import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSite, type SiteUnderTest } from './site-harness.js'

/** How a reader finds things: search, finder, comparison, theme, language, and all of it without a network. */

let site: SiteUnderTest
beforeAll(async () => { site = await startSite() })
afterAll(() => site.close())

test('search opens with a slash, is used by keyboard alone and lands on the exact anchor', async () => {
  const page = await site.browser.newPage()
  await page.goto(site.url)
  await page.keyboard.press('/')
  await page.locator('.search-dialog input').waitFor()
  await page.keyboard.type('sd_2.0_discount duration')
  await expect.poll(() => page.locator('.search-dialog [aria-selected="true"]').textContent()).toContain('duration')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}models/sd_2.0_discount/#p-duration`)
  await page.keyboard.press('/')
  await page.locator('.search-dialog input').waitFor()
  await page.keyboard.type('scenarios-mixed')
  await expect.poll(() => page.locator('.search-dialog li').count()).toBe(1)
  await page.keyboard.press('Escape')
  expect(await page.locator('.search-dialog').isVisible()).toBe(false)
  await page.close()
})

test('search finds values, and Chinese words in Chinese', async () => {
  const page = await site.browser.newPage()
  await page.goto(`${site.url}zh/`)
  await page.keyboard.press('/')
  await page.locator('.search-dialog input').fill('9:21')
  await expect.poll(() => page.locator('.search-dialog li').first().textContent()).toContain('aspect_ratio')
  await page.locator('.search-dialog input').fill('轮询')
  await expect.poll(() => page.locator('.search-dialog li').first().textContent()).toContain('轮询')
  await page.keyboard.press('Enter')
  await page.waitForURL(/zh\/guides\/polling\/$/)
  await page.close()
})

test.each(['en', 'zh'])('the search index is at most 5 KB: %s', (code) => {
  expect(gzipSync(site.files.get(`search-${code}.txt`) ?? '').length).toBeLessThanOrEqual(5000)
})

test('the finder narrows by what a model takes and keeps the choice in the address', async () => {
  const page = await site.browser.newPage()
  await page.goto(`${site.url}models/?output=video&seconds=20&input=video`)
  const visible = (): Promise<string[]> => page.locator('[data-finder-rows] tr:not([hidden]) th a').allTextContents()
  expect(await visible()).toEqual(['sd_2.5_discount_v1', 'delta3.0-prime-r2v', 'delta3.0-r2v', 'video_30_10_10'])
  await page.getByRole('checkbox', { name: 'Asset library' }).check({ force: true })
  expect(await visible()).toEqual(['sd_2.5_discount_v1'])
  expect(new URL(page.url()).searchParams.get('assets')).toBe('1')
  await page.reload()
  expect(await visible()).toEqual(['sd_2.5_discount_v1'])
  await page.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(visible).toHaveLength(28)
  expect(new URL(page.url()).search).toBe('')
  await page.close()
})

test('the comparison shows the chosen models in their order and marks what differs', async () => {
  const page = await site.browser.newPage()
  await page.goto(`${site.url}compare/?m=sd_2.5_discount_v1&m=sd_2.0_discount`)
  expect(await page.locator('.comparison thead a').allTextContents()).toEqual(['sd_2.5_discount_v1', 'sd_2.0_discount'])
  expect(await page.locator('.comparison tr.differs > th').allTextContents()).toEqual(['Inputs', 'reference_images', 'watermark', 'reference_videos', 'reference_audios', 'duration', 'tools'])
  await page.getByRole('checkbox', { name: 'Differences only' }).check({ force: true })
  expect(await page.locator('.comparison tbody tr:visible').count()).toBe(7)
  expect(page.url()).toContain('differences=1')
  await page.close()
})

test('the theme is switched, kept, and there before the first paint', async () => {
  const context = await site.browser.newContext({ colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(site.url)
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(255, 255, 255)')
  await page.getByRole('button', { name: 'Theme' }).click()
  expect(await ground()).toBe('rgb(15, 18, 22)')
  await page.goto(`${site.url}compare/`)
  expect(await ground()).toBe('rgb(15, 18, 22)')
  await context.close()
})

test('the other language is the same page', async () => {
  const page = await site.browser.newPage()
  await page.goto(`${site.url}models/beta-5.0/`)
  await page.getByRole('link', { name: '中文' }).click()
  await page.waitForURL(`${site.url}zh/models/beta-5.0/`)
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans')
  expect(await page.locator('[id="parameters"]').textContent()).toBe('参数')
  expect(await page.locator('[id="p-resolution"] code').first().textContent()).toBe('2K')
  await page.close()
})

test('after one visit the whole site is there without a network', { timeout: 60_000 }, async () => {
  const context = await site.browser.newContext()
  const page = await context.newPage()
  await page.goto(site.url)
  await page.evaluate(async () => { await navigator.serviceWorker.ready })
  await context.setOffline(true)
  for (const path of ['models/sd_2.0_discount/', 'zh/guides/media/', 'compare/?m=beta-5.0', 'diagnostics/']) {
    await page.goto(site.url + path)
    expect(await page.locator('h1').count(), path).toBe(1)
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('.top') ?? document.body).position), path).toBe('sticky')
  }
  await page.goto(`${site.url}models/epsilonO3/`)
  await page.locator('[id="f-duration"]').fill('2')
  await expect.poll(() => page.locator('[id="e-duration"]').textContent()).toContain('3')
  await page.keyboard.press('Escape')
  await page.locator('h1').click()
  await page.keyboard.press('/')
  await page.locator('.search-dialog input').fill('webp')
  await context.close()
})

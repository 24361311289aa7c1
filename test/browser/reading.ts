import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { textsOfPages } from './printed.js'
import { checked, newPage, serveFiles, sharedSite, type SiteUnderTest } from './site-harness.js'

/** How a reader finds things: search, finder, comparison, theme, language, and all of it without a network. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

test('a button that copies says what it does again, however often it was pressed meanwhile', async () => {
  const page = await newPage()
  await page.clock.install()
  await page.goto(`${site.url}models/sd_2.0_discount/`)
  const button = page.locator('h1 .copy')
  await button.click()
  await expect.poll(() => button.textContent()).not.toBe('Copy')
  await page.clock.runFor(1000)
  await button.click()
  await page.clock.runFor(3000)
  expect(await button.textContent()).toBe('Copy')
  await page.context().close()
})

test('where nothing hovers, the button that copies is always there and covers no code', async () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 820, height: 1180 },
  ]) {
    const context = await site.browser.newContext({ viewport, hasTouch: true, isMobile: true, serviceWorkers: 'block' })
    const page = await context.newPage()
    for (const path of ['', 'guides/recipes/', 'guides/languages/go/', 'zh/guides/quick-start/']) {
      await page.goto(site.url + path)
      const blocks = await page.locator('.code:visible').evaluateAll((all) =>
        all.map((block) => {
          const button = block.querySelector('.copy')
          const code = block.querySelector('code')
          if (button === null || code === null) return 'has no button or no code'
          const below = code.getBoundingClientRect().top - button.getBoundingClientRect().bottom
          return Number(getComputedStyle(button).opacity) === 1 && below >= 0 ? 'clear' : `covered by ${-below} px`
        }),
      )
      expect(blocks, path).not.toEqual([])
      expect(new Set(blocks), `${path} at ${viewport.width} px`).toEqual(new Set(['clear']))
    }
    await context.close()
  }
})

test('search opens with a slash, is used by keyboard alone and lands on the exact anchor', async () => {
  const page = await newPage()
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
  await expect.poll(() => page.locator('.hit').first().textContent()).toContain('scenarios-mixed')
  expect(await page.locator('.hit mark').first().textContent()).toBe('scenarios-mixed')
  await page.locator('.search-dialog input').fill('qqqqqqq')
  await expect.poll(() => page.locator('.nothing').textContent()).toContain('Nothing found for qqqqqqq')
  expect(await page.locator('.nothing a').count()).toBe(3)
  await page.keyboard.press('Escape')
  expect(await page.locator('.search-dialog').isVisible()).toBe(false)
  await page.context().close()
})

test('hits of the first part of the index stay where they are when the second part comes late, and its hits are added below them', async () => {
  let sendLater: (() => void) | undefined
  const served = await serveFiles(site.files, site.api, (response, file, content) => {
    if (file === 'search-en-more.json') sendLater = () => response.end(content)
    else response.end(content)
  })
  const page = await newPage()
  await page.goto(served.url)
  await page.keyboard.press('/')
  await page.locator('.search-dialog input').fill('idempotency')
  const hits = (): Promise<{ text: string; top: number; chosen: string | null }[]> =>
    page.locator('.hit').evaluateAll((all) =>
      all.map((hit) => ({
        text: hit.textContent,
        top: hit.getBoundingClientRect().top,
        chosen: hit.getAttribute('aria-selected'),
      })),
    )
  await expect.poll(async () => (await hits()).length).toBeGreaterThan(2)
  await expect.poll(() => sendLater !== undefined).toBe(true)
  await page.keyboard.press('ArrowDown')
  const before = await hits()
  expect(before.map(({ chosen }) => chosen).indexOf('true')).toBe(1)
  sendLater?.()
  await expect.poll(async () => (await hits()).length).toBeGreaterThan(before.length)
  expect((await hits()).slice(0, before.length)).toEqual(before)
  expect(await page.locator('.group-title').last().textContent()).toBe('Further results')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.href !== served.url)
  await page.context().close()
  served.stop()
})

test('search opens what it found in Chinese', async () => {
  const page = await newPage()
  await page.goto(`${site.url}zh/`)
  await page.keyboard.press('/')
  await page.locator('.search-dialog input').fill('9:16')
  await expect.poll(() => page.locator('.hit').first().textContent()).toContain('竖屏视频 9:16')
  await page.locator('.search-dialog input').fill('轮询')
  await expect.poll(() => page.locator('.hit').first().textContent()).toContain('轮询')
  await page.keyboard.press('Enter')
  await page.waitForURL(/zh\/guides\/polling\/$/)
  await page.context().close()
})

test('the finder narrows by what a model takes and keeps the choice in the address', async () => {
  const page = await newPage()
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
  await page.context().close()
})

test('the finder reads a link that writes a resolution as a model does, and asks for counts', async () => {
  const page = await newPage()
  const visible = (): Promise<string[]> => page.locator('[data-finder-rows] tr:not([hidden]) th a').allTextContents()
  await page.goto(`${site.url}models/?resolution=1080p`)
  const lower = await visible()
  expect(lower.length).toBeGreaterThan(0)
  expect(lower.length).toBeLessThan(28)
  await page.goto(`${site.url}models/?resolution=1080P`)
  expect(await visible()).toEqual(lower)
  await page.goto(`${site.url}models/?images=4`)
  const four = await visible()
  expect(four).toContain('sd_2.0_discount')
  for (const id of four) {
    const model = site.source.catalogue.models.find((candidate) => candidate.id === id)
    const images = model?.parameters.find(({ name }) => name === 'reference_images')
    expect(images?.kind === 'media' ? images.maxItems : 0, id).toBeGreaterThanOrEqual(4)
  }
  await page.goto(`${site.url}models/?audios=3`)
  const heard = await visible()
  expect(heard).toContain('sd_2.0_discount')
  expect(heard.length).toBeLessThan(four.length)
  await page.context().close()
})

test('the calculator says what each model costs for a choice, which is in the address', async () => {
  const page = await newPage()
  await page.goto(`${site.url}prices/?seconds=10&tasks=100`)
  const amount = (id: string): Promise<string | null> =>
    page.locator(`[data-model="${id}"] [data-amount]`).textContent()
  await expect.poll(() => amount('sd_2.0_discount')).toBe('≈\u00a01,000')
  await page.locator('input[name="seconds"]').fill('20')
  expect(await amount('sd_2.0_discount')).toBe('–')
  expect(await amount('sd_2.5_discount_v1')).toBe('≈\u00a02,000')
  expect(new URL(page.url()).search).toBe('?seconds=20&tasks=100')
  await page.context().close()
})

test('the prices of the service that serves the site are taken with the key of the tab', async () => {
  const page = await newPage()
  const asked: string[] = []
  site.api = (path) => {
    asked.push(path)
    return {
      status: 200,
      json: { object: 'list', data: [{ id: 'sd_2.0_discount', price: { perTask: 1, perSecond: 2 } }] },
    }
  }
  await page.goto(`${site.url}prices/`)
  expect(asked).toEqual([])
  await page.evaluate((baseUrl) => {
    sessionStorage.setItem('base-url', baseUrl)
    sessionStorage.setItem('api-key', 'secret')
  }, `${site.url}api`)
  await page.goto(`${site.url}prices/?seconds=10`)
  await expect.poll(() => page.locator('[data-price-source]').textContent()).toContain('prices of the service')
  expect(await page.locator('[data-model="sd_2.0_discount"] [data-amount]').textContent()).toBe('21')
  expect(await page.locator('[data-model="sd_2.5_discount_v1"] [data-amount]').textContent()).toBe('≈\u00a010')
  await page.context().close()
})

test('the comparison shows the chosen models in their order and marks what differs', async () => {
  const page = await newPage()
  await page.goto(`${site.url}compare/?m=sd_2.5_discount_v1&m=sd_2.0_discount`)
  expect(await page.locator('.comparison thead a').allTextContents()).toEqual(['sd_2.5_discount_v1', 'sd_2.0_discount'])
  expect(await page.locator('.comparison tr.differs > th').allTextContents()).toEqual([
    'Inputs',
    'Price',
    'reference_images',
    'watermark',
    'reference_videos',
    'reference_audios',
    'duration',
    'tools',
    'Media rules: reference_videos',
    'Media rules: reference_audios',
    'Rules between parameters',
  ])
  await page.getByRole('checkbox', { name: 'Differences only' }).check({ force: true })
  expect(await page.locator('.comparison tbody tr:visible').count()).toBe(
    await page.locator('.comparison tr.differs').count(),
  )
  expect(page.url()).toContain('differences=1')
  await page.context().close()
})

test('four models are compared without scrolling: equal columns from a tablet on, cards on a phone', async () => {
  const page = await newPage()
  const path = 'compare/?m=sd_2.0_discount&m=sd_2.5_discount_v1&m=epsilonO3&m=zeta-H3_933_1080p'
  for (const width of [820, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(site.url + path)
    const columns = await page
      .locator('.comparison thead th')
      .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect()))
    expect(Math.max(...columns.map((column) => column.right)), String(width)).toBeLessThanOrEqual(width)
    expect(new Set(columns.map((column) => Math.round(column.width))).size, String(width)).toBe(1)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  const cells = page.locator('.comparison tbody tr:visible').nth(1).locator('td')
  expect(await cells.count()).toBe(4)
  for (const box of await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect())))
    expect(box.right).toBeLessThanOrEqual(390)
  expect(await cells.evaluateAll((all) => all.map((cell) => getComputedStyle(cell, '::before').content))).toEqual([
    '"sd_2.0_discount"',
    '"sd_2.5_discount_v1"',
    '"epsilonO3"',
    '"zeta-H3_933_1080p"',
  ])
  await page.context().close()
})

test('what differs in limits, tokens or rules is marked, the order of a set is not', async () => {
  const page = await newPage()
  const differing = (): Promise<string[]> => page.locator('.comparison tr.differs > th').allTextContents()
  await page.goto(`${site.url}compare/?m=sd_2.0_discount&m=sd_2.5_discount_v1&m=epsilonO3&m=zeta-H3_933_1080p`)
  const labels = await differing()
  for (const label of [
    'prompt',
    'Prompt rules',
    'Prompt tokens',
    'Media rules: reference_images',
    'Rules between parameters',
    'Further response fields',
  ])
    expect(labels).toContain(label)
  await page.goto(`${site.url}compare/?m=alpha_1_5_pro&m=sd_2.0_discount`)
  expect(await differing()).not.toContain('aspect_ratio')
  await page.context().close()
})

test('printed, no name of a parameter is broken in a word, no row is cut by a page, and the limits on media are there', async () => {
  const page = await newPage()
  // The width of an A4 page between its margins.
  await page.setViewportSize({ width: 688, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  for (const id of ['sd_2.0_discount', 'epsilonO3']) {
    await page.goto(`${site.url}models/${id}/`)
    expect(
      await page
        .locator('.model th .mono')
        .evaluateAll((all) => all.filter((name) => name.getClientRects().length > 1).map((name) => name.textContent)),
      id,
    ).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), id).toBeLessThanOrEqual(688)
  }
  await page.goto(`${site.url}models/sd_2.0_discount/`)
  const compact = (text: string): string => text.replace(/\s+/g, '')
  const rows = await page
    .locator('table.parameters tbody tr, table.media tbody tr, .rule')
    .evaluateAll((all) => all.map((row) => row.textContent))
  const pages = textsOfPages(await page.pdf({ preferCSSPageSize: true })).map(compact)
  expect(pages.length).toBeGreaterThanOrEqual(4)
  expect(pages.length).toBeLessThanOrEqual(6)
  expect(rows.length).toBeGreaterThan(15)
  // The mark in front of a source is made by the style.
  const cut = rows.map(compact).filter((row) => !pages.some((text) => text.replaceAll('§', '').includes(row)))
  expect(cut).toEqual([])
  for (const limit of ['under30MB', 'over300andunder6000px', 'atmost15s', 'mp4,mov', '24to60'])
    expect(
      pages.some((text) => text.includes(limit)),
      limit,
    ).toBe(true)
  for (const control of ['Playground', 'Send', 'Search', 'Reset'])
    expect(
      pages.some((text) => text.includes(control)),
      control,
    ).toBe(false)
  await page.context().close()
})

test('the theme is switched, kept, and there before the first paint', async () => {
  const context = await site.browser.newContext({ colorScheme: 'light', serviceWorkers: 'block' })
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
  const page = await newPage()
  await page.goto(`${site.url}models/beta-5.0/`)
  await page.getByRole('link', { name: '中文' }).click()
  await page.waitForURL(`${site.url}zh/models/beta-5.0/`)
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans')
  expect(await page.locator('[id="parameters"]').textContent()).toBe('参数')
  expect(await page.locator('[id="p-resolution"] code').first().textContent()).toBe('2K')
  await page.context().close()
})

const stored = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    return paths
  })

test('a visit stores scripts, styles and the visited page alone; the whole site when the reader asks for it', async () => {
  const served = await serveFiles(site.files, () => undefined)
  const context = await site.browser.newContext()
  const page = await context.newPage()
  await page.goto(served.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
  await page.goto(`${served.url}models/beta-5.0/`)
  await checked(page)
  await expect.poll(async () => (await stored(page)).some((path) => path.endsWith('models/beta-5.0/'))).toBe(true)
  const kept = await stored(page)
  expect(kept.filter((path) => !path.includes('/assets/')).map((path) => path.slice(11))).toEqual([
    '404.html',
    'offline.html',
    'models/beta-5.0/',
  ])
  expect(kept.length).toBeLessThan(12)
  served.stop()
  await context.setOffline(true)
  const unvisited = await page.goto(`${served.url}models/sd_2.0_discount/`)
  expect(unvisited?.status()).toBe(503)
  expect(await page.locator('h1').textContent()).toBe('No network')
  expect(await page.locator('[lang="zh-Hans"] h2').textContent()).toBe('没有网络')
  await context.close()
})

test('the whole site is kept when the reader asks for it', async () => {
  const served = await serveFiles(site.files, () => undefined)
  const context = await site.browser.newContext()
  const page = await context.newPage()
  await page.goto(served.url)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.locator('[data-save-offline]').click()
  await expect.poll(() => page.locator('[data-save-offline]').textContent()).toBe('✓')
  // Offline mode does not hold for the service worker: the server itself goes away.
  served.stop()
  await context.setOffline(true)
  for (const path of ['models/sd_2.0_discount/', 'zh/guides/media/', 'compare/?m=beta-5.0', 'diagnostics/']) {
    await page.goto(served.url + path)
    expect(await page.locator('h1').count(), path).toBe(1)
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('.top') ?? document.body).position),
      path,
    ).toBe('sticky')
  }
  const missing = await page.goto(`${served.url}models/no-such-model/`)
  expect(missing?.status()).toBe(404)
  expect(await page.locator('h1').textContent()).toBe('Page not found')
  await page.goto(`${served.url}models/epsilonO3/`)
  await checked(page)
  await page.locator('[id="f-duration"]').fill('2')
  await expect.poll(() => page.locator('[id="e-duration"]').textContent()).toContain('3')
  await context.close()
})

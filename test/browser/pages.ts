import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { everyKind, kinds } from './page-kinds.js'
import { checked, onPages, pagePaths, sharedSite, type SiteUnderTest, watchFaults } from './site-harness.js'

/** What holds for pages as pages: accessibility, weight, policy, layout, reading without script. */

const long = process.env.MODEL_TASKS_LONG === '1'
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let site: SiteUnderTest
let origin: string
beforeAll(async () => {
  site = await sharedSite()
  origin = new URL(site.url).origin
})

const withTable = (): string[] => site.source.catalogue.models.filter(({ reference }) => reference).map(({ id }) => id)

interface Look {
  width: number
  colorScheme: 'light' | 'dark'
  rules: 'all' | 'colours' | 'others'
}

/** A phone, a tablet and a desk. */
const looks: Look[] = [
  { width: 390, colorScheme: 'light', rules: 'all' },
  { width: 820, colorScheme: 'light', rules: 'others' },
  { width: 1440, colorScheme: 'light', rules: 'others' },
  { width: 1440, colorScheme: 'dark', rules: 'colours' },
]

/** One page of each layout. What differs from width to width is the layout: the short run looks at the others as on a phone, where most is on top of each other. */
const layouts = new Set(['', 'models/sd_2.0_discount/', 'compare/', 'interface/errors/', 'changelog/'])

/** Pages that have every colour between them: the short run looks at colours there alone, since they depend neither on the width nor on the language. */
const coloured = new Set([
  ...layouts,
  'models/zeta-H3_933_1080p/',
  'models/beta_5.0Pro/',
  'interface/states/',
  'guides/polling/',
  'guides/failures/',
])

const looksAt = (path: string): Look[] =>
  long
    ? allLooks
    : looks
        .filter(
          ({ rules }) =>
            rules === 'all' || (rules === 'others' && layouts.has(path)) || (rules === 'colours' && coloured.has(path)),
        )
        .map((look) => (look.rules === 'all' && !coloured.has(path) ? { ...look, rules: 'others' } : look))
const allLooks = [390, 820, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme): Look => ({ width, colorScheme, rules: 'all' })),
)

/**
 * What the short run leaves out, since it has seen the same before: the navigation, which is the same on every page, is
 * looked at on the two home pages, and of a long table the rows that one template made are looked at up to the twelfth.
 */
const seenBefore = (path: string): string[][] =>
  long ? [] : [...(/^(zh\/)?$/.test(path) ? [] : [['#navigation']]), ['tbody > tr:nth-child(n + 13)']]

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
}

/** The models whose pages have what no other has: every kind of parameter, of limit and of rule is on one of them. */
const distinct = ['models/epsilonO3/', 'models/alpha_1_5_pro_480p/', 'models/gamma-1.0-r2v/']

test('axe finds nothing at three widths in either theme, best practice included', { timeout: 900_000 }, async () => {
  const chosen = long ? pagePaths(site) : [...kinds, ...distinct, 'zh/', 'zh/models/sd_2.0_discount/']
  if (!long) console.info(`axe: ${chosen.length} of ${pagePaths(site).length} pages; MODEL_TASKS_LONG=1 takes all`)
  const context = await site.browser.newContext({
    colorScheme: 'light',
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
  })
  // It takes long over a table of all models, of which the reader sees four at most.
  const address = (path: string): string =>
    site.url +
    path +
    (!long && path === 'compare/' ? '?m=sd_2.0_discount&m=sd_2.5_discount_v1&m=epsilonO3&m=zeta-H3_933_1080p' : '')
  const found: string[] = []
  await onPages(
    context,
    chosen,
    async (page, path) => {
      await page.goto(address(path))
      await page.evaluate(axeSource)
      for (const { width, colorScheme, rules } of looksAt(path)) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        const options = {
          resultTypes: ['violations'],
          ...(rules === 'colours' ? { runOnly: { type: 'tag', values: ['cat.color'] } } : {}),
          ...(rules === 'others' ? { rules: { 'color-contrast': { enabled: false } } } : {}),
        }
        const { violations } = await page.evaluate(
          async ([given, exclude]): Promise<AxeResult> =>
            await (
              globalThis as unknown as { axe: { run: (context: object, options: object) => Promise<AxeResult> } }
            ).axe.run({ include: [['html']], ...(exclude.length === 0 ? {} : { exclude }) }, given),
          [options, seenBefore(path)] as const,
        )
        found.push(
          ...violations.map(
            ({ id, nodes }) =>
              `${path} (${width} px, ${colorScheme}) ${id}: ${nodes[0]?.html ?? ''} ${nodes[0]?.failureSummary ?? ''}`,
          ),
        )
      }
    },
    2,
  )
  await context.close()
  expect(found).toEqual([])
})

/** What is beyond the edge of the page as it is shown now: the page itself, or labels of the cells of cards. */
const overflowsOf = async (page: Page): Promise<string[]> => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const unlabelled = await page.evaluate(() =>
    [...document.querySelectorAll('.cards td[data-label]')]
      .filter((cell) => {
        const label = getComputedStyle(cell, '::before')
        return (
          label.content !== 'none' &&
          cell.getClientRects().length > 0 &&
          parseFloat(getComputedStyle(cell).paddingLeft) + parseFloat(label.marginLeft) < 0
        )
      })
      .map((cell) => cell.textContent),
  )
  return [
    ...(wide > 0 ? [`is ${wide} px too wide`] : []),
    ...(unlabelled.length > 0 ? [`has labels beyond the edge: ${unlabelled.join(', ')}`] : []),
  ]
}

/** A phone as narrow as a desk of 1280 px at 400 %. */
const aPhone = { width: 320, height: 640 }

test('nothing is wider than a phone, every cell of a card has its label beside it, nothing breaks the policy, nothing is asked of another host', async () => {
  const context = await site.browser.newContext({ viewport: aPhone, serviceWorkers: 'block' })
  const faults: string[] = []
  await onPages(
    context,
    long ? pagePaths(site) : everyKind.filter((path) => site.files.has(`${path}index.html`)),
    async (page, path) => {
      page.removeAllListeners()
      const seen = watchFaults(page, origin)
      await page.goto(site.url + path, { waitUntil: 'load' })
      seen.push(...(await overflowsOf(page)))
      faults.push(...seen.map((fault) => `${path}: ${fault}`))
    },
  )
  await context.close()
  expect(faults).toEqual([])
})

test('between a phone and a wide screen nothing in a table goes beyond its cell', async () => {
  const context = await site.browser.newContext({ serviceWorkers: 'block' })
  const faults: string[] = []
  await onPages(context, everyKind, async (page, path) => {
    await page.goto(site.url + path + (path.endsWith('compare/') ? '?m=sd_2.0_discount&m=epsilonO3' : ''))
    for (const width of [768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('th, td')]
          .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth + 1)
          .map((cell) => cell.textContent.trim()),
      )
      faults.push(...wide.map((text) => `${path} (${width} px): ${text.slice(0, 40)}`))
    }
  })
  await context.close()
  expect(faults).toEqual([])
})

test('without script every table of parameters is there to be read', async () => {
  const context = await site.browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 900 } })
  const models = site.source.catalogue.models.filter(({ reference }) => reference)
  for (const { id, parameters } of models) {
    const html = site.files.get(`models/${id}/index.html`) ?? ''
    for (const { name } of parameters) expect(html, id).toContain(`<tr role="row" id="p-${name}">`)
  }
  // The pages have one style: what it hides is hidden on all of them.
  const shown = models.filter(({ id }) => long || /^(sd_2\.0_discount|beta-5\.0|epsilonO3)$/.test(id))
  await onPages(context, shown, async (page, model) => {
    await page.goto(`${site.url}models/${model.id}/`)
    const rows = page.locator('table.parameters tbody tr')
    expect(await rows.count()).toBe(model.parameters.length)
    for (const { name } of model.parameters.slice(0, 2))
      expect(await page.locator(`[id="p-${name}"]`).isVisible()).toBe(true)
    expect(await page.locator('[data-playground]').isVisible()).toBe(false)
    expect(await page.locator('[data-code="json"]').isVisible()).toBe(true)
  })
  await context.close()
})

/** How far down the first row of the parameter table ends, and after how many tabs the focus is in it. */
const wayToTable = async (page: Page): Promise<{ bottom: number; tabs: number }> => {
  const bottom = await page
    .locator('table.parameters tbody tr')
    .first()
    .evaluate((row) => row.getBoundingClientRect().bottom)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  let tabs = 1
  while (tabs < 7 && !(await page.evaluate(() => document.activeElement?.closest('table.parameters') !== null))) {
    await page.keyboard.press('Tab')
    tabs += 1
  }
  return { bottom, tabs }
}

/** Bytes of a page, compressed, without its playground and with it. Chinese takes three bytes a character, most of which stay. */
const lightest = { en: [17 * 1024, 35_000], zh: [18 * 1024, 36_500] } as const

test('a model page is light: 17 KB without its playground, 35 KB with it, a few percent more in Chinese, in three requests beside its example; its table begins above the fold, a few tabs away; a phone shows all of it', async () => {
  const gzipped = (path: string): number => gzipSync(site.files.get(path) ?? '').length
  const desk = { width: 1440, height: 900 }
  const context = await site.browser.newContext({ viewport: desk, serviceWorkers: 'block' })
  const paths = withTable().map((id) => `models/${id}/`)
  await onPages(
    context,
    [...paths, 'zh/models/sd_2.0_discount/'],
    async (page, path) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      const faults = watchFaults(page, origin)
      await page.setViewportSize(desk)
      await page.goto(site.url + path)
      await checked(page)
      const files = asked
        .map((address) => address.slice(site.url.length))
        .filter((file) => !file.startsWith('media/'))
        .map((file) => (file.endsWith('/') ? `${file}index.html` : file))
      expect(files.length, files.join(' ')).toBeLessThanOrEqual(3)
      const playground = files.filter((file) => file.includes('play-'))
      const reading = files.filter((file) => !file.includes('play-')).reduce((sum, file) => sum + gzipped(file), 0)
      expect(playground.length).toBe(1)
      const [alone, all] = lightest[path.startsWith('zh/') ? 'zh' : 'en']
      expect(reading).toBeLessThanOrEqual(alone)
      expect(reading + gzipped(playground[0] ?? '')).toBeLessThanOrEqual(all)
      const { bottom, tabs } = await wayToTable(page)
      expect(bottom, path).toBeLessThan(700)
      expect(tabs, path).toBeLessThanOrEqual(6)
      await page.setViewportSize(aPhone)
      expect([...faults, ...(await overflowsOf(page))], path).toEqual([])
      page.removeAllListeners()
    },
    2,
  )
  await context.close()
})

test('where the system chooses the colours, what is chosen differs from what is not, and buttons have borders', async () => {
  const context = await site.browser.newContext({ forcedColors: 'active', serviceWorkers: 'block' })
  const page = await context.newPage()
  const pairs = [
    ['models/sd_2.0_discount/', '.tab-row :checked + span', '.tab-row :not(:checked) + span'],
    ['models/sd_2.0_discount/', '.segments :checked + span', '.segments :not(:checked) + span'],
    ['models/', '.chip :checked + span', '.chip :not(:checked) + span'],
    ['guides/polling/', 'nav a[aria-current]', 'nav a:not([aria-current])'],
  ] as const
  const groundOf = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor)
  for (const [path, chosen, other] of pairs) {
    await page.goto(site.url + path)
    await page.locator('.segments, .chip, nav').first().waitFor()
    if (path === 'models/') await page.locator('.chip input').first().check({ force: true })
    expect(await groundOf(chosen), chosen).not.toBe(await groundOf(other))
  }
  await page.goto(`${site.url}guides/failures/`)
  const border = await page
    .locator('.primary')
    .first()
    .evaluate((element) => getComputedStyle(element).borderTopWidth)
  expect(border).toBe('1px')
  await context.close()
})

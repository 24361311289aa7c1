import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { everyKind } from './page-kinds.js'
import { onPages, sharedSite, type SiteUnderTest } from './site-harness.js'

/** What a reader meets who has a keyboard alone, and magnifies the page. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

/** How the part that has the focus is to be seen; undefined where nothing has it. */
const focusFaults = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return undefined
    const { opacity, clipPath } = getComputedStyle(focused)
    // A box that is drawn by its label is invisible itself.
    const isDrawn = focused.getBoundingClientRect().width > 2 && opacity !== '0' && clipPath === 'none'
    const box = isDrawn ? focused : (focused.closest('label') ?? focused.parentElement ?? focused)
    const { left, top, width, height, right, bottom } = box.getBoundingClientRect()
    const name = `${focused.tagName} "${(focused.getAttribute('aria-label') ?? focused.textContent).trim().slice(0, 30)}"`
    if (width === 0 || height === 0 || bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
      return [`${name} is not to be seen`]
    const clamp = (value: number, end: number): number => Math.min(Math.max(value, 1), end - 1)
    const above = document.elementFromPoint(
      clamp(left + Math.min(width / 2, 20), innerWidth),
      clamp(top + Math.min(height / 2, 10), innerHeight),
    )
    // What is higher than the screen can be covered in part.
    const isCovered =
      above !== null && height < innerHeight / 2 && !box.contains(above) && !above.contains(box) && !isLabelled(above)
    const hasRing = [box, focused, focused.nextElementSibling].some((element) => {
      if (element === null) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    })
    return [
      ...(isCovered ? [`${name} is covered by ${above.tagName} ${above.className}`] : []),
      ...(hasRing ? [] : [`${name} has no ring`]),
    ]

    function isLabelled(element: Element): boolean {
      return element.closest('label')?.control === focused
    }
  })

/** Presses Tab until the focus leaves the page, and answers what was wrong on the way. */
const walk = async (page: Page): Promise<string[]> => {
  const faults = new Set<string>()
  for (let tabs = 0; tabs < 400; tabs += 1) {
    await page.keyboard.press('Tab')
    const found = await focusFaults(page)
    if (found === undefined) return tabs > 4 ? [...faults] : [`only ${tabs} parts have the focus`]
    for (const fault of found) faults.add(fault)
  }
  return ['the focus does not leave the page']
}

const walkAll = async (context: BrowserContext, paths: string[]): Promise<string[]> => {
  const faults: string[] = []
  await onPages(context, paths, async (page, path) => {
    await page.goto(site.url + path, { waitUntil: 'load' })
    await page.evaluate(() => document.fonts.ready)
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
    )
    if (moving > 0) faults.push(`${path}: ${moving} parts move`)
    faults.push(...(await walk(page)).map((fault) => `${path}: ${fault}`))
  })
  await context.close()
  return faults
}

/** All models beside each other are a table for a desk; a reader compares a few. */
const chosen = everyKind.map((path) => (path.endsWith('compare/') ? `${path}?m=sd_2.0_discount&m=epsilonO3` : path))

test('at 400 % every part that the Tab key reaches is to be seen, is covered by nothing and has a ring, and nothing moves that need not', async () => {
  const context = await site.browser.newContext({
    viewport: { width: 320, height: 256 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  expect(await walkAll(context, chosen)).toEqual([])
})

test('at a desk it is the same, in the colours that the system chooses', async () => {
  const context = await site.browser.newContext({
    viewport: { width: 1280, height: 720 },
    forcedColors: 'active',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  expect(
    await walkAll(
      context,
      chosen.filter((path) => !path.startsWith('zh/')),
    ),
  ).toEqual([])
})

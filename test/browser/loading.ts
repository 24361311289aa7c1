import type { ServerResponse } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { checked, serveFiles, sharedSite, type SiteUnderTest } from './site-harness.js'

/** What a reader sees while a page arrives over a slow line on a slow machine. */

const long = process.env.MODEL_TASKS_LONG === '1'
const views = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const paths = [
  '',
  'models/',
  'models/?output=video&seconds=20',
  'models/sd_2.0_discount/',
  'zh/models/sd_2.0_discount/',
  'models/beta-5.0/',
  'guides/recipes/',
  'compare/',
  'compare/?m=sd_2.0_discount&m=epsilonO3',
  'interface/task/',
]
/** How far parts of a page may move in all: a word or a fact that arrives in two pieces may wrap. A shift is felt from about 0.1 on. */
const unseen = 0.01

let site: SiteUnderTest
beforeAll(async () => {
  site = await sharedSite()
})

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** The shifts of a page: their sum, and which node went where. */
interface Shifts {
  sum: number
  each: string[]
}

/** Runs in the page before anything else: notes each node that moves, with the place it left and the one it took. */
const noteShifts = (): void => {
  const nameOf = (node: Node | null): string =>
    node instanceof Element
      ? (node.cloneNode(false) as Element).outerHTML
      : node === null
        ? 'a node that is gone, or a part of a control of the browser'
        : `"${node.textContent ?? ''}" in ${nameOf(node.parentNode)}`
  const place = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ')
  const seen: Shifts = { sum: 0, each: [] }
  const note = (entries: PerformanceEntryList): void => {
    for (const { value, sources } of entries as Shift[]) {
      seen.sum += value
      for (const { node, previousRect, currentRect } of sources)
        seen.each.push(`${nameOf(node)} from ${place(previousRect)} to ${place(currentRect)} (${value})`)
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  Object.assign(globalThis, {
    shiftsSoFar: () => {
      note(observer.takeRecords())
      return seen
    },
  })
}

/** Sends a document in pieces, so that the browser may paint between any two of them. */
const sendInPieces = (response: ServerResponse, content: string): void => {
  const rest = content.match(/[\s\S]{1,3000}/g) ?? []
  const next = (): void => {
    const piece = rest.shift()
    if (piece === undefined) response.end()
    else response.write(piece, () => setTimeout(next, 15))
  }
  next()
}

/** On a busy machine all of a document is there before the first frame; on an idle one the frames come between its parts. */
test.each(['in pieces', 'at once'])(
  'nothing moves while a page loads, its document arriving %s and its scripts after the first paint',
  async (arriving) => {
    const moved: string[] = []
    let held: (() => void)[] = []
    const served = await serveFiles(site.files, site.api, (response, file, content) => {
      if (file.endsWith('.html') && arriving === 'in pieces') sendInPieces(response, content)
      else if (file.endsWith('.js')) held.push(() => response.end(content))
      else response.end(content)
    })
    for (const viewport of [...views, { width: 820, height: 1180 }, { width: 1440, height: 2600 }])
      for (const slowdown of long ? [1, 6, 20] : [1]) {
        const context = await site.browser.newContext({ viewport, serviceWorkers: 'block' })
        await context.addInitScript(noteShifts)
        for (const path of paths) {
          const page = await context.newPage()
          const cdp = await context.newCDPSession(page)
          await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
          held = []
          await page.goto(served.url + path, { waitUntil: 'commit' })
          await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
          const release = setInterval(() => held.splice(0).forEach((send) => send()), 5)
          await page.waitForLoadState('load')
          if (site.files.get(`${path}index.html`)?.includes('data-playground') === true) await checked(page)
          const shifts = await page.evaluate(async () => {
            const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
            await frame()
            await frame()
            return (globalThis as unknown as { shiftsSoFar: () => Shifts }).shiftsSoFar()
          })
          clearInterval(release)
          if (shifts.sum > unseen)
            moved.push(
              ...shifts.each.map((shift) => `${path} at ${viewport.width} px, ${slowdown} times slower: ${shift}`),
            )
          await page.close()
        }
        await context.close()
      }
    served.stop()
    expect(moved).toEqual([])
  },
)

const laterParts = ['#parameters', '#playground', '#media']

/** Runs in the page before anything else: keeps whether the first frame leaves anything out, and what it shows of what has arrived. */
const noteFirstFrame = (parts: string[]): void => {
  requestAnimationFrame(() => {
    const arrived = parts.flatMap((part) => document.querySelector(part) ?? [])
    const shown = arrived.filter((part) => part.checkVisibility()).map(({ id }) => `#${id}`)
    Object.assign(globalThis, {
      allArrived: arrived.length === parts.length,
      firstFrame: document.documentElement.matches('.first') ? shown : 'all',
    })
  })
}

test('the first frame has the top of the page and its table, the next one all of it; who comes to a place of the page waits for no second one', async () => {
  const context = await site.browser.newContext({ serviceWorkers: 'block' })
  await context.addInitScript(noteFirstFrame, laterParts)
  const page = await context.newPage()
  const noted = (name: string): Promise<unknown> =>
    page.evaluate((key) => Reflect.get(globalThis, key) as unknown, name)
  const open = async (action: Promise<unknown>): Promise<[firstFrame: unknown, then: boolean]> => {
    await action
    await page.waitForFunction(() => 'firstFrame' in globalThis && !document.documentElement.matches('.first'))
    const seen = page.locator('#parameters, #playground, #machines, [data-code="json"]')
    return [
      await noted('firstFrame'),
      await seen.evaluateAll((all) => all.length === 4 && all.every((one) => one.checkVisibility())),
    ]
  }
  const path = `${site.url}models/sd_2.0_discount/`
  // On a busy machine the first frame may come before all of the page has.
  let opened = await open(page.goto(path))
  while (!(await noted('allArrived'))) {
    await page.goto('about:blank')
    opened = await open(page.goto(path))
  }
  expect(opened).toEqual([['#parameters'], true])
  expect(await open(page.reload())).toEqual(['all', true])
  await page.goto('about:blank')
  expect(await open(page.goto(`${path}#stated`))).toEqual(['all', true])
  expect(await page.locator('#stated').evaluate((heading) => heading.getBoundingClientRect().top)).toBeLessThan(300)
  await context.close()
})

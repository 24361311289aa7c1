import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { launchBrowser } from './launch.mjs'

const require = createRequire(new URL('../../package.json', import.meta.url))
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** A phone as Lighthouse imagines one. */
export const phone = {
  cpu: 4,
  network: { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 },
}

/** Does the work in a browser of its own, in which no other host is there: what breaks it breaks no other measurement. */
const inBrowser = async (work) => {
  // Stopping the requests one by one would add a round trip through this process to each.
  const browser = await launchBrowser(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'])
  const gone = new Promise((_, reject) =>
    browser.on('disconnected', () => reject(new Error('the browser has crashed'))),
  )
  try {
    return await Promise.race([work(browser), gone])
  } finally {
    gone.catch(() => undefined)
    await browser.close().catch(() => undefined)
  }
}

/** Notes the moment from which on a parameter's name is drawn on the page, be it in a table or, to be generous, in an example. */
const watchTable = () => {
  const isThere = () => {
    const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (
        /^\W*(prompt|duration)\W*$/.test(node.data) &&
        node.parentElement.checkVisibility() &&
        node.parentElement.closest('form, script, label') === null
      )
        return true
    }
    return false
  }
  const look = () => {
    if (isThere()) globalThis.tableVisible = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Quiet for half a second; a page that never is (one that asks other hosts) is given five. */
const settled = (page) => page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)

/** One cold load of a contestant's page. Throws when its page or the browser crashes, or when it paints nothing. */
export const measureLoad = (served, { path }, slowed) =>
  inBrowser(async (browser) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      serviceWorkers: 'block',
      locale: 'en-US',
    })
    await context.addInitScript(watchTable)
    const page = await context.newPage()
    const crashed = new Promise((_, reject) => page.on('crash', () => reject(new Error('the page has crashed'))))
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable')
    if (slowed !== undefined) {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed.cpu })
      await cdp.send('Network.enable')
      await cdp.send('Network.emulateNetworkConditions', slowed.network)
    }
    let requests = 0
    let bytes = 0
    const foreign = new Set()
    page.on('request', (request) => {
      const { protocol, pathname, origin: asked } = new URL(request.url())
      if (!protocol.startsWith('http')) return
      requests += 1
      if (asked === served.origin) bytes += served.sizeOf(pathname)
      else foreign.add(asked)
    })
    const load = async () => {
      await page.goto(served.origin + path, { timeout: 120_000 })
      const table = await page
        .waitForFunction(() => globalThis.tableVisible, null, { timeout: slowed === undefined ? 10_000 : 60_000 })
        .then(
          (handle) => handle.jsonValue(),
          () => Number.NaN,
        )
      await settled(page)
      const fcp = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
      if (fcp === undefined) throw new Error('the page has painted nothing')
      await cdp.send('HeapProfiler.collectGarbage')
      const { metrics } = await cdp.send('Performance.getMetrics')
      const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 1e6
      return { kb: bytes / 1000, requests, fcp, table, heap, foreign: foreign.size }
    }
    return await Promise.race([load(), crashed])
  })

/** How many rules of axe the page of a contestant breaks, and how many of the models with a table can be read on it without script. */
export const judgePage = (served, contestant, models) =>
  inBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
    await page.goto(served.origin + contestant.path)
    await settled(page)
    await page.evaluate(axe)
    const result = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }))
    await page.context().close()
    const wcag = result.violations.filter(({ tags }) => tags.some((tag) => tag.startsWith('wcag'))).length
    const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    let readable = 0
    for (const { id, reference, parameters } of models) {
      if (!reference) continue
      await plain.goto(served.origin + (contestant.pathOf?.(id) ?? contestant.path))
      const text = await plain.locator('body').innerText()
      if (text.includes(id) && parameters.every(({ name }) => text.includes(name))) readable += 1
    }
    return { wcag, best: result.violations.length - wcag, readable }
  })

/**
 * `npm run bench -- site`: a model's page of ours and the same document in the peers, in turn, in one Chromium, cold each time.
 * Prints the median of each figure and the ratio to Redoc: over loopback, where a page that is nearly empty takes a third of
 * our time, and on a phone as Lighthouse imagines one, where the work a page makes is what counts.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { readSource, renderSite } from '@model-tasks/site'
import { loadPeers } from './peers.mjs'
import { buildStarlight } from './starlight.mjs'

const rounds = Number(process.argv[2] ?? 3)
const require = createRequire(import.meta.url)
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

const launcher = fileURLToPath(new URL('.cache/launch.mjs', import.meta.url))
await build({
  entryPoints: [fileURLToPath(new URL('../../browser/launch.ts', import.meta.url))],
  outfile: launcher,
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
})
const { launchBrowser } = await import(launcher)

const source = await readSource()
const started = performance.now()
const files = await renderSite(source)
console.log(`The whole site, ${files.length} files, built in ${((performance.now() - started) / 1000).toFixed(2)} s\n`)

const types = { html: 'text/html; charset=utf-8', css: 'text/css', js: 'text/javascript', json: 'application/json' }
const served = new Map(files.map(({ path, content }) => [`/ours/${path}`, Buffer.from(content)]))
const peers = [...loadPeers(), buildStarlight()]
for (const peer of peers) {
  if (peer.html !== undefined) served.set(`${peer.path.split('#')[0]}index.html`, Buffer.from(peer.html))
  for (const [path, content] of peer.files) served.set(path, content)
}
served.set('/openapi.json', Buffer.from(JSON.stringify(source.openapi)))
const compressed = new Map([...served].map(([path, content]) => [path, gzipSync(content)]))
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  const path = decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
  const content = compressed.get(path)
  if (content === undefined) {
    response.writeHead(404).end()
    return
  }
  response
    .writeHead(200, {
      'content-type': types[path.split('.').at(-1)] ?? 'text/plain',
      'content-encoding': 'gzip',
      'cache-control': 'no-store',
    })
    .end(content)
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = `http://127.0.0.1:${server.address().port}`

// No other host is there. Stopping the requests one by one would add a round trip through this process to each.
const browser = await launchBrowser(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'])
const phone = {
  cpu: 4,
  network: { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 },
}
const contestants = [{ name: 'ours', path: '/ours/models/sd_2.0_discount/' }, ...peers]

/** Notes the moment from which on a parameter's name is drawn on the page, be it in a table or, to be generous, in an example. */
const watchTable = () => {
  const isThere = () => {
    const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (
        /^\W*(prompt|duration)\W*$/.test(node.data) &&
        node.parentElement.getClientRects().length > 0 &&
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

const measure = async ({ path }, slowed) => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    locale: 'en-US',
  })
  await context.addInitScript(watchTable)
  const page = await context.newPage()
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
    if (asked === origin)
      bytes +=
        compressed.get(decodeURIComponent(pathname.endsWith('/') ? `${pathname}index.html` : pathname))?.length ?? 0
    else foreign.add(asked)
  })
  await page.goto(origin + path)
  const table = await page
    .waitForFunction(() => globalThis.tableVisible, null, { timeout: slowed === undefined ? 10_000 : 60_000 })
    .then(
      (handle) => handle.jsonValue(),
      () => NaN,
    )
  await settled(page)
  const fcp = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN)
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 1e6
  await context.close()
  return { kb: bytes / 1000, requests, fcp, table, heap, foreign: foreign.size }
}

const axeRules = async ({ path }) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' })
  await page.goto(origin + path)
  await settled(page)
  await page.evaluate(axe)
  const result = await page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }))
  await page.close()
  const wcag = result.violations.filter(({ tags }) => tags.some((tag) => tag.startsWith('wcag'))).length
  return { wcag, best: result.violations.length - wcag }
}

/** How many of the models with a table can be read without script. */
const withoutScript = async (contestant) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  let readable = 0
  for (const { id, reference, parameters } of source.catalogue.models) {
    if (!reference) continue
    await page.goto(origin + (contestant.name === 'ours' ? `/ours/models/${id}/` : contestant.path))
    const text = await page.locator('body').innerText()
    if (text.includes(id) && parameters.every(({ name }) => text.includes(name))) readable += 1
  }
  await context.close()
  return readable
}

const median = (numbers) => [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)]
/** Every contestant in turn, `rounds` times; the median of each figure. */
const race = async (slowed) => {
  const runs = new Map(contestants.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of contestants) runs.get(contestant.name).push(await measure(contestant, slowed))
  }
  const of = (name, key) => median(runs.get(name).map((run) => run[key]))
  return contestants.map(({ name }) => ({
    name,
    ...Object.fromEntries(['kb', 'requests', 'fcp', 'table', 'heap', 'foreign'].map((key) => [key, of(name, key)])),
  }))
}
const figures = await race()
for (const [index, contestant] of contestants.entries()) {
  Object.assign(figures[index], await axeRules(contestant), { readable: await withoutScript(contestant) })
}
const redoc = figures.find(({ name }) => name.startsWith('Redoc'))
const shown = (number, digits = 0) => (Number.isNaN(number) ? 'never' : number.toFixed(digits))
const ratio = (number, other) => (Number.isNaN(number) || Number.isNaN(other) ? '–' : (number / other).toFixed(2))
console.log(`Medians of ${rounds} cold loads over loopback, gzip; ratios to Redoc in brackets\n`)
console.log(
  '| | gz KB | requests | other hosts | FCP ms | table visible ms | heap MB | axe WCAG rules | axe best practice | models readable without script |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|')
for (const row of figures) {
  console.log(
    `| ${row.name} | ${shown(row.kb, 1)} | ${row.requests} | ${row.foreign} | ${shown(row.fcp)} (${ratio(row.fcp, redoc.fcp)}) | ${shown(row.table)} (${ratio(row.table, redoc.table)}) | ${shown(row.heap, 1)} | ${row.wcag} | ${row.best} | ${row.readable} of 19 |`,
  )
}
const onPhone = await race(phone)
const slowRedoc = onPhone.find(({ name }) => name.startsWith('Redoc'))
console.log('\nOn a phone: processor four times slower, 1.6 Mbit/s, 150 ms a round trip\n')
console.log('| | FCP ms | table visible ms |')
console.log('|---|---|---|')
for (const row of onPhone)
  console.log(
    `| ${row.name} | ${shown(row.fcp)} (${ratio(row.fcp, slowRedoc.fcp)}) | ${shown(row.table)} (${ratio(row.table, slowRedoc.table)}) |`,
  )
const [ours] = figures
const reading = [...compressed]
  .filter(
    ([path]) =>
      path === '/ours/models/sd_2.0_discount/index.html' ||
      (/\/ours\/assets\/(model|site)\..*(css|js)$/.test(path) &&
        !path.endsWith('site.css') &&
        !/site\.\w+\.css/.test(path)),
  )
  .reduce((sum, [, content]) => sum + content.length, 0)
console.log(
  `\nours without its playground: ${shown(reading / 1000, 1)} KB; targets: 15 KB, 40 KB with it, 4 requests, FCP 0.3 x Redoc, table 0.15 x Redoc, heap 2 MB, axe 0`,
)
await browser.close()
server.close()
process.exit(ours.wcag + ours.best === 0 ? 0 : 1)

// The scenario in a real browser, from a bundle that holds nothing of Node.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { openPlace } from './place.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))

async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [`${here}browser.mjs`],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    minify: true,
    logLevel: 'silent',
  })
  return outputFiles[0].text
}

/** The launcher of the browser tests is TypeScript: it is compiled into a cache beside this file. */
async function launcher() {
  await mkdir(`${here}.cache`, { recursive: true })
  await build({
    entryPoints: [`${here}../browser/launch.ts`],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    outfile: `${here}.cache/launch.mjs`,
    logLevel: 'silent',
  })
  return import('./.cache/launch.mjs')
}

/** @param {'page' | 'worker'} where */
export const inChromium = (where) => async () => {
  const script = await bundle()
  const builtins = script.match(/from\s*"(node:[^"]+)"/u)
  if (builtins) return [{ name: 'bundles without Node', error: `the bundle imports ${builtins[1]}` }]
  const { launchBrowser } = await launcher()
  const place = await openPlace({
    '/': {
      type: 'text/html',
      body: '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="/bundle.js"></script>',
    },
    '/bundle.js': { type: 'text/javascript', body: script },
  })
  let browser
  try {
    browser = await launchBrowser()
    const page = await browser.newPage()
    const problems = []
    page.on('pageerror', (error) => problems.push({ name: 'no error on the page', error: error.message }))
    await page.goto(place.origin)
    const results =
      where === 'page'
        ? await page.evaluate((at) => globalThis.runInPage(at), place.sameOrigin)
        : await page.evaluate(
            (at) =>
              new Promise((resolve, reject) => {
                const worker = new Worker('/bundle.js', { type: 'module' })
                worker.onerror = (event) => reject(new Error(event.message))
                worker.onmessage = ({ data }) => resolve(data)
                worker.postMessage(at)
              }),
            place.sameOrigin,
          )
    return [...results, ...problems]
  } finally {
    await browser?.close()
    await place.close()
  }
}

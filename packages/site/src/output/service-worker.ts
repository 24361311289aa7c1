import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { SiteFile } from './file.js'

/** What any page may need: scripts and styles but for those of one model's playground, and the pages for missing addresses and for no network. */
const isShell = (path: string): boolean =>
  /^(404|offline)\.html$/.test(path) ||
  /^assets\/(?!play-|limits-|files|tasks|samples|cost|search|request|failures)[^/]+\.(js|css)$/.test(path)

/** Media are left out of what is kept for reading offline: they are larger than all pages together. */
const isMedia = (path: string): boolean => /\.(mp4|jpg|webp)$/.test(path)

/** The address under which a page is asked for: its folder. */
const addressOf = (path: string): string => (path.endsWith('index.html') ? path.slice(0, -'index.html'.length) : path)

/** Bundles the service worker, and answers what makes it of all other files of the site: it lists them, and its version changes with any. */
export const serviceWorker = (): ((files: SiteFile[]) => Promise<SiteFile>) => {
  const bundled = build({
    entryPoints: [fileURLToPath(new URL('../../browser/service-worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
  })
  // Only what is answered waits for it.
  bundled.catch(() => undefined)
  return async (files) => {
    const hash = createHash('sha256')
    const paths = files.map(({ path }) => path)
    for (const { path, content } of files) hash.update(path).update(content)
    const facts = {
      SITE_VERSION: hash.digest('hex').slice(0, 16),
      SITE_SHELL: paths.filter(isShell),
      SITE_REST: paths.filter((path) => !isShell(path) && !isMedia(path)).map(addressOf),
    }
    const constants = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    const script = (await bundled).outputFiles[0]?.text ?? ''
    return { path: 'service-worker.js', content: `const ${constants.join(',')};${script}` }
  }
}

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

/** The service worker with its list of files. Its version changes with any of them. */
export const serviceWorker = async (files: SiteFile[]): Promise<SiteFile> => {
  const hash = createHash('sha256')
  const paths = files.map(({ path }) => path)
  for (const { path, content } of files) hash.update(path).update(content)
  const result = await build({
    entryPoints: [fileURLToPath(new URL('../../browser/service-worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'silent',
    define: {
      SITE_VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)),
      SITE_SHELL: JSON.stringify(paths.filter(isShell)),
      SITE_REST: JSON.stringify(paths.filter((path) => !isShell(path) && !isMedia(path)).map(addressOf)),
    },
  })
  return { path: 'service-worker.js', content: result.outputFiles[0]?.text ?? '' }
}

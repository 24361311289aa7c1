import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { SiteFile } from './file.js'

/** What a reader needs first: the pages and what they are drawn with. */
const isPage = (path: string): boolean => /(\.html|^assets\/.*|^search-\w+\.txt)$/.test(path)

/** The address under which a page is asked for: its folder. */
const addressOf = (path: string): string => (path.endsWith('index.html') ? path.slice(0, -'index.html'.length) : path)

/** The service worker with its list of files. Its version changes with any of them. */
export const serviceWorker = async (files: SiteFile[]): Promise<SiteFile> => {
  const hash = createHash('sha256')
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
      SITE_FILES: JSON.stringify(
        files
          .map(({ path }) => path)
          .filter(isPage)
          .map(addressOf),
      ),
      SITE_FILES_FOR_PROGRAMS: JSON.stringify(files.map(({ path }) => path).filter((path) => !isPage(path))),
    },
  })
  return { path: 'service-worker.js', content: result.outputFiles[0]?.text ?? '' }
}

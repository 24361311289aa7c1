import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SiteFile } from './file.js'

const compress = promisify(gzip)

/** A packet carries about as much: below it, compressing saves no time. */
const worthwhile = 1024

/** A `.gz` twin of each file that gains by it, for servers that send prepared files. The same file gives the same bytes. */
export const compressedTwins = async (files: readonly SiteFile[]): Promise<SiteFile[]> => {
  const twins = await Promise.all(
    files.map(async ({ path, content }) => {
      const bytes = Buffer.from(content)
      return bytes.length < worthwhile ? [] : [{ path: `${path}.gz`, content: await compress(bytes, { level: 9 }) }]
    }),
  )
  return twins.flat()
}

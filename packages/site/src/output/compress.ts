import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { SiteFile } from './file.js'

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

/** A packet carries about as much: below it, compressing saves no time. */
const worthwhile = 1024

/** Formats that are compressed already. */
const packed = /\.(jpg|webp|mp4|ico)$/

/** The endings of the twins of a file. */
export const twinEndings = ['.gz', '.br'] as const

/** Whether a file has twins. */
export const hasTwins = ({ path, content }: SiteFile): boolean =>
  !packed.test(path) && Buffer.byteLength(content) >= worthwhile

/** A `.gz` and a `.br` twin of a file, for servers that send prepared files. The same file gives the same bytes. */
export const compressedTwins = async ({ path, content }: SiteFile): Promise<SiteFile[]> => {
  const bytes = Buffer.from(content)
  // Quality 9 takes twenty times as long as 5 and saves 2 %; it is spent where every first visit pays.
  const quality = path.startsWith('assets/') ? 11 : 5
  const [gz, br] = await Promise.all([
    packGzip(bytes, { level: 9 }),
    packBrotli(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ])
  return [
    { path: `${path}.gz`, content: gz },
    { path: `${path}.br`, content: br },
  ]
}

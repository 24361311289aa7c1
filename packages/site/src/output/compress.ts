import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { SiteFile } from './file.js'

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
export const compressedTwins = ({ path, content }: SiteFile): SiteFile[] => {
  const bytes = Buffer.from(content)
  // Quality 11 takes 25 times as long as 5 and saves 8 %; it is spent on what every first visit pays.
  const quality = /^assets\/(site|model)\./.test(path) ? 11 : 5
  // In this thread: a stream per file costs more than the threads it would use save.
  const br = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
  return [
    { path: `${path}.gz`, content: gzipSync(bytes, { level: 6 }) },
    { path: `${path}.br`, content: br },
  ]
}

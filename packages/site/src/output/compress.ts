import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { SiteFile } from './file.js'

/** A packet carries about as much: below it, compressing saves no time. */
const worthwhile = 1024

/** Formats that are compressed already. */
const packed = /\.(jpg|webp|mp4|ico)$/

/** What a browser loads. All else is for programs, which read it once; making both twins of it took a third of the time of compressing. */
const forBrowsers = /\.(html|js|css|svg|webmanifest)$|^search-[^/]*\.json$/

/** The endings of the twins of a file; none where compressing saves no time. */
export const twinEndings = ({ path, content }: SiteFile): ('.gz' | '.br')[] => {
  if (packed.test(path) || Buffer.byteLength(content) < worthwhile) return []
  return forBrowsers.test(path) ? ['.gz', '.br'] : ['.gz']
}

/** The twins of a file, for servers that send prepared files: `.gz`, and `.br` where a browser loads it. The same file gives the same bytes. */
export const compressedTwins = (file: SiteFile): SiteFile[] => {
  const bytes = Buffer.from(file.content)
  return twinEndings(file).map((ending) => ({
    path: file.path + ending,
    content: ending === '.gz' ? gzipSync(bytes, { level: 6 }) : brotli(file.path, bytes),
  }))
}

const brotli = (path: string, bytes: Buffer): Buffer => {
  // Quality 11 takes 25 times as long as 5 and saves 8 %; it is spent on what every first visit pays.
  const quality = /^assets\/(site|model)\./.test(path) ? 11 : 5
  // In this thread: a stream per file costs more than the threads it would use save.
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}

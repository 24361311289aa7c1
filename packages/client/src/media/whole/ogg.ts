import { oggChecksum } from './checksum.js'
import { passesEnd, type Format } from './format.js'

const lastPage = 0x04

/** Ogg: pages that state their length and their checksum; the last one of each stream says that it is (RFC 3533). */
export const ogg: Format = {
  typeOf: (head) => (head.toString('latin1', 0, 4) === 'OggS' ? 'audio/ogg' : undefined),
  async judge(file) {
    /** Serial number -> whether its last page was there. */
    const streams = new Map<number, boolean>()
    for (let at = 0; at < file.size;) {
      const head = await file.read(at, 282)
      if (head.toString('latin1', 0, 4) !== 'OggS') break
      const segments = head[26]
      if (segments === undefined || head.length < 27 + segments) return { fault: 'it ends within the header of a page' }
      const length = head.subarray(27, 27 + segments).reduce((sum, one) => sum + one, 27 + segments)
      const cut = passesEnd('a page', at + length, file)
      if (cut !== undefined) return cut
      const page = Buffer.from(await file.read(at, length))
      const stated = page.readUInt32LE(22)
      page.fill(0, 22, 26)
      if (oggChecksum(page) !== stated) return { fault: `the page at byte ${at} does not match its checksum` }
      streams.set(page.readUInt32LE(14), ((page[5] ?? 0) & lastPage) !== 0)
      at += length
    }
    return [...streams.values()].every(Boolean) ? 'whole' : { fault: 'it ends before the last page of a stream' }
  },
}

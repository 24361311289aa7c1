import { passesEnd, type Format } from './format.js'

/** Ogg: pages that state their length. */
export const ogg: Format = {
  typeOf: (head) => (head.toString('latin1', 0, 4) === 'OggS' ? 'audio/ogg' : undefined),
  async cutAt(file) {
    for (let at = 0; at < file.size;) {
      const head = await file.read(at, 282)
      if (head.toString('latin1', 0, 4) !== 'OggS') return undefined
      const segments = head[26]
      if (segments === undefined || head.length < 27 + segments) return 'it ends within the header of a page'
      const length = head.subarray(27, 27 + segments).reduce((sum, one) => sum + one, 0)
      const end = at + 27 + segments + length
      const cut = passesEnd('a page', end, file)
      if (cut !== undefined) return cut
      at = end
    }
    return undefined
  },
}

import { passesEnd, type Format } from './format.js'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** PNG: chunks that state their length, up to IEND. */
export const png: Format = {
  typeOf: (head) => (head.subarray(0, 8).equals(signature) ? 'image/png' : undefined),
  async cutAt(file) {
    for (let at = 8; ;) {
      const head = await file.read(at, 8)
      if (head.length < 8) return 'it ends before its chunk IEND'
      const type = head.toString('latin1', 4, 8)
      const end = at + 12 + head.readUInt32BE(0)
      const cut = passesEnd(`the chunk ${type}`, end, file)
      if (cut !== undefined || type === 'IEND') return cut
      at = end
    }
  },
}

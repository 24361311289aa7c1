import { pngChecksum, pngEnd, pngStart } from './checksum.js'
import { passesEnd, type FileBytes, type Format } from './format.js'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const step = 64 * 1024

/** PNG: chunks that state their length and their checksum, up to IEND. */
export const png: Format = {
  typeOf: (head) => (head.subarray(0, 8).equals(signature) ? 'image/png' : undefined),
  async judge(file) {
    for (let at = 8; ;) {
      const head = await file.read(at, 8)
      if (head.length < 8) return { fault: 'it ends before its chunk IEND' }
      const type = head.toString('latin1', 4, 8)
      const end = at + 12 + head.readUInt32BE(0)
      const cut = passesEnd(`the chunk ${type}`, end, file)
      if (cut !== undefined) return cut
      if (!(await isIntact(file, at + 4, end - 4))) return { fault: `the chunk ${type} does not match its checksum` }
      if (type === 'IEND') return 'whole'
      at = end
    }
  },
}

/** Whether the bytes of a chunk match the checksum behind them. */
async function isIntact(file: FileBytes, from: number, to: number): Promise<boolean> {
  let value = pngStart
  for (let at = from; at < to; at += step) value = pngChecksum(await file.read(at, Math.min(step, to - at)), value)
  return pngEnd(value) === (await file.read(to, 4)).readUInt32BE(0)
}

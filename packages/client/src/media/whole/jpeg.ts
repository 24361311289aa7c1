import type { FileBytes, Format } from './format.js'

const startOfScan = 0xda
const endOfImage = 0xd9
const missing = { fault: 'it ends before its marker EOI' }

/** JPEG: segments that state their length, then scans up to the marker EOI, after which anything may follow. */
export const jpeg: Format = {
  typeOf: (head) => (head.length > 2 && head.readUIntBE(0, 3) === 0xffd8ff ? 'image/jpeg' : undefined),
  async judge(file) {
    for (let at = 2; ;) {
      const head = await file.read(at, 4)
      const [mark, type] = head
      if (mark === undefined || type === undefined) return missing
      // Fill bytes may stand before a marker.
      if (mark === 0xff && type === 0xff) at += 1
      else if (mark !== 0xff) return 'open'
      else if (type === endOfImage) return 'whole'
      else if (type === 0x01 || (type >= 0xd0 && type <= 0xd8)) at += 2
      else if (head.length < 4) return missing
      else if (type === startOfScan) return (await hasEnd(file, at + 2 + head.readUInt16BE(2))) ? 'whole' : missing
      else at += 2 + head.readUInt16BE(2)
    }
  },
}

/** Within a scan 0xFF is followed by 0, so that the marker stands nowhere else. */
async function hasEnd(file: FileBytes, from: number): Promise<boolean> {
  const window = 64 * 1024
  for (let at = from; at < file.size; at += window - 1)
    if ((await file.read(at, window)).includes(Buffer.from([0xff, endOfImage]))) return true
  return false
}

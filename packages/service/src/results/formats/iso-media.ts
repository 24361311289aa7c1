import { passesEnd, type FileBytes, type Format } from './format.js'

const first: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp'])
const known: ReadonlySet<string> = new Set([
  ...first,
  ...['moof', 'uuid', 'meta', 'udta', 'sidx', 'mfra', 'emsg', 'prft', 'pdin', 'ssix'],
])

/** MP4 and QuickTime: a row of boxes, each of which states its size. */
export const isoMedia: Format = {
  typeOf(head) {
    const type = head.toString('latin1', 4, 8)
    const size = head.length < 8 ? 0 : head.readUInt32BE(0)
    if (!first.has(type) || (size !== 1 && size < 8)) return undefined
    const brand = head.toString('latin1', 8, 12)
    if (type === 'ftyp' && /^M4[AB] /.test(brand)) return 'audio/mp4'
    if (type === 'ftyp' && /^(avif|avis|heic|heix|mif1|msf1)/.test(brand)) return 'image/avif'
    return type !== 'ftyp' || brand === 'qt  ' ? 'video/quicktime' : 'video/mp4'
  },
  async cutAt(file) {
    const seen = new Set<string>()
    for (let at = 0; at < file.size;) {
      const box = await boxAt(file, at)
      // What follows the last box, and is none, does not belong to the film.
      if (box === undefined || !known.has(box.type)) break
      const cut = passesEnd(`the box ${box.type}`, box.end, file)
      if (cut !== undefined) return cut
      seen.add(box.type)
      at = box.end
    }
    if (seen.has('meta')) return undefined
    const missing = ['moov', 'mdat'].find((type) => !seen.has(type))
    return missing === undefined ? undefined : `it ends before the box ${missing}`
  },
}

async function boxAt(file: FileBytes, at: number): Promise<{ type: string; end: number } | undefined> {
  const head = await file.read(at, 16)
  if (head.length < 8) return undefined
  const type = head.toString('latin1', 4, 8)
  const size = head.readUInt32BE(0)
  if (size === 0) return { type, end: file.size }
  if (size !== 1) return size < 8 ? undefined : { type, end: at + size }
  return head.length < 16 ? { type, end: at + 16 } : { type, end: at + Number(head.readBigUInt64BE(8)) }
}

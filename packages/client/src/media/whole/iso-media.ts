import { passesEnd, type FileBytes, type Format } from './format.js'
import type { Verdict } from './verdict.js'
import { boxAt, boxOn, type Box } from './iso-boxes.js'
import { endOfSamples } from './iso-samples.js'

const first: ReadonlySet<string> = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp'])
const known: ReadonlySet<string> = new Set([
  ...first,
  ...['moof', 'uuid', 'meta', 'udta', 'sidx', 'mfra', 'emsg', 'prft', 'pdin', 'ssix'],
])

/** MP4 and QuickTime: a row of boxes, each of which states its size, with an index that says where the samples are. */
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
  async judge(file) {
    const boxes: Box[] = []
    for (let at = 0; at < file.size;) {
      const box = await boxAt(file, at)
      // What follows the last box, and is none, does not belong to the film.
      if (box === undefined || !known.has(box.type)) break
      const cut = passesEnd(`the box ${box.type}`, box.end, file)
      if (cut !== undefined) return cut
      boxes.push(box)
      at = box.end
    }
    const find = (type: string): Box | undefined => boxes.find((box) => box.type === type)
    const [moov, meta] = [find('moov'), find('meta')]
    if (moov === undefined && meta !== undefined) return judgeItems(file, meta, find('mdat'))
    const missing = ['moov', 'mdat'].find((type) => find(type) === undefined)
    if (moov === undefined || missing !== undefined) return { fault: `it ends before the box ${String(missing)}` }
    return find('moof') === undefined ? judgeSamples(file, moov, boxes) : judgeFragments(file, boxes)
  },
}

/** Pictures: their bytes are in a box of their own, or within the description. */
async function judgeItems(file: FileBytes, meta: Box, data: Box | undefined): Promise<Verdict> {
  if (data !== undefined) return data.open ? 'open' : 'whole'
  const inside = await boxOn(file, { content: meta.content + 4, end: meta.end }, 'idat')
  return inside === undefined ? { fault: 'it ends before the box mdat' } : 'whole'
}

async function judgeSamples(file: FileBytes, moov: Box, boxes: readonly Box[]): Promise<Verdict> {
  const end = await endOfSamples(file, moov)
  const cut = end === undefined ? undefined : passesEnd('the last sample', end, file)
  if (cut !== undefined) return cut
  const open = boxes.some((box) => box.open) || (await boxOn(file, moov, 'mvex')) !== undefined
  return open && end === undefined ? 'open' : 'whole'
}

/** Each fragment is followed by its data. Where the fragments end is said by an index before them, or by one behind them. */
async function judgeFragments(file: FileBytes, boxes: readonly Box[]): Promise<Verdict> {
  const last = boxes.findLastIndex(({ type }) => type === 'moof')
  if (!boxes.slice(last).some(({ type }) => type === 'mdat'))
    return { fault: 'it ends before the data of its last fragment' }
  let indexed = false
  for (const box of boxes) {
    if (box.type !== 'sidx') continue
    const cut = passesEnd('the last fragment', await endOfReferences(file, box), file)
    if (cut !== undefined) return cut
    indexed = true
  }
  return indexed || boxes.some(({ type }) => type === 'mfra') ? 'whole' : 'open'
}

/** Where the last of the parts ends that an index refers to, one behind the other. */
async function endOfReferences(file: FileBytes, { content, end }: Box): Promise<number> {
  const body = await file.read(content, end - content)
  const long = body[0] === 1
  const count = long ? 30 : 22
  if (body.length < count + 2) return end
  let at = end + (long ? Number(body.readBigUInt64BE(20)) : body.readUInt32BE(16))
  for (let entry = count + 2; entry + 12 <= body.length; entry += 12) at += body.readUInt32BE(entry) & 0x7fffffff
  return at
}

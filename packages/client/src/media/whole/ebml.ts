import { passesEnd, type FileBytes, type Format } from './format.js'

const header = 0x1a45dfa3
const segment = 0x18538067
const cluster = 0x1f43b675
/** What may stand in any element. */
const anywhere = [0xec, 0xbf]
/** What may stand in a segment or beside it. */
const inSegment: ReadonlySet<number> = new Set([
  ...[header, segment, cluster, 0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1941a469, 0x1043a770, 0x1254c367],
  ...anywhere,
])
/** What may stand in a cluster. */
const inCluster: ReadonlySet<number> = new Set([0xe7, 0x5854, 0xa7, 0xab, 0xa3, 0xa0, 0xaf, ...anywhere])

/** WebM and Matroska: elements that state their size, or that it is not known; then those in them go on to the end of the file. */
export const ebml: Format = {
  typeOf: (head) => (head.length > 3 && head.readUInt32BE(0) === header ? 'video/webm' : undefined),
  async judge(file) {
    let [known, unknown, hasSegment]: [ReadonlySet<number>, boolean, boolean] = [inSegment, false, false]
    for (let at = 0; at < file.size;) {
      const element = await elementAt(file, at)
      if (element === 'cut' && unknown) return { fault: 'it ends within an element' }
      // What follows the last element, and is none, does not belong to the film.
      if (element === 'cut' || element === undefined) break
      const { id, content, end } = element
      // A cluster without a size ends where something begins that cannot stand in it.
      if (!known.has(id)) known = inSegment
      if (!known.has(id)) break
      const cut = end === undefined ? undefined : passesEnd(`the element 0x${id.toString(16)}`, end, file)
      if (cut !== undefined) return cut
      hasSegment ||= id === segment
      unknown ||= end === undefined
      if (end === undefined && id !== segment && id !== cluster) return 'open'
      if (end === undefined && id === cluster) known = inCluster
      at = end ?? content
    }
    if (!hasSegment) return { fault: 'it ends before its segment' }
    return unknown ? 'open' : 'whole'
  },
}

async function elementAt(
  file: FileBytes,
  at: number,
): Promise<{ id: number; content: number; end: number | undefined } | 'cut' | undefined> {
  const head = await file.read(at, 12)
  const idLength = Math.clz32(head[0] ?? 0) - 23
  if (idLength > 4) return undefined
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23
  if (head.length <= idLength) return 'cut'
  if (sizeLength > 8) return undefined
  if (head.length < idLength + sizeLength) return 'cut'
  const bytes = [...head.subarray(idLength, idLength + sizeLength)]
  const [first = 0, ...rest] = bytes
  const mask = 2 ** (8 - sizeLength) - 1
  const unknown = (first & mask) === mask && rest.every((byte) => byte === 0xff)
  const size = rest.reduce((sum, byte) => sum * 256 + byte, first & mask)
  const content = at + idLength + sizeLength
  return { id: head.readUIntBE(0, idLength), content, end: unknown ? undefined : content + size }
}

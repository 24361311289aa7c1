import { passesEnd, type FileBytes, type Format } from './format.js'

const header = 0x1a45dfa3
const segment = 0x18538067
/** What may stand in a segment or beside it. */
const known: ReadonlySet<number> = new Set([
  ...[header, segment, 0x114d9b74, 0x1549a966, 0x1654ae6b, 0x1f43b675, 0x1c53bb6b, 0x1941a469, 0x1043a770, 0x1254c367],
  ...[0xec, 0xbf],
])

/** WebM and Matroska: elements that state their size, or that it is not known. */
export const ebml: Format = {
  typeOf: (head) => (head.length > 3 && head.readUInt32BE(0) === header ? 'video/webm' : undefined),
  async cutAt(file) {
    for (let at = 0; at < file.size;) {
      const element = await elementAt(file, at)
      // What follows the last element, and is none, does not belong to the film.
      if (element === undefined || !known.has(element.id)) return undefined
      const { id, content, end } = element
      const cut = end === undefined ? undefined : passesEnd(`the element 0x${id.toString(16)}`, end, file)
      if (cut !== undefined) return cut
      // Of a segment without a size its parts tell more; a cluster without one ends where the next begins.
      if (id === segment && end === undefined) at = content
      else if (end === undefined) return undefined
      else at = end
    }
    return undefined
  },
}

async function elementAt(
  file: FileBytes,
  at: number,
): Promise<{ id: number; content: number; end: number | undefined } | undefined> {
  const head = await file.read(at, 12)
  const idLength = Math.clz32(head[0] ?? 0) - 23
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23
  if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) return undefined
  const bytes = [...head.subarray(idLength, idLength + sizeLength)]
  const [first = 0, ...rest] = bytes
  const mask = 2 ** (8 - sizeLength) - 1
  const unknown = (first & mask) === mask && rest.every((byte) => byte === 0xff)
  const size = rest.reduce((sum, byte) => sum * 256 + byte, first & mask)
  const content = at + idLength + sizeLength
  return { id: head.readUIntBE(0, idLength), content, end: unknown ? undefined : content + size }
}

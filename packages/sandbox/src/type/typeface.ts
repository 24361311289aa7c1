import { readGlyph } from './glyph.js'

/** The measures and outlines of one TrueType font. Lengths are in font units; y grows upwards. */
export interface Typeface {
  unitsPerEm: number
  /** Height of a flat capital letter. */
  capHeight: number
  has(codePoint: number): boolean
  /** How far the pen moves after the character. */
  advance(codePoint: number): number
  /** SVG path data of the character with its origin at (x, y) and y growing downwards, at `scale` pixels a font unit. */
  path(codePoint: number, x: number, y: number, scale: number): string
}

/** Reads a TrueType font with `glyf` outlines, such as those of Noto Sans SC. Throws when a needed table is missing. */
export function readTypeface(bytes: Uint8Array): Typeface {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const table = tableOffsets(view)
  const unitsPerEm = view.getUint16(table('head') + 18)
  const longOffsets = view.getInt16(table('head') + 50) === 1
  const metrics = view.getUint16(table('hhea') + 34)
  const glyphOf = characterMap(view, table('cmap'))
  const glyf = table('glyf')
  const loca = table('loca')
  const hmtx = table('hmtx')
  const location = (glyph: number) =>
    glyf + (longOffsets ? view.getUint32(loca + glyph * 4) : view.getUint16(loca + glyph * 2) * 2)
  return {
    unitsPerEm,
    capHeight: view.getInt16(table('OS/2') + 88),
    has: (codePoint) => glyphOf(codePoint) !== 0,
    advance: (codePoint) => view.getUint16(hmtx + Math.min(glyphOf(codePoint), metrics - 1) * 4),
    path: (codePoint, x, y, scale) =>
      readGlyph({ view, location }, glyphOf(codePoint), { xx: scale, xy: 0, yx: 0, yy: -scale, dx: x, dy: y }),
  }
}

/** `first`, and `second` for the characters that `first` lacks. Both must have the same units per em. */
export function withFallback(first: Typeface, second: Typeface): Typeface {
  const of = (codePoint: number): Typeface => (first.has(codePoint) ? first : second)
  return {
    unitsPerEm: first.unitsPerEm,
    capHeight: first.capHeight,
    has: (codePoint) => first.has(codePoint) || second.has(codePoint),
    advance: (codePoint) => of(codePoint).advance(codePoint),
    path: (codePoint, x, y, scale) => of(codePoint).path(codePoint, x, y, scale),
  }
}

function tableOffsets(view: DataView): (tag: string) => number {
  const offsets = new Map<string, number>()
  for (let index = 0; index < view.getUint16(4); index++) {
    const record = 12 + index * 16
    const tag = String.fromCharCode(
      view.getUint8(record),
      view.getUint8(record + 1),
      view.getUint8(record + 2),
      view.getUint8(record + 3),
    )
    offsets.set(tag, view.getUint32(record + 8))
  }
  return (tag) => {
    const offset = offsets.get(tag)
    if (offset === undefined) throw new Error(`the font has no ${tag} table; use a TrueType font with outlines`)
    return offset
  }
}

/** Code point -> glyph, 0 when the font lacks the character. Reads the map of the whole of Unicode (format 12). */
function characterMap(view: DataView, cmap: number): (codePoint: number) => number {
  const tables = Array.from(
    { length: view.getUint16(cmap + 2) },
    (_, index) => cmap + view.getUint32(cmap + 4 + index * 8 + 4),
  )
  const start = tables.find((offset) => view.getUint16(offset) === 12)
  if (start === undefined) throw new Error('the font has no character map of format 12')
  const groups = view.getUint32(start + 12)
  return (codePoint) => {
    let low = 0
    let high = groups - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const group = start + 16 + middle * 12
      if (codePoint < view.getUint32(group)) high = middle - 1
      else if (codePoint > view.getUint32(group + 4)) low = middle + 1
      else return view.getUint32(group + 8) + codePoint - view.getUint32(group)
    }
    return 0
  }
}

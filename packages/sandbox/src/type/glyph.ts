/** Where glyphs lie in a font file. */
export interface GlyphTable {
  view: DataView
  /** Byte offset of a glyph; that of the next one is its end. */
  location(glyph: number): number
}

/** x' = xx x + yx y + dx, y' = xy x + yy y + dy. */
export interface Transform {
  xx: number
  xy: number
  yx: number
  yy: number
  dx: number
  dy: number
}

interface Point {
  x: number
  y: number
  onCurve: boolean
}

/** SVG path data of a glyph (simple or composite) of a `glyf` table; empty for a blank. */
export function readGlyph(table: GlyphTable, glyph: number, transform: Transform): string {
  const start = table.location(glyph)
  if (table.location(glyph + 1) === start) return ''
  const contours = table.view.getInt16(start)
  return contours < 0
    ? readComposite(table, start + 10, transform)
    : readSimple(table.view, start + 10, contours, transform)
}

function readSimple(view: DataView, start: number, contours: number, transform: Transform): string {
  const ends = Array.from({ length: contours }, (_, index) => view.getUint16(start + index * 2))
  const count = (ends.at(-1) ?? -1) + 1
  let at = start + contours * 2
  at += 2 + view.getUint16(at)
  const flags: number[] = []
  while (flags.length < count) {
    const flag = view.getUint8(at++)
    flags.push(flag)
    if (flag & 8) for (let repeat = view.getUint8(at++); repeat > 0; repeat--) flags.push(flag)
  }
  const coordinates = (short: number, same: number) => {
    let value = 0
    return flags.slice(0, count).map((flag) => {
      if (flag & short) value += view.getUint8(at++) * (flag & same ? 1 : -1)
      else if (!(flag & same)) {
        value += view.getInt16(at)
        at += 2
      }
      return value
    })
  }
  const xs = coordinates(2, 16)
  const ys = coordinates(4, 32)
  const points = flags
    .slice(0, count)
    .map((flag, index) => place(xs[index] ?? 0, ys[index] ?? 0, (flag & 1) === 1, transform))
  return ends.map((end, index) => contourPath(points.slice((ends[index - 1] ?? -1) + 1, end + 1))).join('')
}

function place(x: number, y: number, onCurve: boolean, transform: Transform): Point {
  return {
    x: transform.xx * x + transform.yx * y + transform.dx,
    y: transform.xy * x + transform.yy * y + transform.dy,
    onCurve,
  }
}

/** Between two points off the curve lies one on it, in the middle. */
function contourPath(points: Point[]): string {
  const first = points[0]
  const last = points.at(-1)
  if (first === undefined || last === undefined || points.length < 2) return ''
  const start = first.onCurve ? first : last.onCurve ? last : middle(first, last)
  let path = `M${round(start.x)} ${round(start.y)}`
  let control: Point | undefined
  const rest = first.onCurve ? [...points.slice(1), start] : [...points, start]
  for (const point of rest) {
    if (point.onCurve || point === start) {
      path += control
        ? `Q${round(control.x)} ${round(control.y)} ${round(point.x)} ${round(point.y)}`
        : `L${round(point.x)} ${round(point.y)}`
      control = undefined
      continue
    }
    if (control) {
      const between = middle(control, point)
      path += `Q${round(control.x)} ${round(control.y)} ${round(between.x)} ${round(between.y)}`
    }
    control = point
  }
  return `${path}Z`
}

function middle(first: Point, second: Point): Point {
  return { x: (first.x + second.x) / 2, y: (first.y + second.y) / 2, onCurve: true }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function readComposite(table: GlyphTable, start: number, outer: Transform): string {
  const { view } = table
  let at = start
  let path = ''
  for (let flags = 32; flags & 32;) {
    flags = view.getUint16(at)
    const glyph = view.getUint16(at + 2)
    at += 4
    const words = (flags & 1) !== 0
    const dx = words ? view.getInt16(at) : view.getInt8(at)
    const dy = words ? view.getInt16(at + 2) : view.getInt8(at + 1)
    at += words ? 4 : 2
    const next = () => view.getInt16((at += 2) - 2) / 16384
    const inner: Transform = { xx: 1, xy: 0, yx: 0, yy: 1, dx: flags & 2 ? dx : 0, dy: flags & 2 ? dy : 0 }
    if (flags & 8) inner.xx = inner.yy = next()
    else if (flags & 64) [inner.xx, inner.yy] = [next(), next()]
    else if (flags & 128) [inner.xx, inner.xy, inner.yx, inner.yy] = [next(), next(), next(), next()]
    path += readGlyph(table, glyph, compose(outer, inner))
  }
  return path
}

function compose(outer: Transform, inner: Transform): Transform {
  return {
    xx: outer.xx * inner.xx + outer.yx * inner.xy,
    xy: outer.xy * inner.xx + outer.yy * inner.xy,
    yx: outer.xx * inner.yx + outer.yx * inner.yy,
    yy: outer.xy * inner.yx + outer.yy * inner.yy,
    dx: outer.xx * inner.dx + outer.yx * inner.dy + outer.dx,
    dy: outer.xy * inner.dx + outer.yy * inner.dy + outer.dy,
  }
}

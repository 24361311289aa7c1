/** Drawings to scale, as SVG without style or script: what a ratio, a resolution or a range of seconds looks like. */

/** Seconds at which the line of every duration ends. */
export const longestLine = 30

const round = (value: number): number => Math.round(value * 10) / 10

/** The area, in square pixels, that every ratio is drawn with: so that a tall picture is not a small one. */
const area = 220

const svg = (width: number, height: number, content: string): string =>
  `<svg class="shape" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${content}</svg>`

const ratioShape = (width: number, height: number): string => {
  const scale = Math.sqrt(area / (width * height))
  const [w, h] = [round(width * scale), round(height * scale)]
  return svg(round(w + 2), round(h + 2), `<rect x="1" y="1" width="${w}" height="${h}" rx="1.5"/>`)
}

/** The height in pixels that the name of a resolution suggests; only the proportion between names is drawn. */
const namedHeight = (value: string): number | undefined => {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)(p|k)$/i.exec(value) ?? []
  if (number === '') return undefined
  return unit.toLowerCase() === 'k' ? Number(number) * 540 : Number(number)
}

const resolutionShape = (height: number, largest: number): string => {
  const h = round((18 * height) / largest)
  const w = round((h * 16) / 9)
  return svg(round(w + 2), round(h + 2), `<rect x="1" y="1" width="${w}" height="${h}" rx="1.5"/>`)
}

/** What a value looks like beside the others of its parameter; undefined where it has no shape, such as `adaptive`. */
export const valueShape = (value: string, all: readonly string[]): string | undefined => {
  const ratio = /^(\d+):(\d+)$/.exec(value)
  if (ratio !== null) return ratioShape(Number(ratio[1]), Number(ratio[2]))
  const height = namedHeight(value)
  if (height === undefined || all.length < 2) return undefined
  return resolutionShape(height, Math.max(...all.map((other) => namedHeight(other) ?? 0)))
}

/** The narrowest and the widest picture of a range of ratios, side by side. */
export const ratioRange = (narrowest: number, widest: number): string =>
  ratioShape(narrowest, 1) + ratioShape(widest, 1)

/** A range of seconds on a line whose whole length is `longest` seconds, with a mark at the default; none where the range is longer. */
export const timeline = (from: number, to: number, longest: number, chosen?: number): string | undefined => {
  if (to > longest) return undefined
  const at = (seconds: number): number => round((seconds / longest) * 220)
  const width = Math.max(4, round(at(to) - at(from)))
  const mark = chosen === undefined ? '' : `<circle cx="${at(chosen)}" cy="7" r="4"/>`
  return `<svg class="timeline" width="228" height="14" viewBox="-4 0 228 14" aria-hidden="true"><path d="M0 7h220"/><rect x="${at(from)}" y="4.5" width="${width}" height="5" rx="2.5"/>${mark}</svg>`
}

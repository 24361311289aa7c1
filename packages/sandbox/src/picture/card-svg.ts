import { timecodeCell, type Card, type TextRun, type Typefaces } from './card.js'
import type { Scene } from './scene.js'
import type { Typeface } from '../type/typeface.js'

/** The words and outlines of a card, and the stars, as white shapes of an SVG: outlines of glyphs, so that no font of the system takes part. */
export function cardSvg(
  card: Card,
  scene: Scene,
  typefaces: Typefaces,
  size: { width: number; height: number },
): string {
  const stars = scene.stars.map(
    (star) =>
      `<circle cx="${fixed(star.x)}" cy="${fixed(star.y)}" r="${fixed(star.radius)}" fill-opacity="${fixed(star.opacity)}"/>`,
  )
  const words = card.runs.map(
    (run) => `<path d="${runPath(run, typefaces[run.weight])}" fill-opacity="${run.opacity}"/>`,
  )
  const track = card.progress
    ? [`<rect ${box(card.progress)} rx="${fixed(card.progress.height / 2)}" fill-opacity="0.2"/>`]
    : []
  const mark = card.watermark
    ? [
        `<rect ${box(card.watermark)} rx="${fixed(card.watermark.height / 2)}" fill-opacity="0.1" stroke="#fff" stroke-opacity="0.75" stroke-width="${fixed(1.5 * card.unit)}"/>`,
      ]
    : []
  return svg(size.width, size.height, [...stars, ...track, ...mark, ...words])
}

/** The ten digits and the colon of the timecode, one cell beside the other. */
export function digitsSvg(
  typeface: Typeface,
  size: number,
  cell: { width: number; height: number; baseline: number },
): string {
  const wide = timecodeCell(typeface, size)
  const glyphs = [...'0123456789:'].map((character, index) => {
    const advance = (typeface.advance(character.codePointAt(0) ?? 0) * size) / typeface.unitsPerEm
    const room = character === ':' ? wide * 0.52 : wide
    const run = {
      text: character,
      x: index * cell.width + (room - advance) / 2,
      baseline: cell.baseline,
      size,
      tracking: 0,
    }
    return `<path d="${runPath(run, typeface)}"/>`
  })
  return svg(cell.width * 11, cell.height, glyphs)
}

function runPath(run: Pick<TextRun, 'text' | 'x' | 'baseline' | 'size' | 'tracking'>, typeface: Typeface): string {
  const scale = run.size / typeface.unitsPerEm
  let x = run.x
  let path = ''
  for (const character of run.text) {
    const codePoint = character.codePointAt(0) ?? 0
    path += typeface.path(codePoint, x, run.baseline, scale)
    x += typeface.advance(codePoint) * scale + run.tracking
  }
  return path
}

function svg(width: number, height: number, shapes: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff">${shapes.join('')}</svg>`
}

function box(rectangle: { x: number; y: number; width: number; height: number }): string {
  return `x="${fixed(rectangle.x)}" y="${fixed(rectangle.y)}" width="${fixed(rectangle.width)}" height="${fixed(rectangle.height)}"`
}

function fixed(value: number): string {
  return value.toFixed(2)
}

import { halveInk, type Ink } from './ink.js'
import type { Colour } from './palette.js'
import type { Plane } from './plane.js'
import type { Rectangle } from './card.js'

const WHITE: Colour = [255, 255, 255]

/** A rectangle of a picture whose background is kept, so that it can be drawn anew in every frame. */
interface Backdrop {
  plane: Plane
  x: number
  y: number
  width: number
  height: number
  kept: Uint8Array
}

/** The picture of each character of the timecode, in cells of one size beside each other: `0123456789:`. */
export interface Digits extends Ink {
  cell: number
}

const CHARACTERS = '0123456789:'

/** Writes a running text of digits and colons at fixed edges. The background must not change below it. */
export function textStamp(
  planes: readonly Plane[],
  digits: Digits,
  place: { edges: readonly number[]; top: number },
): (text: string) => void {
  const left = Math.floor((place.edges[0] ?? 0) / 2) * 2
  const width = Math.ceil(((place.edges.at(-1) ?? 0) + digits.cell - left) / 2) * 2
  const area = { x: left, y: Math.floor(place.top / 2) * 2, width, height: digits.height }
  const backdrops = planes.map((plane) => keep(plane, area))
  return (text) => {
    const ink = { width, height: digits.height, cover: new Uint8Array(width * digits.height) }
    ;[...text].forEach((character, index) => {
      copyDigit(digits, CHARACTERS.indexOf(character), ink, Math.round((place.edges[index] ?? 0) - left))
    })
    const halved = planes.some((plane) => plane.scale === 2) ? halveInk(ink) : ink
    for (const backdrop of backdrops) cover(backdrop, WHITE, backdrop.plane.scale === 2 ? halved.cover : ink.cover)
  }
}

/** Draws a line that grows from the left: `share` from 0 to 1. The background must not change below it. */
export function progressStamp(planes: readonly Plane[], line: Rectangle, colour: Colour): (share: number) => void {
  const top = Math.floor(line.y / 2) * 2
  const left = Math.floor(line.x / 2) * 2
  const area = {
    x: left,
    y: top,
    width: Math.ceil((line.x + line.width - left) / 2) * 2,
    height: Math.ceil((line.y + line.height - top) / 2) * 2,
  }
  const backdrops = planes.map((plane) => keep(plane, area))
  let drawn = line.x
  return (share) => {
    const right = line.x + line.width * share
    // Only what lies between the old end and the new one changes.
    const [from, to] = [Math.min(drawn, right), Math.max(drawn, right)]
    for (const backdrop of backdrops) {
      const { scale } = backdrop.plane
      const target = backdrop.plane.component(colour)
      const first = Math.max(0, Math.floor(from / scale) - backdrop.x)
      const end = Math.min(backdrop.width, Math.ceil(to / scale) - backdrop.x)
      for (let y = 0; y < backdrop.height; y++) {
        const vertical = 255 * overlap((backdrop.y + y) * scale, scale, line.y, line.y + line.height)
        for (let x = first; x < end; x++)
          coverPixel(
            backdrop,
            target,
            x,
            y,
            Math.round(vertical * overlap((backdrop.x + x) * scale, scale, line.x, right)),
          )
      }
    }
    drawn = right
  }
}

function keep(plane: Plane, area: Rectangle): Backdrop {
  const x = area.x / plane.scale
  const y = area.y / plane.scale
  const width = Math.min(area.width / plane.scale, plane.width - x)
  const height = Math.min(area.height / plane.scale, plane.height - y)
  const kept = new Uint8Array(width * height)
  for (let row = 0; row < height; row++)
    kept.set(plane.data.subarray((y + row) * plane.width + x, (y + row) * plane.width + x + width), row * width)
  return { plane, x, y, width, height, kept }
}

function cover(backdrop: Backdrop, colour: Colour, ink: Uint8Array): void {
  const stride = ink.length / backdrop.height
  const target = backdrop.plane.component(colour)
  for (let row = 0; row < backdrop.height; row++)
    for (let column = 0; column < backdrop.width; column++)
      coverPixel(backdrop, target, column, row, ink[row * stride + column] ?? 0)
}

/** Lays ink, 0 to 255, over a pixel of the kept background. */
function coverPixel({ plane, x, y, width, kept }: Backdrop, target: number, column: number, row: number, ink: number) {
  const under = kept[row * width + column] ?? 0
  const at = (y + row) * plane.width + x + column
  plane.data[at] = Math.round(under + ((target - under) * ink) / 255)
}

function copyDigit(digits: Digits, index: number, ink: Ink, x: number): void {
  for (let row = 0; row < digits.height; row++) {
    for (let column = 0; column < digits.cell; column++) {
      const at = row * ink.width + x + column
      const covered = digits.cover[row * digits.width + index * digits.cell + column] ?? 0
      if (x + column < ink.width && covered > (ink.cover[at] ?? 0)) ink.cover[at] = covered
    }
  }
}

/** Share of a cell that starts at `start` and spans `length` which lies between two bounds. */
function overlap(start: number, length: number, from: number, to: number): number {
  return Math.max(0, Math.min(start + length, to) - Math.max(start, from)) / length
}

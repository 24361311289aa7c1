import type { Ink } from './ink.js'
import { mix, type Colour } from './palette.js'
import type { Plane } from './plane.js'
import type { Ridge, Scene } from './scene.js'

const WHITE: Colour = [255, 255, 255]
const GLOW = 0.62

/** Paints a scene with ink over it into one plane, and then only what moves. */
export interface PlanePainter {
  /** Paints every pixel as it is at a moment, 0 (first frame) to 1 (last). */
  paint(moment: number): void
  /** Repaints what changed since the last moment: the rim of the sun and the crests of the ridges. */
  advance(moment: number): void
}

interface PlaneRidge {
  ridge: Ridge
  /** Crest in plane rows for each plane column, at the moment painted last and before. */
  crest: Float32Array
  before: Float32Array
  /** Colour of each plane row. */
  rows: Float32Array
}

/** Prepares a plane: all that does not move is worked out once, so that a frame costs only its changed pixels. */
export function planePainter(scene: Scene, plane: Plane, ink: Ink): PlanePainter {
  const { width, height, scale, data } = plane
  const sky = skyRows(scene, plane)
  const glowColour = plane.component(scene.palette.glow)
  const glowX = falloff(width, scale, scene.sun.x, scene.sun.radius * 5.2)
  const glowY = falloff(height, scale, scene.skyline, scene.sun.radius * 3.6)
  const sunColour = plane.component(scene.palette.sun)
  const inkColour = plane.component(WHITE)
  const sunX = scene.sun.x / scale
  const radius = scene.sun.radius / scale
  const ridges: PlaneRidge[] = scene.ridges.map((ridge) => ({ ridge, crest: new Float32Array(width), before: new Float32Array(width), rows: ridgeRows(ridge, plane) }))
  let sunY = 0

  const move = (moment: number) => {
    sunY = (scene.sun.y + scene.sun.sink * moment) / scale
    for (const layer of ridges) {
      layer.before.set(layer.crest)
      moveCrest(layer, scale, moment)
    }
  }

  const pixel = (x: number, y: number) => {
    let value = sky[y] ?? 0
    const lightness = (glowX[x] ?? 0) * (glowY[y] ?? 0) * GLOW
    value += (glowColour - value) * lightness
    const dx = x + 0.5 - sunX
    const dy = y + 0.5 - sunY
    if (dx < radius + 1 && dx > -radius - 1 && dy < radius + 1 && dy > -radius - 1) {
      value += (sunColour - value) * clamp(radius - Math.sqrt(dx * dx + dy * dy) + 0.5)
    }
    for (const { crest, rows } of ridges) {
      const cover = clamp(y + 1 - (crest[x] ?? 0))
      if (cover > 0) value += ((rows[y] ?? 0) - value) * cover
    }
    const at = y * width + x
    const covered = ink.cover[at] ?? 0
    if (covered > 0) value += ((inkColour - value) * covered) / 255
    const dithered = value + dither(x, y)
    data[at] = dithered < 0 ? 0 : dithered > 255 ? 255 : dithered
  }

  return {
    paint(moment) {
      move(moment)
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixel(x, y)
    },
    advance(moment) {
      const sunBefore = sunY
      move(moment)
      const reach = radius + 2
      const top = Math.max(0, Math.floor(sunBefore - reach))
      const bottom = Math.min(height - 1, Math.ceil(sunY + reach))
      const inner = (radius - 3) * (radius - 3)
      for (let y = top; y <= bottom; y++) {
        for (let x = Math.max(0, Math.floor(sunX - reach)); x <= Math.min(width - 1, Math.ceil(sunX + reach)); x++) {
          const dx = x + 0.5 - sunX
          const dy = y + 0.5 - sunY
          if (dx * dx + dy * dy > inner) pixel(x, y)
        }
      }
      for (const { crest, before } of ridges) {
        for (let x = 0; x < width; x++) {
          const now = crest[x] ?? 0
          const then = before[x] ?? 0
          const last = Math.min(height - 1, Math.ceil(Math.max(now, then)))
          for (let y = Math.max(0, Math.floor(Math.min(now, then)) - 1); y <= last; y++) pixel(x, y)
        }
      }
    },
  }
}

/** Puts the crest of a ridge where it is at a moment, between the whole pixels of its table. */
function moveCrest({ ridge, crest }: PlaneRidge, scale: number, moment: number): void {
  const shift = ridge.travel * moment
  for (let x = 0; x < crest.length; x++) {
    const at = (x + 0.5) * scale - 0.5 + shift
    const whole = Math.floor(at)
    const left = ridge.crest[whole] ?? 0
    crest[x] = (left + ((ridge.crest[whole + 1] ?? left) - left) * (at - whole)) / scale
  }
}

function skyRows(scene: Scene, plane: Plane): Float32Array {
  const stops = scene.palette.sky.map((colour) => plane.component(colour))
  return Float32Array.from({ length: plane.height }, (_, row) => {
    const share = Math.min(0.9999, ((row + 0.5) * plane.scale) / scene.skyline) * (stops.length - 1)
    return curve(stops, Math.floor(share), share % 1)
  })
}

/** A smooth curve through all stops (Catmull-Rom): a gradient of straight pieces shows its joints as bands. */
function curve(stops: readonly number[], index: number, share: number): number {
  const at = (place: number) => stops[Math.min(stops.length - 1, Math.max(0, place))] ?? 0
  const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
  return from + 0.5 * share * (to - before + share * (2 * before - 5 * from + 4 * to - after + share * (3 * (from - to) + after - before)))
}

function ridgeRows(ridge: Ridge, plane: Plane): Float32Array {
  return Float32Array.from({ length: plane.height }, (_, row) => {
    const share = clamp(((row + 0.5) * plane.scale - ridge.top) / ridge.fade)
    return plane.component(mix(ridge.colour, ridge.mist, share * share * (3 - 2 * share)))
  })
}

/** A bell curve around a centre: the glow is the product of one across and one down. */
function falloff(length: number, scale: number, centre: number, reach: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => Math.exp(-((((index + 0.5) * scale - centre) / reach) ** 2)))
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value
}

/** Interleaved gradient noise, 0 to 1: hides the steps of slow gradients and never changes between frames. */
function dither(x: number, y: number): number {
  const first = 0.06711056 * x + 0.00583715 * y
  const second = 52.9829189 * (first - Math.floor(first))
  return second - Math.floor(second)
}

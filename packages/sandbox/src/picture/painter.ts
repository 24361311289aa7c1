import type { Ink } from './ink.js'
import { mix, type Colour } from './palette.js'
import type { Plane } from './plane.js'
import type { Ridge, Scene } from './scene.js'

const WHITE: Colour = [255, 255, 255]
const GLOW = 0.62
/** Above 1 the sky stays dark for longer, so that white words stand on it. */
const SKY_EASE = 1.18
/** Pixels painted together. */
const BATCH = 4096

/** Paints a scene with ink over it into planes of one size, and then only what moves. */
export interface Painter {
  /** Paints every pixel as it is at a moment, 0 (first frame) to 1 (last). */
  paint(moment: number): void
  /** Repaints what changed since the last moment: the rim of the sun and the crests of the ridges. */
  advance(moment: number): void
}

/** What one plane needs: its bytes and the colours of the scene as it holds them. */
interface Channel {
  data: Uint8Array
  /** Bytes from a pixel to the next. */
  step: number
  glow: number
  sun: number
  ink: number
  /** Colour of each row of the sky. */
  sky: Float32Array
  /** Colour of each row of each ridge, one ridge after the other. */
  ridges: Float32Array
}

/**
 * Prepares planes that share one size: all that does not move is worked out once, so that a frame costs only its changed pixels,
 * and where a pixel lies is worked out once for all of them.
 */
export function createPainter(scene: Scene, planes: readonly Plane[], ink: Ink): Painter {
  const { width = 0, height = 0, scale = 1 } = planes[0] ?? {}
  const channels = planes.map((plane) => channelOf(scene, plane))
  const glowX = falloff(width, scale, scene.sun.x, scene.sun.radius * 5.2)
  const glowY = falloff(height, scale, scene.skyline, scene.sun.radius * 3.6)
  const cover = ink.cover
  const sunX = scene.sun.x / scale
  const radius = scene.sun.radius / scale
  const count = scene.ridges.length
  /** Crests in plane rows, by ridge and column: now, and at the moment before. */
  const now = new Float32Array(count * width)
  const before = new Float32Array(count * width)
  let sunY = 0

  const move = (moment: number) => {
    sunY = (scene.sun.y + scene.sun.sink * moment) / scale
    before.set(now)
    scene.ridges.forEach((ridge, index) =>
      moveCrest(ridge, now.subarray(index * width, (index + 1) * width), scale, moment),
    )
  }

  /** Pixels to be painted, and what each shares between its channels: loops over many are several times faster than one by one. */
  const batch = {
    length: 0,
    x: new Int32Array(BATCH),
    y: new Int32Array(BATCH),
    /** The nearest ridge that covers the pixel whole, -1 for the sky: it hides all behind it. */
    solid: new Int8Array(BATCH),
    /** Whether the crest of a nearer ridge crosses the pixel. */
    crossed: new Uint8Array(BATCH),
    glow: new Float32Array(BATCH),
    sun: new Float32Array(BATCH),
    noise: new Float32Array(BATCH),
  }

  const pixel = (x: number, y: number) => {
    batch.x[batch.length] = x
    batch.y[batch.length] = y
    batch.length += 1
    if (batch.length === BATCH) paintBatch()
  }

  const paintBatch = () => {
    measure()
    for (const channel of channels) shade(channel)
    batch.length = 0
  }

  /** Works out where the pixels lie: behind which ridge, how near the sun. */
  const measure = () => {
    const { length, solid, crossed, glow, sun, noise } = batch
    for (let index = 0; index < length; index++) {
      const x = batch.x[index] ?? 0
      const y = batch.y[index] ?? 0
      let nearest = count - 1
      let crossing = 0
      for (; nearest >= 0; nearest--) {
        const crest = now[nearest * width + x] ?? 0
        if (y >= crest) break
        if (y + 1 > crest) crossing = 1
      }
      solid[index] = nearest
      crossed[index] = crossing
      noise[index] = dither(x, y)
      if (nearest >= 0) continue
      glow[index] = (glowX[x] ?? 0) * (glowY[y] ?? 0) * GLOW
      const dx = x + 0.5 - sunX
      const dy = y + 0.5 - sunY
      const near = dx < radius + 1 && dx > -radius - 1 && dy < radius + 1 && dy > -radius - 1
      sun[index] = near ? clamp(radius - Math.sqrt(dx * dx + dy * dy) + 0.5) : 0
    }
  }

  const shade = (channel: Channel) => {
    const { data, step, sky, ridges, glow: glowColour, sun: sunColour, ink: inkColour } = channel
    const { length, solid, crossed, glow, sun, noise } = batch
    for (let index = 0; index < length; index++) {
      const x = batch.x[index] ?? 0
      const y = batch.y[index] ?? 0
      const nearest = solid[index] ?? 0
      let value = 0
      if (nearest < 0) {
        value = sky[y] ?? 0
        value += (glowColour - value) * (glow[index] ?? 0)
        value += (sunColour - value) * (sun[index] ?? 0)
      } else value = ridges[nearest * height + y] ?? 0
      if (crossed[index] === 1) {
        for (let ridge = nearest + 1; ridge < count; ridge++) {
          const ridgeCover = y + 1 - (now[ridge * width + x] ?? 0)
          if (ridgeCover > 0) value += ((ridges[ridge * height + y] ?? 0) - value) * ridgeCover
        }
      }
      const at = y * width + x
      value += ((inkColour - value) * (cover[at] ?? 0)) / 255 + (noise[index] ?? 0)
      data[at * step] = value < 0 ? 0 : value > 255 ? 255 : value
    }
  }

  /** The inside of the sun, as far in as the rim did not move, has not changed. */
  const repaintSunRim = (top: number, bottom: number) => {
    const reach = radius + 2
    const left = Math.max(0, Math.floor(sunX - reach))
    const right = Math.min(width - 1, Math.ceil(sunX + reach))
    const inner = Math.max(0, radius - 2 - (bottom - top)) ** 2
    for (let y = Math.max(0, Math.floor(top - reach)); y <= Math.min(height - 1, Math.ceil(bottom + reach)); y++) {
      for (let x = left; x <= right; x++) {
        const dx = x + 0.5 - sunX
        const dy = y + 0.5 - sunY
        if (dx * dx + dy * dy >= inner) pixel(x, y)
      }
    }
  }

  /** From the nearest ridge to the farthest: what a nearer one hides, now and before, has not changed. */
  const repaintCrests = () => {
    for (let x = 0; x < width; x++) {
      let hidden = height
      for (let ridge = count - 1; ridge >= 0; ridge--) {
        const crest = now[ridge * width + x] ?? 0
        const past = before[ridge * width + x] ?? 0
        const first = Math.max(0, Math.floor(crest < past ? crest : past))
        const last = Math.min(hidden - 1, Math.floor(crest > past ? crest : past))
        for (let y = first; y <= last; y++) pixel(x, y)
        if (first < hidden) hidden = first
      }
    }
  }

  return {
    paint(moment) {
      move(moment)
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixel(x, y)
      paintBatch()
    },
    advance(moment) {
      const sunBefore = sunY
      move(moment)
      repaintSunRim(sunBefore, sunY)
      repaintCrests()
      paintBatch()
    },
  }
}

function channelOf(scene: Scene, plane: Plane): Channel {
  const ridges = new Float32Array(scene.ridges.length * plane.height)
  scene.ridges.forEach((ridge, index) => ridges.set(ridgeRows(ridge, plane), index * plane.height))
  return {
    data: plane.data,
    step: plane.step,
    glow: plane.component(scene.palette.glow),
    sun: plane.component(scene.palette.sun),
    ink: plane.component(WHITE),
    sky: skyRows(scene, plane),
    ridges,
  }
}

/** Puts the crest of a ridge where it is at a moment, between the whole pixels of its table. */
function moveCrest(ridge: Ridge, crest: Float32Array, scale: number, moment: number): void {
  const table = ridge.crest
  const shift = ridge.travel * moment + 0.5 * scale - 0.5
  for (let x = 0; x < crest.length; x++) {
    const at = x * scale + shift
    const whole = Math.floor(at)
    const left = table[whole] ?? 0
    crest[x] = (left + ((table[whole + 1] ?? left) - left) * (at - whole)) / scale
  }
}

function skyRows(scene: Scene, plane: Plane): Float32Array {
  const stops = scene.palette.sky.map((colour) => plane.component(colour))
  return Float32Array.from({ length: plane.height }, (_, row) => {
    const share = Math.min(0.9999, ((row + 0.5) * plane.scale) / scene.skyline) ** SKY_EASE * (stops.length - 1)
    return curve(stops, Math.floor(share), share % 1)
  })
}

/** A smooth curve through all stops (Catmull-Rom): a gradient of straight pieces shows its joints as bands. */
function curve(stops: readonly number[], index: number, share: number): number {
  const at = (place: number) => stops[Math.min(stops.length - 1, Math.max(0, place))] ?? 0
  const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
  return (
    from +
    0.5 *
      share *
      (to - before + share * (2 * before - 5 * from + 4 * to - after + share * (3 * (from - to) + after - before)))
  )
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

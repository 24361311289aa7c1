import type { Ink } from './ink.js'
import { mix, type Colour } from './palette.js'
import { pixelsByRow } from './pixels-by-row.js'
import type { Plane } from './plane.js'
import type { Ridge, Scene } from './scene.js'

const WHITE: Colour = [255, 255, 255]
const GLOW = 0.62
/** Above 1 the sky stays dark for longer, so that white words stand on it. */
const SKY_EASE = 1.18

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
  /** Colour of each row of the sky, then of each row of each ridge, one ridge after the other. */
  rows: Float32Array
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
  const changed = pixelsByRow(height)
  let sunY = 0

  const move = (moment: number) => {
    sunY = (scene.sun.y + scene.sun.sink * moment) / scale
    before.set(now)
    scene.ridges.forEach((ridge, index) =>
      moveCrest(ridge, now.subarray(index * width, (index + 1) * width), scale, moment),
    )
  }

  /** Pixels of one row that are painted together, and what each shares between its channels: many at once are several times faster. */
  const run = {
    length: 0,
    x: new Int32Array(width),
    /** Where the colours of what the pixel shows begin in `rows`. */
    layer: new Int32Array(width),
    /** Whether the crest of a nearer ridge crosses the pixel. */
    crossed: new Uint8Array(width),
    glow: new Float32Array(width),
    sun: new Float32Array(width),
    ink: new Float32Array(width),
    noise: new Float32Array(width),
  }

  /** What each column showed where it was looked at last, and the row up to which it shows nothing else. */
  const column = { layer: new Int32Array(width), until: new Float32Array(width) }

  /** Paints rows from the top down, each with the columns that `choose` puts into the run. */
  const paintRows = (from: number, to: number, choose: (y: number) => void) => {
    column.until.fill(-1)
    for (let y = Math.max(0, from); y <= Math.min(height - 1, to); y++) {
      run.length = 0
      choose(y)
      if (run.length === 0) continue
      measure(y)
      for (const channel of channels) shade(channel, y)
    }
  }

  /** Works out what the channels of each pixel share: what it shows, how near the sun it lies, how much ink covers it. */
  const measure = (y: number) => {
    const { length, layer, crossed, glow, sun, ink: inked, noise } = run
    const glowHere = (glowY[y] ?? 0) * GLOW
    const dy = y + 0.5 - sunY
    const reach = Math.abs(dy) < radius + 1 ? radius + 1 : 0
    for (let index = 0; index < length; index++) {
      const x = run.x[index] ?? 0
      crossed[index] = y < (column.until[x] ?? 0) ? 0 : look(x, y)
      const shows = column.layer[x] ?? 0
      layer[index] = shows
      inked[index] = (cover[y * width + x] ?? 0) / 255
      noise[index] = dither(x, y)
      glow[index] = shows === 0 ? (glowX[x] ?? 0) * glowHere : 0
      const dx = x + 0.5 - sunX
      const near = shows === 0 && dx < reach && dx > -reach
      sun[index] = near ? clamp(radius - Math.sqrt(dx * dx + dy * dy) + 0.5) : 0
    }
  }

  /** Finds the nearest ridge that covers a pixel whole, which hides all behind it; 1 if the crest of a nearer one crosses it. */
  const look = (x: number, y: number): 0 | 1 => {
    let nearest = count - 1
    let crossing: 0 | 1 = 0
    let until = height
    for (; nearest >= 0; nearest--) {
      const crest = now[nearest * width + x] ?? 0
      if (y >= crest) break
      if (y + 1 > crest) crossing = 1
      until = Math.min(until, crest - 1)
    }
    column.layer[x] = (nearest + 1) * height
    column.until[x] = until
    return crossing
  }

  /** Every colour lies between 0 and 255, and so does a mixture of them: with noise below 1 added, the whole part is a byte. */
  const shade = (channel: Channel, y: number) => {
    const { data, step, rows, glow: glowColour, sun: sunColour, ink: inkColour } = channel
    const { length, x, layer, crossed, glow, sun, ink: inked, noise } = run
    const start = y * width
    for (let index = 0; index < length; index++) {
      const shows = layer[index] ?? 0
      let value = rows[shows + y] ?? 0
      if (shows === 0) {
        value += (glowColour - value) * (glow[index] ?? 0)
        value += (sunColour - value) * (sun[index] ?? 0)
      }
      const at = x[index] ?? 0
      if (crossed[index] === 1) {
        for (let ridge = shows / height; ridge < count; ridge++) {
          const covered = y + 1 - (now[ridge * width + at] ?? 0)
          if (covered > 0) value += ((rows[(ridge + 1) * height + y] ?? 0) - value) * covered
        }
      }
      value += (inkColour - value) * (inked[index] ?? 0)
      data[(start + at) * step] = value + (noise[index] ?? 0)
    }
  }

  const add = (from: number, to: number) => {
    for (let x = Math.max(0, from); x <= Math.min(width - 1, to); x++) run.x[run.length++] = x
  }

  /** The inside of the sun, as far in as the rim did not move, has not changed. */
  const repaintSunRim = (top: number, bottom: number) => {
    const reach = radius + 2
    const inner = Math.max(0, radius - 2 - (bottom - top)) ** 2
    paintRows(Math.floor(top - reach), Math.ceil(bottom + reach), (y) => {
      const dy = y + 0.5 - sunY
      const hollow = Math.sqrt(Math.max(0, inner - dy * dy))
      add(Math.floor(sunX - reach), Math.ceil(sunX - 0.5 - hollow))
      add(Math.max(Math.ceil(sunX - 0.5 - hollow) + 1, Math.floor(sunX - 0.5 + hollow)), Math.ceil(sunX + reach))
    })
  }

  /** From the nearest ridge to the farthest: what a nearer one hides, now and before, has not changed. */
  const repaintCrests = () => {
    changed.clear()
    for (let x = 0; x < width; x++) {
      let hidden = height
      for (let ridge = count - 1; ridge >= 0; ridge--) {
        const crest = now[ridge * width + x] ?? 0
        const past = before[ridge * width + x] ?? 0
        const first = Math.max(0, Math.floor(crest < past ? crest : past))
        const last = Math.min(hidden - 1, Math.floor(crest > past ? crest : past))
        for (let y = first; y <= last; y++) changed.add(x, y)
        if (first < hidden) hidden = first
      }
    }
    paintRows(0, height - 1, (y) => (run.length = changed.copy(y, run.x)))
  }

  return {
    paint(moment) {
      move(moment)
      paintRows(0, height - 1, () => add(0, width - 1))
    },
    advance(moment) {
      const sunBefore = sunY
      move(moment)
      repaintSunRim(sunBefore, sunY)
      repaintCrests()
    },
  }
}

function channelOf(scene: Scene, plane: Plane): Channel {
  const rows = new Float32Array((scene.ridges.length + 1) * plane.height)
  rows.set(skyRows(scene, plane))
  scene.ridges.forEach((ridge, index) => rows.set(ridgeRows(ridge, plane), (index + 1) * plane.height))
  return {
    data: plane.data,
    step: plane.step,
    glow: plane.component(scene.palette.glow),
    sun: plane.component(scene.palette.sun),
    ink: plane.component(WHITE),
    rows,
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
    return Math.min(255, Math.max(0, curve(stops, Math.floor(share), share % 1)))
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

import { between, pick, seededRandom, type Random } from '../random.js'
import { mix, palettes, type Colour, type Palette } from './palette.js'

/** A line of hills, waves or mountains. */
export interface Ridge {
  /** Height of the crest (y, in pixels) at every whole x from 0 to the picture's width plus the way it travels. */
  crest: Float32Array
  /** Pixels it travels to the left from the first frame to the last. */
  travel: number
  /** Colour at the crest and, `fade` pixels below `top`, of the haze. */
  colour: Colour
  mist: Colour
  top: number
  fade: number
}

/** A landscape at the end of a day: what is drawn behind the words. Pure data; the seed fixes all of it. */
export interface Scene {
  palette: Palette
  /** Where the sky's colours end and the farthest ridge begins. */
  skyline: number
  sun: { x: number; y: number; radius: number; sink: number }
  /** From far to near; the last one is solid ground below `groundTop`. */
  ridges: Ridge[]
  stars: { x: number; y: number; radius: number; opacity: number }[]
}

/** Size of the picture and what the words leave of it. */
export interface SceneFrame {
  width: number
  height: number
  /** Where the prompt ends: the sun stands below it wherever there is room. */
  titleBottom: number
  /** From here down the nearest ridge covers everything, because the facts stand there. */
  groundTop: number
}

const RIDGES = 5

/** Composes the landscape of a seed. */
export function composeScene(seed: number, frame: SceneFrame): Scene {
  const random = seededRandom(seed)
  const palette = pick(random, palettes)
  const short = Math.min(frame.width, frame.height)
  const rough = between(random, 0.55, 1.15)
  const radius = short * between(random, 0.055, 0.085)
  const clear = frame.titleBottom + Math.max(radius * 2.2, frame.height * 0.1)
  const skyline = Math.min(Math.max(frame.height * between(random, 0.5, 0.56), clear), frame.groundTop - short * 0.1)
  const rise = Math.min(radius * between(random, 0.7, 1.3), Math.max(0, skyline - frame.titleBottom - radius))
  const sun = { x: frame.width * between(random, 0.6, 0.82), y: skyline - rise, radius, sink: radius * 0.9 }
  const ridges = Array.from({ length: RIDGES }, (_, index) => ridge(random, palette, frame, { index, skyline, rough }))
  const stars = palette.stars ? scatterStars(random, frame, skyline) : []
  return { palette, skyline, sun, ridges, stars }
}

function ridge(
  random: Random,
  palette: Palette,
  frame: SceneFrame,
  place: { index: number; skyline: number; rough: number },
): Ridge {
  const share = place.index / (RIDGES - 1)
  const short = Math.min(frame.width, frame.height)
  const amplitude = short * (0.085 - 0.055 * share) * place.rough
  const nearest = frame.groundTop - amplitude - short * 0.01
  const base = place.skyline + (nearest - place.skyline) * share
  const travel = short * (0.02 + 0.11 * share * share)
  const wavelength = short * between(random, 0.75, 1.1) * (1 - 0.25 * share)
  const octaves = Array.from({ length: 5 }, (_, octave) => ({
    frequency: ((2 * Math.PI) / wavelength) * 1.93 ** octave,
    strength: 0.52 ** octave,
    phase: random() * 2 * Math.PI,
  }))
  const total = octaves.reduce((sum, octave) => sum + octave.strength, 0)
  const crest = new Float32Array(frame.width + Math.ceil(travel) + 2)
  for (let x = 0; x < crest.length; x++) {
    let wave = 0
    for (const octave of octaves) wave += octave.strength * Math.sin(x * octave.frequency + octave.phase)
    crest[x] = base - (amplitude * wave) / total
  }
  return {
    crest,
    travel,
    colour: mix(palette.far, palette.near, share ** 0.8),
    mist: mix(palette.mist, palette.near, Math.min(1, share * 1.25)),
    top: base - amplitude,
    fade: short * 0.22,
  }
}

function scatterStars(random: Random, frame: SceneFrame, skyline: number): Scene['stars'] {
  const unit = Math.min(frame.width, frame.height) / 720
  const count = Math.round((70 * frame.width) / frame.height)
  return Array.from({ length: count }, () => {
    const depth = random() ** 1.6
    return {
      x: frame.width * random(),
      y: skyline * 0.72 * depth,
      radius: unit * between(random, 0.5, 1.3),
      opacity: (1 - depth) * between(random, 0.15, 0.6),
    }
  })
}

import { between, pick, seededRandom } from '../random.js'

export const SAMPLE_RATE = 48_000

const CHORDS: readonly [readonly number[], ...(readonly number[])[]] = [
  [0, 7, 12, 16, 23],
  [0, 7, 14, 15, 22],
  [0, 5, 12, 17, 21],
  [0, 9, 12, 16, 19],
]

interface Voice {
  frequency: number
  loudness: number
  /** -1 left, 1 right. */
  place: number
  /** Slow swell: periods a second, and where it begins. */
  swell: number
  phase: number
}

/** A quiet chord that breathes, and a few plucked notes over it: left and right samples, -1 to 1, fixed by the seed. */
export function toneBed(seed: number, seconds: number): [left: Float32Array, right: Float32Array] {
  const random = seededRandom(seed ^ 0x5f3759df)
  const root = 110 * 2 ** (Math.floor(between(random, -3, 5)) / 12)
  const chord = pick(random, CHORDS)
  const samples = Math.round(seconds * SAMPLE_RATE)
  const channels: [Float32Array, Float32Array] = [new Float32Array(samples), new Float32Array(samples)]
  for (const semitones of chord) {
    for (const detune of [-0.4, 0.4]) {
      addVoice(channels, {
        frequency: root * 2 ** (semitones / 12) + detune,
        loudness: 0.052 / (1 + semitones / 18),
        place: detune * between(random, 0.6, 1.8),
        swell: between(random, 0.05, 0.16),
        phase: random(),
      })
    }
  }
  const step = between(random, 0.42, 0.6)
  for (let start = step; start < seconds - 1; start += step) {
    if (random() < 0.62)
      addPluck(channels, {
        start,
        frequency: root * 4 * 2 ** (pick(random, [chord[0] ?? 0, chord[1] ?? 7, chord[2] ?? 12, chord[3] ?? 16]) / 12),
        loudness: between(random, 0.025, 0.06),
        place: between(random, -0.7, 0.7),
      })
  }
  fade(channels, seconds)
  return channels
}

function addVoice([left, right]: [Float32Array, Float32Array], voice: Voice): void {
  const turn = 2 * Math.cos((2 * Math.PI * voice.frequency) / SAMPLE_RATE)
  let before = -Math.sin((2 * Math.PI * voice.frequency) / SAMPLE_RATE)
  let now = 0
  const swellStep = (2 * Math.PI * voice.swell) / SAMPLE_RATE
  let level = 0
  for (let index = 0; index < left.length; index++) {
    if (index % 256 === 0)
      level = voice.loudness * (0.7 + 0.3 * Math.sin(index * swellStep + voice.phase * 2 * Math.PI))
    left[index] = (left[index] ?? 0) + now * level * (1 - Math.max(0, voice.place))
    right[index] = (right[index] ?? 0) + now * level * (1 + Math.min(0, voice.place))
    const next = turn * now - before
    before = now
    now = next
  }
}

function addPluck(
  [left, right]: [Float32Array, Float32Array],
  pluck: { start: number; frequency: number; loudness: number; place: number },
): void {
  const first = Math.round(pluck.start * SAMPLE_RATE)
  const length = Math.min(left.length - first, Math.round(1.6 * SAMPLE_RATE))
  const angle = (2 * Math.PI * pluck.frequency) / SAMPLE_RATE
  const decay = Math.exp(-1 / (0.32 * SAMPLE_RATE))
  let level = pluck.loudness
  for (let index = 0; index < length; index++) {
    const attack = Math.min(1, index / 240)
    const sample = Math.sin(angle * index) * level * attack
    level *= decay
    left[first + index] = (left[first + index] ?? 0) + sample * (1 - Math.max(0, pluck.place))
    right[first + index] = (right[first + index] ?? 0) + sample * (1 + Math.min(0, pluck.place))
  }
}

function fade(channels: [Float32Array, Float32Array], seconds: number): void {
  const total = Math.round(seconds * SAMPLE_RATE)
  const rise = Math.min(0.6, seconds / 4) * SAMPLE_RATE
  const fall = Math.min(1.2, seconds / 3) * SAMPLE_RATE
  for (const channel of channels) {
    for (let index = 0; index < rise; index++) channel[index] = (channel[index] ?? 0) * (index / rise)
    for (let index = 0; index < fall; index++)
      channel[total - 1 - index] = (channel[total - 1 - index] ?? 0) * (index / fall)
  }
}

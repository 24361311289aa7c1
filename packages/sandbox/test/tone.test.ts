import { expect, it } from 'vitest'
import { SAMPLE_RATE, toneBed } from '../src/media/tone.js'

const loudest = (samples: Float32Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
const power = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

it.each([1, 2, 3, 42, 4_294_967_295])(
  'is neither silent nor too loud, and begins and ends in silence (seed %i)',
  (seed) => {
    for (const channel of toneBed(seed, 4)) {
      expect(channel.length).toBe(4 * SAMPLE_RATE)
      expect(loudest(channel)).toBeLessThan(0.8)
      expect(power(channel)).toBeGreaterThan(0.02)
      expect(loudest(channel.subarray(0, 48))).toBeLessThan(0.01)
      expect(loudest(channel.subarray(-48))).toBeLessThan(0.01)
    }
  },
)

it('is fixed by its seed', () => {
  expect(toneBed(5, 1)).toEqual(toneBed(5, 1))
  expect(toneBed(5, 1)).not.toEqual(toneBed(6, 1))
})

import type { ParameterFacts } from '@model-tasks/spec/facts'

/** Widths and heights of one ratio differ by less, since they are rounded: 1366x768 is 16:9. */
const tolerance = 0.01

/** The value of a list of resolutions (`720p`, `1080P`) for a size in pixels; the size itself where it has none, which the check of the request rejects by name. */
export function resolutionFor(size: string, facts: ParameterFacts | undefined): string {
  const [width = NaN, height = NaN] = size.split('x').map(Number)
  const name = `${Math.min(width, height)}p`
  if (facts?.allowed === undefined) return name
  const found = facts.allowed.find((value) => typeof value === 'string' && value.toLowerCase() === name)
  return typeof found === 'string' ? found : size
}

/** The value of a list of ratios (`16:9`) for a size in pixels; the ratio itself where it has none. */
export function ratioFor(size: string, facts: ParameterFacts | undefined): string {
  const [width = NaN, height = NaN] = size.split('x').map(Number)
  const found = facts?.allowed?.find((value) => {
    const [across = NaN, down = NaN] = typeof value === 'string' ? value.split(':').map(Number) : []
    return Math.abs((width / height) * (down / across) - 1) < tolerance
  })
  if (typeof found === 'string') return found
  const divisor = greatestCommonDivisor(width, height)
  return `${width / divisor}:${height / divisor}`
}

function greatestCommonDivisor(a: number, b: number): number {
  return b > 0 ? greatestCommonDivisor(b, a % b) : a || 1
}

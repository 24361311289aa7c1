/** A unit in which a limit on files counts bytes. */
export type ByteUnit = 'KB' | 'MB' | 'GB'
/** A unit in which a limit on files counts time. */
export type TimeUnit = 'ms' | 's' | 'min' | 'h'

const binary: { readonly [unit in ByteUnit]: number } = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }
const decimal: { readonly [unit in ByteUnit]: number } = { KB: 1e3, MB: 1e6, GB: 1e9 }
const seconds: { readonly [unit in TimeUnit]: number } = { ms: 1e-3, s: 1, min: 60, h: 3600 }

export const byteUnits: readonly string[] = Object.keys(binary)
export const timeUnits: readonly string[] = Object.keys(seconds)

export function isByteUnit(unit: string | undefined): unit is ByteUnit {
  return unit !== undefined && byteUnits.includes(unit)
}

export function isTimeUnit(unit: string | undefined): unit is TimeUnit {
  return unit !== undefined && timeUnits.includes(unit)
}

/**
 * A bound of a limit as files are measured: in bytes, of which a MB has 1,048,576, and in seconds; in another unit as it is.
 * Exact to a millionth, which is more exact than any file is measured.
 */
export function boundIn(bound: number, unit: string | undefined): number {
  const one = isByteUnit(unit) ? binary[unit] : isTimeUnit(unit) ? seconds[unit] : 1
  return one === 1 ? bound : Math.round(bound * one * 1e6) / 1e6
}

/** How many bytes a unit has in each of its two readings. */
export function bytesOf(unit: ByteUnit): { binary: number; decimal: number } {
  return { binary: binary[unit], decimal: decimal[unit] }
}

/** So many seconds in a unit of time. */
export function secondsIn(value: number, unit: TimeUnit): number {
  return unit === 'ms' ? value * 1000 : value / seconds[unit]
}

import type { JsonValue, Unknown } from '@model-tasks/spec/catalogue'

/** Whether a fact is one that the interface leaves open. */
export const isUnknown = (fact: unknown): fact is Unknown =>
  typeof fact === 'object' && fact !== null && 'unknown' in fact

/** A default or value as it is written in a request: strings without quotes, everything else as JSON. */
export const written = (value: JsonValue): string => (typeof value === 'string' ? value : JSON.stringify(value))

const groups = new Intl.NumberFormat('en-US')

/** A number with thin groups, so that 2147483647 can be read. */
export const grouped = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) >= 10_000 ? groups.format(value).replaceAll(',', ' ') : String(value)

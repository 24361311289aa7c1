import type { JsonValue } from '@model-tasks/spec'

/** The longest piece of a request that a message repeats. */
const maxQuoted = 60

/** What a message calls a value that it does not repeat. */
export interface Nouns {
  array: string
  object: string
  nothing: string
}

/** A sent value as a message shows it: strings quoted and shortened, lists and objects only named. */
export function quoteValue(
  value: unknown,
  nouns: Nouns = { array: 'an array', object: 'an object', nothing: 'nothing' },
): string {
  return typeof value === 'string'
    ? visible(JSON.stringify(shorten(value)))
    : value === null || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : Array.isArray(value)
        ? nouns.array
        : value === undefined
          ? nouns.nothing
          : nouns.object
}

/** The sent value where a finding can carry it as JSON: scalars only, long strings shortened. */
export function received(value: unknown): JsonValue | undefined {
  return typeof value === 'string'
    ? shorten(value)
    : value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
      ? value
      : undefined
}

/** A fact of the catalogue as plain text. */
export function formatValue(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** `a, b or c`. */
export function joinWords(values: readonly JsonValue[], conjunction: string): string {
  const words = values.map(formatValue)
  const last = words.pop()
  return words.length > 0 ? `${words.join(', ')} ${conjunction} ${last}` : String(last)
}

/** The name of a parameter as a message shows it: as it is when it could be one, else quoted. */
export function formatName(name: string): string {
  return /^[\w-]{1,60}$/.test(name) ? name : quoteValue(name)
}

/** Where a value lies, as a message shows it: `camera.zoom`, `reference_images[0]`. */
export function formatPlace(steps: readonly string[]): string {
  return steps
    .map((step, index) => (index === 0 ? formatName(step) : /^\d+$/.test(step) ? `[${step}]` : `.${formatName(step)}`))
    .join('')
}

/** Control characters, unusual spaces and marks of direction written out, since they could not be seen or would move the cursor. */
function visible(text: string): string {
  // To compile the other expression takes longer than everything else in a first message.
  if (/^[ -~]*$/.test(text)) return text
  return text.replace(
    /(?! )[\p{C}\p{Z}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The first part of a long string, with an ellipsis. */
export function shorten(text: string): string {
  return text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text
}

/** Length of a string in Unicode code points. */
export function codePoints(value: unknown): number {
  let count = 0
  if (typeof value === 'string') for (const _ of value) count++
  return count
}

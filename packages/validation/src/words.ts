import type { JsonValue } from '@model-tasks/spec'

/** The longest piece of a request that a message repeats. */
const longest = 60

/** What a message calls a value that it does not repeat. */
export interface Kinds {
  array: string
  object: string
  nothing: string
}

/** A sent value as a message shows it: strings quoted and shortened, lists and objects only named. */
export function shown(
  value: unknown,
  kinds: Kinds = { array: 'an array', object: 'an object', nothing: 'nothing' },
): string {
  return typeof value === 'string'
    ? visible(JSON.stringify(shortened(value)))
    : value === null || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : Array.isArray(value)
        ? kinds.array
        : value === undefined
          ? kinds.nothing
          : kinds.object
}

/** The sent value where a finding can carry it as JSON: scalars only, long strings shortened. */
export function received(value: unknown): JsonValue | undefined {
  return typeof value === 'string'
    ? shortened(value)
    : value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
      ? value
      : undefined
}

/** A fact of the catalogue as plain text. */
export function said(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}

/** `a, b or c`. */
export function listed(values: readonly JsonValue[], conjunction: string): string {
  const words = values.map(said)
  const last = words.pop()
  return words.length > 0 ? `${words.join(', ')} ${conjunction} ${last}` : String(last)
}

/** `1 item`, `2 items`. */
export function counted(count: JsonValue | undefined, noun: string): string {
  return `${said(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** The name of a parameter as a message shows it: as it is when it could be one, else quoted. */
export function named(name: string): string {
  return /^[\w-]{1,60}$/.test(name) ? name : shown(name)
}

/** Control characters, odd blanks and marks of direction written out, since they could not be seen or would move the cursor. */
function visible(text: string): string {
  return text.replace(
    /(?! )[\p{C}\p{Z}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The first part of a long text, with an ellipsis. */
export function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Length of a text in Unicode code points. */
export function codePoints(value: unknown): number {
  if (typeof value !== 'string') return 0
  let count = value.length
  for (let index = 0; index < value.length; index++) if ((value.codePointAt(index) ?? 0) > 0xffff) count--
  return count
}

/** Whether a media parameter takes ids of the asset library, by what its validator says that it accepts. */
export function takesAssets(accepts: unknown): boolean {
  return Array.isArray(accepts) && accepts.includes('asset')
}

/** The kind of reference that was sent where the parameter takes others only; undefined when it is no reference at all. */
export function refusedReference(value: unknown, accepts: unknown): 'asset' | 'data' | undefined {
  if (typeof value !== 'string') return undefined
  if (/^assetId:/i.test(value)) return takesAssets(accepts) ? undefined : 'asset'
  return /^data:/i.test(value) && !(Array.isArray(accepts) && accepts.includes('data')) ? 'data' : undefined
}

import type { JsonValue, Unknown } from '../../catalogue.js'

/** Whether a fact is one the interface leaves open. */
export function isUnknown(value: unknown): value is Unknown {
  return typeof value === 'object' && value !== null && 'unknown' in value
}

/** A value as code: a string bare, anything else as JSON. */
export function code(value: JsonValue): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

/** Words in a row with commas and a last joiner: `a, b or c`. */
export function joined(words: readonly string[], joiner: 'and' | 'or'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${joiner} ${words.at(-1)}`
}

/** First letter in upper case, but for a name, such as `reference_mode`. */
export function sentence(text: string): string {
  const capital = /^[a-z]+_/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?:]$/.test(capital) ? capital : `${capital}.`
}

import type { JsonValue } from '../catalogue.js'
import { formatValue, joinValues, quoteValue, shorten } from './format.js'
import type { Language } from './language.js'

/** What placeholders stand for. A value in both languages is `{ en, zh }`. */
export type Slots = { readonly [slot: string]: unknown }

const placeholder = /\{(\w+)(?:\|(\w+))?\}/g

/** The first of the alternatives of whose placeholders each has a value, filled in; empty where there is none. */
export function render(alternatives: readonly string[], slots: Slots, language: Language): string {
  const chosen = alternatives.find((text) =>
    [...text.matchAll(placeholder)].every(([, slot = '']) => Object.hasOwn(slots, slot)),
  )
  return (chosen ?? '').replace(placeholder, (_, slot: string, format: string | undefined) =>
    formatted(slots[slot], format, language),
  )
}

function formatted(value: unknown, format: string | undefined, language: Language): string {
  if (format === 'quote') return quoteValue(value, language.tables['nouns'] ?? {})
  if (format === 'json') return JSON.stringify(value)
  const text = plain(value, language)
  if (format === undefined) return text
  if (format === 'short') return shorten(text)
  // Chinese has no blanks between its words, and one before any other.
  if (format === 'spaced') return /^[\u4e00-\u9fff]/.test(text) ? text : ` ${text}`
  const join = language.joins[format]
  if (join !== undefined) return joinValues(value as readonly JsonValue[], join)
  const table = language.tables[format] ?? {}
  return Object.hasOwn(table, text) ? (table[text] ?? '') : text
}

function plain(value: unknown, { code }: Language): string {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && code in value
    ? String(Reflect.get(value, code))
    : formatValue(value as JsonValue)
}

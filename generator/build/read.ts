import type { JsonSchema, JsonValue, Note, Severity, Source, Unknown } from '../catalogue.js'
import { isObject } from '../load/resolve.js'

/** A fact of `spec/` that does not have the form the catalogue needs. `check` reports the same with a place; this is the last line of defence. */
export class MalformedSpecError extends Error {
  override readonly name = 'MalformedSpecError'
}

/** Reads the keywords of one object of `spec/`, refusing what has the wrong form. `place` names it in messages. */
export class Reader {
  constructor(
    readonly value: JsonSchema,
    readonly place: string,
  ) {}

  static of(value: JsonValue | undefined, place: string): Reader {
    if (!isObject(value)) throw new MalformedSpecError(`${place} must be an object`)
    return new Reader(value, place)
  }

  has(key: string): boolean {
    return Object.hasOwn(this.value, key)
  }

  text(key: string): string {
    const value = this.value[key]
    return typeof value === 'string' ? value : this.refuse(key, 'a string')
  }

  optionalText(key: string): string | undefined {
    return this.has(key) ? this.text(key) : undefined
  }

  number(key: string): number {
    const value = this.value[key]
    return typeof value === 'number' ? value : this.refuse(key, 'a number')
  }

  optionalNumber(key: string): number | undefined {
    return this.has(key) ? this.number(key) : undefined
  }

  flag(key: string): boolean {
    const value = this.value[key]
    return typeof value === 'boolean' ? value : this.refuse(key, 'true or false')
  }

  optionalFlag(key: string): boolean | undefined {
    return this.has(key) ? this.flag(key) : undefined
  }

  object(key: string): Reader {
    return Reader.of(this.value[key], `${this.place}/${key}`)
  }

  list(key: string): JsonValue[] {
    const value = this.value[key] ?? []
    return Array.isArray(value) ? value : this.refuse(key, 'an array')
  }

  texts(key: string): string[] {
    return this.list(key).map((item) => (typeof item === 'string' ? item : this.refuse(key, 'an array of strings')))
  }

  objects(key: string): Reader[] {
    return this.list(key).map((item, index) => Reader.of(item, `${this.place}/${key}/${index}`))
  }

  source(): Source {
    const source = this.object('x-source')
    const item = source.value.item
    const section = source.text('section')
    if (item === undefined) return { section }
    return typeof item === 'string' || typeof item === 'number'
      ? { section, item }
      : source.refuse('item', 'a string or a number')
  }

  optionalSource(): { source?: Source } {
    return this.has('x-source') ? { source: this.source() } : {}
  }

  notes(key = 'x-notes'): Note[] {
    return this.objects(key).map((note) => ({ text: note.text('text'), source: note.source() }))
  }

  severity(): Severity {
    return this.oneOf('severity', ['error', 'advice'])
  }

  oneOf<T extends string>(key: string, words: readonly T[]): T {
    const text = this.text(key)
    return words.find((word) => word === text) ?? this.refuse(key, `one of ${words.join(', ')}`)
  }

  /** `{ "unknown": "not shown" }`, or undefined when the value is anything else. */
  unknown(key: string): Unknown | undefined {
    const value = this.value[key]
    return isObject(value) && value.unknown === 'not shown' ? { unknown: 'not shown' } : undefined
  }

  refuse(key: string, wanted: string): never {
    throw new MalformedSpecError(`${this.place}/${key} must be ${wanted}`)
  }
}

/** `{ [key]: value }`, or nothing when the value is undefined: keeps optional properties absent. */
export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const entry: { [P in K]?: V } = {}
  if (value !== undefined) entry[key] = value
  return entry
}

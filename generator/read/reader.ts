import type { JsonSchema, JsonValue, Note, Severity, Source, Unknown, Words } from '../catalogue.js'
import { isObject } from '../load/json-object.js'

/** A fact of `spec/` that does not have the form the catalogue needs. `check` reports the same with a place; this is the last line of defence. */
export class MalformedSpecError extends Error {
  override readonly name = 'MalformedSpecError'
}

/** A keyword that nothing reads: what it says would be lost. */
export interface Unread {
  /** Keys and indices that lead to it from the value that was read. */
  path: readonly (string | number)[]
  keyword: string
  /** Keywords that are read at the same place. */
  known: readonly string[]
}

/**
 * Reads the keywords of one object of `spec/`, rejecting what has the wrong form. `place` names it in messages. It
 * remembers which keywords were read, so that none can be stated without effect.
 */
export class Reader {
  readonly #read = new Set<string>()
  readonly #children = new Map<string, { reader: Reader; path: readonly (string | number)[] }>()

  constructor(
    readonly value: JsonSchema,
    readonly place: string,
  ) {}

  static of(value: JsonValue | undefined, place: string): Reader {
    if (!isObject(value)) throw new MalformedSpecError(`${place} must be an object`)
    return new Reader(value, place)
  }

  /** Every keyword in this object and those below it that was not read. */
  unread(): Unread[] {
    const own = Object.keys(this.value)
      .filter((keyword) => !this.#read.has(keyword))
      .map((keyword) => ({ path: [keyword], keyword, known: [...this.#read] }))
    const below = [...this.#children.values()].flatMap(({ reader, path }) =>
      reader.unread().map((unread) => ({ ...unread, path: [...path, ...unread.path] })),
    )
    return [...own, ...below]
  }

  has(key: string): boolean {
    this.#read.add(key)
    return Object.hasOwn(this.value, key)
  }

  /** The value as it stands. All that is inside it counts as read. */
  raw(key: string): JsonValue | undefined {
    return this.has(key) ? this.value[key] : undefined
  }

  /** Keywords that say nothing of their own here: they repeat what the reader knows, or speak to people alone. */
  ignore(...keys: string[]): void {
    for (const key of keys) this.#read.add(key)
  }

  text(key: string): string {
    const value = this.raw(key)
    return typeof value === 'string' ? value : this.refuse(key, 'a string')
  }

  optionalText(key: string): string | undefined {
    return this.has(key) ? this.text(key) : undefined
  }

  number(key: string): number {
    const value = this.raw(key)
    return typeof value === 'number' ? value : this.refuse(key, 'a number')
  }

  optionalNumber(key: string): number | undefined {
    return this.has(key) ? this.number(key) : undefined
  }

  flag(key: string): boolean {
    const value = this.raw(key)
    return typeof value === 'boolean' ? value : this.refuse(key, 'true or false')
  }

  optionalFlag(key: string): boolean | undefined {
    return this.has(key) ? this.flag(key) : undefined
  }

  object(key: string): Reader {
    return this.#child(key, [key], this.raw(key))
  }

  list(key: string): JsonValue[] {
    const value = this.raw(key) ?? []
    return Array.isArray(value) ? value : this.refuse(key, 'an array')
  }

  texts(key: string): string[] {
    return this.list(key).map((item) => (typeof item === 'string' ? item : this.refuse(key, 'an array of strings')))
  }

  objects(key: string): Reader[] {
    return this.list(key).map((item, index) => this.#child(`${key}/${index}`, [key, index], item))
  }

  /** A sentence in each language. Catalogues before 0.2.0, which spec:diff reads too, have it in English alone. */
  words(key: string): Words {
    const text = this.raw(key)
    if (typeof text === 'string') return { en: text, zh: text }
    const words = this.object(key)
    return { en: words.text('en'), zh: words.text('zh') }
  }

  source(): Source {
    const source = this.object('x-source')
    const item = source.raw('item')
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
    const value = this.raw(key)
    return isObject(value) && value.unknown === 'not shown' ? { unknown: 'not shown' } : undefined
  }

  refuse(key: string, wanted: string): never {
    throw new MalformedSpecError(`${this.place}/${key} must be ${wanted}`)
  }

  #child(name: string, path: readonly (string | number)[], value: JsonValue | undefined): Reader {
    const known = this.#children.get(name)
    if (known !== undefined) return known.reader
    const reader = Reader.of(value, `${this.place}/${name}`)
    this.#children.set(name, { reader, path })
    return reader
  }
}

/** `{ [key]: value }`, or nothing when the value is undefined: keeps optional properties absent. */
export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const entry: { [P in K]?: V } = {}
  if (value !== undefined) entry[key] = value
  return entry
}

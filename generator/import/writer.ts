import type { JsonValue } from '../catalogue.js'
import { ruleReason, type Flat } from './flatten.js'
import type { Fact, Notes } from './lost.js'
import { sentence } from './sentence.js'

/** A value of a model file: its keywords in the order in which they are written. */
export type Keywords = Record<string, JsonValue>

/** Steps to a value in the model file. */
export type Path = readonly (string | number)[]

/** Collects the keywords of one value, and knows which of the document's are not read. */
export class Writer {
  readonly keywords: Keywords = {}
  readonly #flat: Flat
  readonly #notes: Notes
  readonly #path: Path
  readonly #unread: Map<string, Fact<JsonValue>>

  constructor(flat: Flat, notes: Notes, path: Path) {
    this.#flat = flat
    this.#notes = notes
    this.#path = path
    this.#unread = new Map(flat.keywords)
    notes.from(path, flat.pointer)
  }

  take(key: string): Fact<JsonValue> | undefined {
    const fact = this.#flat.keywords.get(key)
    this.#unread.delete(key)
    return fact
  }

  /** Writes a keyword of the model file; `from` is what states it. */
  write(key: string, value: JsonValue, from?: Fact<JsonValue>): true {
    this.keywords[key] = value
    if (from !== undefined) this.#notes.from([...this.#path, key], from.pointer)
    return true
  }

  /** Copies keywords as they are. */
  copy(...keys: string[]): true {
    for (const key of keys) {
      const fact = this.take(key)
      if (fact !== undefined) this.write(key, fact.value, fact)
    }
    return true
  }

  type(name: string): void {
    this.take('type')
    this.write('type', this.#flat.nullable ? [name, 'null'] : name)
  }

  lose(key: string, reason: string): void {
    const fact = this.take(key)
    if (fact !== undefined) this.loseFact(fact, reason)
  }

  loseFact({ pointer }: Fact<JsonValue>, reason: string): void {
    this.#notes.lose(pointer, reason)
  }

  /** The default, where the kind has one. */
  fallback(): void {
    const fact = this.take('default')
    if (fact === undefined) return
    if (fact.value === null && this.keywords.enum === undefined)
      this.#notes.lose(fact.pointer, 'null is not a default: what is left out is not sent')
    else this.write('default', fact.value, fact)
  }

  annotate(name: string): void {
    this.take('x-order')
    const title = this.take('title')
    if (title !== undefined && (typeof title.value !== 'string' || plain(title.value) !== plain(name)))
      this.#notes.lose(title.pointer, 'a parameter has its own name and no title')
    const description = this.take('description')
    if (typeof description?.value === 'string' && description.value.trim() !== '')
      this.write('description', sentence(description.value), description)
  }

  /** What was written. What the document says beyond that is noted as lost. */
  end(): Keywords {
    for (const key of this.#unread.keys()) this.lose(key, reasons.get(key) ?? `the language has no "${key}" here`)
    return this.keywords
  }
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Why a keyword of the document is not in the file, where the general sentence would say too little. */
const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
    format: 'a number has no format: what it may be, minimum and maximum say',
    deprecated: 'a deprecation states since when: write x-deprecated with the date',
    examples: 'examples stand beside a string',
    example: 'examples stand beside a string',
    ui: 'a form of the vendor has no place in a model file',
    not: ruleReason,
    if: ruleReason,
    then: ruleReason,
    else: ruleReason,
    dependentRequired: ruleReason,
    dependencies: ruleReason,
    contains: ruleReason,
  }),
)

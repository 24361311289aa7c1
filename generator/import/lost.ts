import type { JsonSchema } from '../catalogue.js'
import { pointerOf } from '../load/pointer.js'

/** A fact of a document that the model file does not hold. */
export interface LostFact {
  /** JSON pointer into the document. */
  pointer: string
  /** Why not, as a part of a sentence. */
  reason: string
}

/** A value of a document, and the JSON pointer to it. */
export interface Fact<T> {
  value: T
  pointer: string
}

/** What is written down while a document is read. */
export class Notes {
  /** How many schemas were read. */
  schemas = 0
  readonly #reasons = new Map<string, string>()
  /** Of each place in the model file, as a JSON pointer, the place in the document that states it. */
  readonly #origins = new Map<string, string>()

  lose(pointer: string, reason: string): undefined {
    if (!this.#reasons.has(pointer)) this.#reasons.set(pointer, reason)
  }

  /** In the order of the pointers. */
  get lost(): LostFact[] {
    return [...this.#reasons]
      .map(([pointer, reason]) => ({ pointer, reason }))
      .sort((one, other) => (one.pointer < other.pointer ? -1 : one.pointer > other.pointer ? 1 : 0))
  }

  from(path: readonly (string | number)[], pointer: string): void {
    this.#origins.set(pointerOf(path), pointer)
  }

  /** Where the document states what stands at a place in the model file, or around it. */
  originOf(path: readonly (string | number)[]): string {
    for (let length = path.length; length > 0; length--) {
      const origin = this.#origins.get(pointerOf(path.slice(0, length)))
      if (origin !== undefined) return origin
    }
    return ''
  }
}

/** A member of an object with the pointer to it. */
export function memberOf(object: Fact<JsonSchema>, name: string): Fact<JsonSchema[string]> | undefined {
  const value = object.value[name]
  return value === undefined ? undefined : { value, pointer: object.pointer + pointerOf([name]) }
}

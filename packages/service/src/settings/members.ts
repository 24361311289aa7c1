import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.js'
import { absoluteUrl, urlRefusal } from './url.js'
import type { SettingsError } from './settings-error.js'

/** Makes the error of a configuration file from what is wrong in it. */
export type Refuse = (why: string) => SettingsError

/** Reads a list of objects that are told apart by their names. `shape`: what one of them holds at least. */
export function namedList<T extends { name: string }>(
  place: string,
  value: JsonValue,
  shape: string,
  read: (place: string, value: JsonValue) => T,
  refuse: Refuse,
): T[] {
  if (!Array.isArray(value) || value.length === 0) throw refuse(`${place} must be a list of at least one ${shape}`)
  const all = value.map((one, index) => read(`${place}[${index}]`, one))
  const twice = all.find(({ name }, index) => all.findIndex((other) => other.name === name) < index)
  if (twice !== undefined) throw refuse(`${place}: two are named ${twice.name}; each needs a name of its own`)
  return all
}

/**
 * The members of one object in the configuration file. Each reader answers undefined where the member is left out, and
 * throws with its place and what is allowed where it holds something else; what it holds is not repeated, since it may be secret.
 */
export class Members {
  readonly #place: string

  readonly #members: JsonObject

  constructor(
    place: string,
    value: JsonValue,
    known: readonly string[],
    readonly refuse: Refuse,
  ) {
    this.#place = place
    if (!isJsonObject(value)) throw refuse(`${place} must be an object with ${known.join(', ')}`)
    const stray = Object.keys(value).find((name) => !known.includes(name))
    if (stray !== undefined) throw refuse(`${place}: "${stray}" is not a member of it; use ${known.join(', ')}`)
    this.#members = value
  }

  /** Whether the member is there. */
  has(name: string): boolean {
    return this.#members[name] !== undefined
  }

  /** The member, which must be there. */
  required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw this.refuse(`${this.#place}.${name} is missing`)
    return value
  }

  /** The member `name`, by which one object of a list is told from the others; it is kept in the database. */
  ownName(): string {
    return this.required(
      'name',
      this.text(
        'name',
        /^[a-z0-9][a-z0-9-]{0,39}$/,
        'up to 40 small letters, digits and hyphens, the first not a hyphen',
      ),
    )
  }

  text(name: string, form: RegExp, allowed: string): string | undefined {
    const value = this.#members[name]
    if (value === undefined || (typeof value === 'string' && form.test(value))) return value
    throw this.#wrong(name, allowed)
  }

  url(name: string): string | undefined {
    const value = this.#members[name]
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw this.#wrong(name, 'an absolute http or https URL')
    const url = absoluteUrl(value)
    if (url === undefined) throw this.refuse(`${this.#place}.${name} ${urlRefusal(value)}`)
    return url
  }

  number(name: string, fits: (value: number) => boolean, allowed: string): number | undefined {
    const value = this.#members[name]
    if (value === undefined || (typeof value === 'number' && fits(value))) return value
    throw this.#wrong(name, allowed)
  }

  flag(name: string): boolean | undefined {
    const value = this.#members[name]
    if (value === undefined || typeof value === 'boolean') return value
    throw this.#wrong(name, 'true or false')
  }

  /** The member as it is, for a reader of its own. */
  other<T>(name: string, read: (place: string, value: JsonValue) => T): T | undefined {
    const value = this.#members[name]
    return value === undefined ? undefined : read(`${this.#place}.${name}`, value)
  }

  #wrong(name: string, allowed: string): SettingsError {
    return this.refuse(`${this.#place}.${name} must be ${allowed}`)
  }
}

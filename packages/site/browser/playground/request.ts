import type { JsonValue } from '@model-tasks/spec'
import model from 'virtual:model'
import type { RequestBody } from '../../src/samples/request.js'
import { inexactNumber } from '../json/inexact-number.js'
import { words } from './words.js'

/** The request a playground holds: any JSON, so that a shared link can carry a wrong one too. */
export class EditedRequest {
  #body: RequestBody
  readonly #faults = new Map<string, string>()
  readonly #changed: () => void

  constructor(body: RequestBody, changed: () => void) {
    this.#body = body
    this.#changed = changed
  }

  /** The body in the order of the model's table; parameters it does not have come last. */
  get body(): RequestBody {
    const names = ['model', ...model.parameters.map(({ name }) => name)]
    const known = names.filter((name) => Object.hasOwn(this.#body, name))
    const others = Object.keys(this.#body).filter((name) => !names.includes(name))
    return {
      model: this.#body.model,
      ...Object.fromEntries([...known, ...others].map((name): [string, JsonValue] => [name, this.#body[name] ?? null])),
    }
  }

  /** The first control whose text stands for no value, and why; the body then holds the last value it stood for. */
  get fault(): { name: string; text: string } | undefined {
    const [first] = this.#faults
    return first && { name: first[0], text: first[1] }
  }

  get(name: string): JsonValue | undefined {
    return Object.hasOwn(this.#body, name) ? this.#body[name] : undefined
  }

  /** Sets a parameter; undefined leaves it out of the request. */
  set(name: string, value: JsonValue | undefined): void {
    const { [name]: _, ...rest } = this.#body
    this.#body = { ...rest, model: this.#body.model, ...(value === undefined ? {} : { [name]: value }) }
    this.#faults.delete(name)
    this.#changed()
  }

  replace(body: RequestBody): void {
    this.#body = body
    this.#faults.clear()
    this.#changed()
  }

  /** Notes that what was typed into a control stands for no value. */
  reject(name: string, fault: string): void {
    this.#faults.set(name, fault)
    this.#changed()
  }
}

/** What the hash of an address begins with that carries a request. */
export const requestPrefix = '#request='

const isRequest = (value: unknown): value is RequestBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A request of this page's model from JSON; undefined where the text is not a JSON object. */
export const requestIn = (text: string): RequestBody | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isRequest(value) ? { ...value, model: model.id } : undefined
  } catch {
    return undefined
  }
}

/** The request in the address: undefined where there is none, `fault` where there is one that cannot be read. */
export const requestInAddress = (): { body: RequestBody } | { fault: string } | undefined => {
  if (!location.hash.startsWith(requestPrefix)) return undefined
  try {
    const text = decodeURIComponent(location.hash.slice(requestPrefix.length))
    const body = requestIn(text)
    const inexact = body === undefined ? undefined : inexactNumber(text)?.number
    if (body === undefined) return { fault: words.brokenLink }
    return inexact === undefined ? { body } : { fault: words.notExact(inexact) }
  } catch {
    return { fault: words.brokenLink }
  }
}

/** The address of this page with a request in it. The server never sees what stands after the hash. */
export const addressWith = (body: RequestBody): string => {
  const { model: _, ...parameters } = body
  return `${location.href.split('#')[0] ?? ''}${requestPrefix}${encodeURIComponent(JSON.stringify(parameters))}`
}

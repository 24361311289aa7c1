import type { JsonValue } from '../catalogue.js'
import type { PriceSubject } from './price-subject.js'
import { conditionalDefault } from './defaults.js'
import { readsOf, valuesOf } from './price-values.js'
import { lineHolds, quoteLine, tierIndexOf, whyNotFree, type Price, type PriceLine } from './price.js'

type Request = { readonly [parameter: string]: JsonValue }

/** A request that a price does not price, and why. */
export interface Unpriced {
  request: Request
  reason: string
  /** Whether the rules were seen to accept the request. False where there were too many cases to find one. */
  shown: boolean
}

/** So many cases of one line, and so many attempts to complete a request, are tried. */
const mostCases = 100_000
const mostCompletions = 5_000

/** A parameter whose value decides, and is not chosen yet. */
class Undecided extends Error {
  constructor(readonly parameter: string) {
    super(parameter)
  }
}

/**
 * A valid request that the price does not price; undefined where each has a price. The price itself says which parameters
 * it depends on: it is read with none of them chosen, and where it comes to one, each sort of its values is tried. A case
 * without a price is completed to a request that breaks no rule; `broken` says which parameters take part in the rules that
 * a request breaks.
 */
export function unpriced(
  subject: PriceSubject,
  price: Price,
  broken: (request: Request) => readonly (readonly string[])[],
): Unpriced | undefined {
  const search = new Search(subject, price, broken)
  const cases = [price.lines, ...(price.tiers ?? []).map(({ lines }) => lines)]
  for (const [index, lines] of cases.entries()) {
    const tier = index - 1
    const inTier = (body: unknown): boolean => tierIndexOf(subject, price, body) === tier
    const ofLine = (line: PriceLine) => (body: unknown) => {
      if (!inTier(body) || !lineHolds(subject, line, body)) return undefined
      const quoted = quoteLine(subject, line, body)
      return 'unpriceable' in quoted ? quoted.unpriceable : undefined
    }
    const ofSum = (body: unknown): string | undefined => {
      if (!inTier(body)) return undefined
      const rates: bigint[] = []
      for (const line of lines) {
        if (!lineHolds(subject, line, body)) continue
        const quoted = quoteLine(subject, line, body)
        if ('unpriceable' in quoted || quoted.amount > 0n) return undefined
        rates.push(quoted.credits)
      }
      return whyNotFree(rates)
    }
    for (const problem of [...lines.map(ofLine), ofSum]) {
      const found = search.find(problem)
      if (found !== undefined) return found
    }
  }
  return undefined
}

type Problem = (body: unknown) => string | undefined

/** Values of parameters that were chosen; undefined: left out. */
type Choices = ReadonlyMap<string, JsonValue | undefined>

class Search {
  readonly #subject: PriceSubject
  readonly #broken: (request: Request) => readonly (readonly string[])[]
  readonly #options = new Map<string, readonly (JsonValue | undefined)[]>()
  readonly #reads
  #left = 0

  constructor(subject: PriceSubject, price: Price, broken: (request: Request) => readonly (readonly string[])[]) {
    this.#subject = subject
    this.#broken = broken
    this.#reads = readsOf(subject.quantities, price)
  }

  find(problem: Problem): Unpriced | undefined {
    this.#left = mostCases
    return this.#explore(problem, new Map())
  }

  #explore(problem: Problem, chosen: Choices): Unpriced | undefined {
    if (this.#left-- <= 0)
      return {
        request: this.#request(this.#subject.requests[0] ?? {}, chosen),
        reason: `more than ${mostCases} cases would have to be tried to know that each has a price`,
        shown: false,
      }
    try {
      const reason = problem(this.#bodyOf(chosen))
      return reason === undefined ? undefined : this.#completed(chosen, reason)
    } catch (thrown) {
      if (!(thrown instanceof Undecided)) throw thrown
      for (const value of this.#optionsOf(thrown.parameter)) {
        const found = this.#explore(problem, new Map(chosen).set(thrown.parameter, value))
        if (found !== undefined) return found
      }
      return undefined
    }
  }

  /** What is chosen, as a body that throws where anything else of it is read. */
  #bodyOf(chosen: Choices): object {
    const known = new Set(this.#subject.parameters.map(({ name }) => name))
    const subject = this.#subject
    const body: Request = new Proxy(this.#request({}, chosen), {
      getOwnPropertyDescriptor(target, key) {
        if (typeof key === 'string' && known.has(key) && !chosen.has(key)) throw new Undecided(key)
        const value = typeof key === 'string' ? (target[key] ?? conditionalDefault(subject, key, body)) : undefined
        return value === undefined
          ? Reflect.getOwnPropertyDescriptor(target, key)
          : { value, configurable: true, enumerable: true, writable: true }
      },
      get: (target, key) =>
        typeof key === 'string' ? (target[key] ?? conditionalDefault(subject, key, body)) : undefined,
    })
    return body
  }

  /** A request with these choices that breaks no rule; undefined where there is none. */
  #completed(chosen: Choices, reason: string): Unpriced | undefined {
    let left = mostCompletions
    let first: Request | undefined
    const complete = (base: Request, fixed: Choices): Request | undefined => {
      const request = this.#request(base, fixed)
      const rules = this.#broken(request)
      if (rules.length === 0) return request
      first ??= request
      // A rule that everything is chosen of stays broken; of another, one parameter is chosen after the other.
      const open = rules.map((names) => names.filter((name) => !fixed.has(name)))
      const [name] = open.some((names) => names.length === 0) ? [] : (open[0] ?? [])
      if (name === undefined) return undefined
      for (const value of this.#optionsOf(name)) {
        if (left-- <= 0) return undefined
        const found = complete(base, new Map(fixed).set(name, value))
        if (found !== undefined) return found
      }
      return undefined
    }
    for (const base of this.#subject.requests) {
      const request = complete(base, chosen)
      if (request !== undefined) return { request, reason, shown: true }
    }
    return left > 0 || first === undefined ? undefined : { request: first, reason, shown: false }
  }

  #optionsOf(name: string): readonly (JsonValue | undefined)[] {
    const known = this.#options.get(name)
    if (known !== undefined) return known
    const parameter = this.#subject.parameters.find((each) => each.name === name)
    const usual = this.#subject.requests.flatMap((request) => (Object.hasOwn(request, name) ? [request[name]] : []))
    const values = [
      ...(parameter === undefined ? [] : valuesOf(parameter, name, this.#reads, this.#subject.ruleNumbers)),
      ...usual,
    ]
    const options = [...(parameter?.required === true ? [] : [undefined]), ...values]
    this.#options.set(name, options)
    return options
  }

  #request(base: Request, chosen: Choices): Request {
    const request: { [parameter: string]: JsonValue } = { ...base }
    for (const [name, value] of chosen) {
      if (value === undefined) delete request[name]
      else request[name] = value
    }
    return request
  }
}

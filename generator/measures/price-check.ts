import type { JsonValue } from '../catalogue.js'
import { unpriced } from './price-proof.js'
import type { Price } from './price.js'
import type { PriceSubject } from './price-subject.js'

type Path = readonly (string | number)[]

/** What is wrong with a price, where in it, and what to write instead. */
export interface PriceMistake {
  path: Path
  message: string
  hint?: string
  /** `unpriceable`: a request exists that it cannot price; else the price itself is wrong. */
  kind: 'wrong' | 'unpriceable'
}

/**
 * The mistakes of a price: first of its form, then a valid request that it cannot price. `broken` answers the parameters of
 * each rule that a request breaks.
 */
export function priceMistakes(
  subject: PriceSubject,
  price: Price,
  broken: (request: { readonly [parameter: string]: JsonValue }) => readonly (readonly string[])[],
): PriceMistake[] {
  const wrong = [...formMistakes(subject, price)]
  return wrong.length > 0 ? wrong : [...unpriceable(subject, price, broken)]
}

function* formMistakes(subject: PriceSubject, price: unknown): Generator<PriceMistake, void> {
  const { lines, tiers = [] } = isObject(price) ? price : {}
  yield* lineMistakes(subject, lines, ['lines'])
  if (!Array.isArray(tiers)) yield { kind: 'wrong', path: ['tiers'], message: 'must be a list of { "when", "lines" }' }
  for (const [index, tier] of (Array.isArray(tiers) ? (tiers as readonly unknown[]) : []).entries()) {
    const { when, lines: own } = isObject(tier) ? tier : {}
    if (!isObject(when) || Object.keys(when).length === 0)
      yield { kind: 'wrong', path: ['tiers', index, 'when'], message: 'must map parameters to what they must be' }
    yield* conditionMistakes(subject, when, ['tiers', index, 'when'])
    yield* lineMistakes(subject, own, ['tiers', index, 'lines'])
  }
}

function* lineMistakes(subject: PriceSubject, lines: unknown, path: Path): Generator<PriceMistake, void> {
  if (!Array.isArray(lines) || lines.length === 0) {
    yield { kind: 'wrong', path, message: 'must be a list of lines such as {"credits": 0.5, "per": "seconds"}' }
    return
  }
  for (const [index, line] of (lines as readonly unknown[]).entries()) {
    const at = [...path, index]
    const { credits, per = [], when, ...others } = isObject(line) ? line : {}
    const [stray] = Object.keys(others)
    if (stray !== undefined)
      yield { kind: 'wrong', path: [...at, stray], message: 'is not known here; a line has credits, per and when' }
    yield* rateMistakes(subject, credits, [...at, 'credits'])
    if (when !== undefined) yield* conditionMistakes(subject, when, [...at, 'when'])
    for (const factor of Array.isArray(per) ? (per as readonly unknown[]) : [per])
      yield* factorMistakes(subject, typeof factor === 'string' ? { of: factor } : factor, [...at, 'per'])
  }
}

function* factorMistakes(subject: PriceSubject, factor: unknown, path: Path): Generator<PriceMistake, void> {
  const known = ['of', 'every', 'round', 'beyond', 'atLeast', 'otherwise']
  if (!isObject(factor) || typeof factor['of'] !== 'string') {
    yield {
      kind: 'wrong',
      path,
      message: 'must be the name of a quantity, or { "of": a quantity } with how it is counted',
    }
    return
  }
  for (const [name, value] of Object.entries(factor)) {
    const isFine =
      name === 'of' ||
      (name === 'round' ? value === 'up' : typeof value === 'number' && value >= 0 && Number.isFinite(value))
    if (!known.includes(name))
      yield { kind: 'wrong', path, message: `"${name}" is not a way to count; use ${list(known.slice(1))}` }
    else if (!isFine || (name === 'every' && value === 0))
      yield {
        kind: 'wrong',
        path,
        message: `${name} must be ${name === 'round' ? '"up"' : `a number, ${name === 'every' ? 'more than 0' : '0 or more'}`}`,
      }
  }
  const quantities = [...new Set(subject.quantities.map(({ name }) => name))]
  if (quantities.includes(factor['of']) || factor['otherwise'] !== undefined) return
  yield {
    kind: 'wrong',
    path,
    message: `a request for ${subject.id} does not state ${JSON.stringify(factor['of'])}`,
    hint:
      quantities.length > 0
        ? `Use ${list(quantities)}, or say with x-unit and x-quantity which parameter states it.`
        : 'Say with x-unit and x-quantity which parameter states it, or price each task.',
  }
}

function* rateMistakes(subject: PriceSubject, rate: unknown, path: Path): Generator<PriceMistake, void> {
  if (typeof rate === 'number') {
    if (!(rate >= 0 && rate <= 1_000_000) || !/^\d+(\.\d{1,6})?$/.test(decimal(rate)))
      yield {
        kind: 'wrong',
        path,
        message: `${rate} must be a number of credits from 0 to 1000000 with at most 6 decimals`,
      }
    return
  }
  const entries = isObject(rate) ? Object.entries(rate) : []
  const [entry] = entries
  if (entry === undefined || entries.length > 1 || !isObject(entry[1])) {
    yield {
      kind: 'wrong',
      path,
      message: 'must be a number of credits, or a table by one parameter: { "resolution": { "720p": 0.5, "*": 1 } }',
    }
    return
  }
  const [parameter, table] = entry
  const choices = Object.hasOwn(subject.choices, parameter) ? subject.choices[parameter] : undefined
  if (choices === undefined) {
    const usable = Object.keys(subject.choices)
    yield {
      kind: 'wrong',
      path: [...path, parameter],
      message: `${subject.id} has no parameter "${parameter}" with a closed set of values`,
      ...(usable.length > 0 ? { hint: `A table may be by ${list(usable)}.` } : {}),
    }
    return
  }
  for (const [key, next] of Object.entries(table)) {
    if (key !== '*' && !choices.some((choice) => String(choice) === key))
      yield {
        kind: 'wrong',
        path: [...path, parameter, key],
        message: `"${key}" is not a value of ${parameter}; use ${list([...choices.map(String), '*'])}`,
      }
    yield* rateMistakes(subject, next, [...path, parameter, key])
  }
}

/** What is wrong with conditions: a parameter that the model does not have, or what it cannot be. */
export function* conditionMistakes(
  subject: PriceSubject,
  conditions: unknown,
  path: Path,
): Generator<PriceMistake, void> {
  for (const [parameter, condition] of isObject(conditions) ? Object.entries(conditions) : []) {
    const at = [...path, parameter]
    const choices = Object.hasOwn(subject.choices, parameter) ? subject.choices[parameter] : undefined
    const values: readonly unknown[] = Array.isArray(condition) ? condition : [condition]
    if (choices !== undefined && !(isObject(condition) && subject.measured.includes(parameter))) {
      if (values.length === 0 || !values.every((value) => choices.some((choice) => choice === value)))
        yield {
          kind: 'wrong',
          path: at,
          message: `must be one or a list of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`,
        }
    } else if (subject.measured.includes(parameter)) {
      const bounds = isObject(condition) ? Object.entries(condition) : []
      if (
        bounds.length === 0 ||
        bounds.some(([name, bound]) => (name !== 'min' && name !== 'max') || typeof bound !== 'number') ||
        Number(Object.fromEntries(bounds)['min'] ?? 0) > Number(Object.fromEntries(bounds)['max'] ?? Infinity)
      )
        yield {
          kind: 'wrong',
          path: at,
          message: 'must be how many there are, or how much it is: {"min": 1}, {"max": 3} or both',
        }
    } else
      yield {
        kind: 'wrong',
        path: at,
        message: `a condition of ${subject.id} may depend on ${list([...new Set([...Object.keys(subject.choices), ...subject.measured])])}`,
      }
  }
}

/** A valid request that the price cannot price. */
function* unpriceable(
  subject: PriceSubject,
  price: Price,
  broken: (request: { readonly [parameter: string]: JsonValue }) => readonly (readonly string[])[],
): Generator<PriceMistake, void> {
  const found = unpriced(subject, price, broken)
  if (found === undefined) return
  const { request, reason, shown } = found
  yield {
    kind: 'unpriceable',
    path: ['lines'],
    message: `${shown ? 'a valid request cannot be priced' : 'a request cannot be priced, and may be valid'}, ${reason}: ${JSON.stringify(request)}`,
    hint: 'Give a rate for it, such as with "*" in a table, or "otherwise" for what a request leaves out.',
  }
}

function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Never in exponents. */
function decimal(value: number): string {
  return /e-/.test(String(value)) ? value.toFixed(20).replace(/0+$/, '') : String(value)
}

function list(words: readonly string[]): string {
  return words.join(', ')
}

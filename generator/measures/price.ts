import { holds, valueOf, type Conditions } from './conditions.js'
import { withDefaults, type DefaultedModel } from './defaults.js'
import { add, ceiling, divide, fractionOf, isLess, multiply, numberOf, type Fraction } from './fraction.js'
import { measure, type Quantity } from './quantities.js'

/** What a task costs, from some time on: the sum of the lines, or of those of the first tier that applies. */
export interface Price {
  /** The date (YYYY-MM-DD, or with a time in UTC) from which it counts; without one, from the beginning. */
  from?: string
  lines: readonly PriceLine[]
  tiers?: readonly PriceTier[]
}

export interface PriceTier {
  when: Conditions
  lines: readonly PriceLine[]
}

/** A rate, and what it is multiplied by. A line whose condition does not hold costs nothing. */
export interface PriceLine {
  credits: Rate
  /** Once per task where there is nothing to multiply by. */
  per?: Factor | readonly Factor[]
  when?: Conditions
}

/**
 * Credits with at most six decimals, or a table by the values of one parameter, whose rates may be tables again:
 * `{ "resolution": { "720p": 0.5, "1080p": 1 } }`. `*` stands for every other value, and for none.
 */
export type Rate = number | { readonly [parameter: string]: { readonly [value: string]: Rate } }

/** A quantity by its name, or with how it is counted. */
export type Factor = string | CountedFactor

export interface CountedFactor {
  of: string
  /** So much of it counts once: 1000 characters. */
  every?: number
  /** `up` counts each `every` that has begun as a whole one. */
  round?: 'up'
  /** So much of it is free. */
  beyond?: number
  /** At least so much is counted. */
  atLeast?: number
  /** What counts where a request does not state it. */
  otherwise?: number
}

/** What a price may depend on. */
export interface PricedModel extends DefaultedModel {
  quantities: readonly Quantity[]
}

/** One line of a quote; amounts are integers of micro-credits. */
export interface QuotedLine {
  /** What it counts by: `perTask`, `perSecond`, `perSecondPerOutput`, `per1000Characters`. */
  rate: string
  credits: bigint
  quantity: number
  amount: bigint
}

/** What a request costs, in micro-credits; or why that cannot be said. */
export type Quote = { amount: bigint; lines: readonly QuotedLine[] } | { unpriceable: string; parameter?: string }

/** Prices a request. Each line is exact, and rounded up to a whole micro-credit. */
export function priceRequest(model: PricedModel, price: Price, request: unknown): Quote {
  const body = withDefaults(model, request)
  const tier = price.tiers?.[tierIndexOf(model, price, body)]
  const lines: QuotedLine[] = []
  const rates: bigint[] = []
  for (const line of tier?.lines ?? price.lines) {
    if (!lineHolds(model, line, body)) continue
    const quoted = quoteLine(model, line, body)
    if ('unpriceable' in quoted) return quoted
    rates.push(quoted.credits)
    if (quoted.amount > 0n) lines.push(quoted)
  }
  const reason = lines.length === 0 ? whyNotFree(rates) : undefined
  if (reason !== undefined) return { unpriceable: reason }
  return { amount: lines.reduce((sum, { amount }) => sum + amount, 0n), lines }
}

/** Why a request is not free though no line adds anything to its price: only a rate of 0 makes it free. */
export function whyNotFree(rates: readonly bigint[]): string | undefined {
  if (rates.length === 0) return 'no line of the price applies to it'
  return rates.some((rate) => rate > 0n) ? 'it would cost nothing, though a rate is not 0' : undefined
}

/** The first tier that applies; -1: the lines of the price itself count. */
export function tierIndexOf(model: PricedModel, { tiers = [] }: Price, body: unknown): number {
  return tiers.findIndex(({ when }) => holds(model, when, body))
}

export function lineHolds(model: PricedModel, { when }: PriceLine, body: unknown): boolean {
  return when === undefined || holds(model, when, body)
}

/** What a line that applies adds to the price of a request. */
export function quoteLine(
  model: PricedModel,
  line: PriceLine,
  body: unknown,
): QuotedLine | { unpriceable: string; parameter?: string } {
  const rate = rateOf(model, line.credits, body)
  if (typeof rate === 'object') return rate
  const credits = microCredits(rate)
  let quantity: Fraction = { over: 1n, under: 1n }
  for (const factor of factorsOf(line)) {
    const counted = count(model, factor, body)
    if (counted === undefined) return { unpriceable: `the request does not state its ${factor.of}` }
    quantity = multiply(quantity, counted)
  }
  const amount = ceiling(multiply({ over: credits, under: 1n }, quantity))
  return { rate: rateName(line), credits, quantity: numberOf(quantity), amount }
}

/** The factors of a line, each with how it is counted. */
export function factorsOf({ per = [] }: PriceLine): CountedFactor[] {
  const factors: readonly Factor[] = typeof per === 'string' || !isList(per) ? [per] : per
  return factors.map((factor) => (typeof factor === 'string' ? { of: factor } : factor))
}

/** What a line counts by, in one word. */
export function rateName(line: PriceLine): string {
  const factors = factorsOf(line)
  if (factors.length === 0) return 'perTask'
  const words = factors.map(({ of, every }) => {
    const name = of.replace(/s$/, '').replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    return every === undefined || every === 1 ? name : `${every}${name}s`
  })
  return `per${words.join('Per')}`
}

function count(model: PricedModel, factor: CountedFactor, body: unknown): Fraction | undefined {
  const quantity = model.quantities.find(({ name }) => name === factor.of)
  const otherwise = factor.otherwise === undefined ? undefined : fractionOf(factor.otherwise)
  let counted = (quantity && measure(quantity, body)) ?? otherwise
  if (counted === undefined) return undefined
  const zero = { over: 0n, under: 1n }
  if (factor.beyond !== undefined) counted = add(counted, fractionOf(-factor.beyond))
  if (isLess(counted, zero)) counted = zero
  if (factor.atLeast !== undefined && isLess(counted, fractionOf(factor.atLeast))) counted = fractionOf(factor.atLeast)
  if (factor.every !== undefined) counted = divide(counted, fractionOf(factor.every))
  return factor.round === 'up' ? { over: ceiling(counted), under: 1n } : counted
}

function rateOf(model: PricedModel, rate: Rate, body: unknown): number | { unpriceable: string; parameter: string } {
  if (typeof rate === 'number') return rate
  const [[parameter, table] = ['', {}]] = Object.entries(rate)
  const value = valueOf(model, parameter, body)
  const key = typeof value === 'string' ? value : value === undefined ? '*' : JSON.stringify(value)
  const next = Object.hasOwn(table, key) ? table[key] : table['*']
  if (next !== undefined) return rateOf(model, next, body)
  const what = value === undefined ? 'not given' : JSON.stringify(value)
  return { unpriceable: `no rate is known where ${parameter} is ${what}`, parameter }
}

/** Credits as micro-credits. Throws RangeError where they have more than six decimals. */
function microCredits(credits: number): bigint {
  const { over, under } = multiply(fractionOf(credits), { over: 1_000_000n, under: 1n })
  if (over % under !== 0n) throw new RangeError(`${credits} credits have more than six decimals`)
  return over / under
}

function isList<Item>(value: unknown): value is readonly Item[] {
  return Array.isArray(value)
}

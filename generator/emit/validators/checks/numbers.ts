import { own } from '../checks.js'

/** Where numbers stand in a request, `*` for each item of a list, and what counts where the last name of the path is left out. */
export interface NumbersAt {
  path: string
  default?: number
}

/** A value, and its place as people write it: `shots[1].duration`. */
export interface Placed {
  value: unknown
  place: string
}

/** The keys of a path. No name in it needs an escape. */
export function keysOf(path: string): string[] {
  return path.split('/').slice(1)
}

/** A path as people write it: `shots[*].duration`. */
export function pathName(path: string): string {
  return path.slice(1).replace(/\/\*/g, '[*]').replace(/\//g, '.')
}

/** The values that keys lead to from a value, in the order of the request. */
export function valuesAlong({ value, place }: Placed, keys: readonly string[], otherwise?: number): Placed[] {
  const [key, ...rest] = keys
  if (key === undefined) return [{ value, place }]
  if (key === '*')
    return Array.isArray(value)
      ? value.flatMap((item: unknown, index) =>
          valuesAlong({ value: item, place: place + '[' + index + ']' }, rest, otherwise),
        )
      : []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const found = own(value, key)
  const at = { value: found === undefined && !rest.length ? otherwise : found, place: (place && place + '.') + key }
  return at.value === undefined ? [] : valuesAlong(at, rest, otherwise)
}

/** The numbers among those values: a value of another type has a finding of its own. */
export function numbersAlong(
  from: Placed,
  { path, default: otherwise }: NumbersAt,
): { value: number; place: string }[] {
  return valuesAlong(from, keysOf(path), otherwise).flatMap(({ value, place }) =>
    typeof value === 'number' && Number.isFinite(value) ? [{ value, place }] : [],
  )
}

/** The digits of a finite number as its shortest decimal says it, and how many of them stand behind the point. */
export function digitsOf(value: number): [digits: bigint, places: number] {
  const [, whole = '', part = '', exponent = '0'] = /^(-?\d+)(?:\.(\d+))?(?:e(.+))?$/.exec(String(value)) ?? []
  const places = part.length - Number(exponent)
  const digits = BigInt(whole + part)
  return places < 0 ? [digits * 10n ** BigInt(-places), 0] : [digits, places]
}

/** What decimals add up to, exactly, as the nearest number: 0.1 and 0.2 are 0.3. */
export function exactSum(values: readonly number[]): number {
  const all = values.map((value) => digitsOf(value))
  const places = all.reduce((most, [, each]) => Math.max(most, each), 0)
  const sum = all.reduce((total, [digits, each]) => total + digits * 10n ** BigInt(places - each), 0n)
  return Number(sum + 'e-' + places)
}

/** The product of decimals, exactly, as the nearest number. */
export function exactProduct(values: readonly number[]): number {
  const all = values.map((value) => digitsOf(value))
  const places = all.reduce((sum, [, each]) => sum + each, 0)
  return Number(all.reduce((product, [digits]) => product * digits, 1n) + 'e-' + places)
}

import { add, divide, fractionOf, multiply, type Fraction } from './fraction.js'
import { valuesAt } from './places.js'

/** Where a request states a part of a quantity. */
export interface QuantitySource {
  /** JSON pointer from the request body; `*` stands for each item of a list, whose values are added. */
  path: string
  /**
   * What is read there: the `number`, the `length` of a string in Unicode code points, one for each value (`count`), or the
   * `area` of a size such as `1024x768`.
   */
  as: 'number' | 'length' | 'count' | 'area'
  /** What one unit of the number is in the unit of the quantity, as a fraction: 1 and 1000 for milliseconds as seconds. */
  scale?: readonly [over: number, under: number]
  /** What counts where the request, or an item of its list, leaves it out. */
  default?: number | string
}

/** Something that a request states and that can be counted, such as the seconds of its output. */
export interface Quantity {
  /** `seconds`, `frames`, `frame-rate`, `outputs`, `characters`, `pixels`, `input-seconds`, or the plural of a type of media. */
  name: string
  /** Added. */
  sum: readonly QuantitySource[]
  /** By which the sum is multiplied: the height beside the width. */
  times?: QuantitySource
  /** By which the sum is divided: the frame rate beside the frames. */
  per?: QuantitySource
  /** The highest value that a request can state, where it is bounded. */
  maximum?: number
}

/** How much of a quantity a request states. Undefined where it states nothing and nothing is known to count instead. */
export function measure(quantity: Quantity, body: unknown): Fraction | undefined {
  let total: Fraction | undefined
  for (const source of quantity.sum) {
    const part = read(source, body)
    if (part !== undefined) total = total === undefined ? part : add(total, part)
  }
  const [times, per] = [quantity.times, quantity.per].map((source) => source && read(source, body))
  if (total === undefined || (quantity.times && !times) || (quantity.per && !(per && per.over > 0n))) return undefined
  const product = times === undefined ? total : multiply(total, times)
  return per === undefined ? product : divide(product, per)
}

function read(source: QuantitySource, body: unknown): Fraction | undefined {
  const { path, as, default: otherwise } = source
  if (as === 'count') return { over: BigInt([...valuesAt([{ path }], body)].length), under: 1n }
  const at = path.lastIndexOf('/')
  // In each object, and each item of a list, the default counts by itself; without them there is nothing to count.
  const [holder, member] = path.endsWith('/*') ? [path, ''] : [path.slice(0, at), path.slice(at)]
  const holders = holder === '' ? [body] : [...valuesAt([{ path: holder }], body)].map(({ value }) => value)
  const parts = holders.map((each) => {
    const [found] = member === '' ? [{ value: each }] : valuesAt([{ path: member }], each)
    return valueOf(source, found?.value ?? otherwise)
  })
  if (parts.length === 0) return undefined
  return parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : add(sum, part)))
}

function valueOf({ as, scale }: QuantitySource, value: unknown): Fraction | undefined {
  if (as === 'length') return typeof value === 'string' ? { over: BigInt([...value].length), under: 1n } : undefined
  if (as === 'area') {
    const [, width, height] = /^(\d+)\s*[x×*]\s*(\d+)$/i.exec(typeof value === 'string' ? value : '') ?? []
    return width === undefined || height === undefined ? undefined : { over: BigInt(width) * BigInt(height), under: 1n }
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  const number = fractionOf(value)
  return scale === undefined ? number : multiply(number, divide(fractionOf(scale[0]), fractionOf(scale[1])))
}

import { keysOf, numbersAlong, valuesAlong, type NumbersAt } from './numbers.js'

/** Numbers that ascend: of each of the objects that the path `in` leads to, or those of the one path there is, one after the other. */
export interface Order {
  in: string
  of: readonly NumbersAt[]
  orEqual?: true
  /** With a blank before it; empty where there is none. */
  unit: string
}

/** What is said of the first two numbers that are not in order; undefined where all are. */
export function brokenOrder(
  body: unknown,
  { in: holders, of, orEqual, unit }: Order,
): Record<string, unknown> | undefined {
  for (const holder of valuesAlong({ value: body, place: '' }, keysOf(holders))) {
    const numbers = of.flatMap((each) => numbersAlong(holder, each))
    for (const [index, second] of numbers.entries()) {
      const first = numbers[index - 1]
      if (first === undefined || first.value < second.value || (orEqual && first.value === second.value)) continue
      return {
        text: 'rule-order',
        ...(orEqual ? { orEqual: '' } : {}),
        ...{ first: first.place, actual: first.value, second: second.place, limit: second.value, unit },
      }
    }
  }
  return undefined
}

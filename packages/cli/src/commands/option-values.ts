import { InvalidArgumentError } from 'commander'

/** An option in seconds, such as `90`, `90s` or `5m`, as milliseconds. */
export function duration(text: string): number {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? []
  const factor = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit]
  if (amount === undefined || factor === undefined)
    throw new InvalidArgumentError('Write a time such as 90, 90s or 5m.')
  return Number(amount) * factor
}

/** A whole number from `minimum` up. */
export function wholeNumber(minimum: number): (text: string) => number {
  return (text) => {
    if (!/^\d+$/.test(text) || Number(text) < minimum)
      throw new InvalidArgumentError(`Write a whole number from ${minimum} up.`)
    return Number(text)
  }
}

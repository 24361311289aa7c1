import { factorsOf, type PriceLine } from '@model-tasks/spec/measures'

/** The rates that a price has a short form for, in credits. */
export interface Rates {
  perTask: number
  perSecond: number
  perImage: number
}

export const rateNames = ['perTask', 'perSecond', 'perImage'] as const

/** Lines as rates; undefined where they say more than these can. */
export function ratesOfLines(lines: readonly PriceLine[]): Rates | undefined {
  const rates: Rates = { perTask: 0, perSecond: 0, perImage: 0 }
  const seen = new Set<string>()
  for (const line of lines) {
    const [factor, ...others] = factorsOf(line)
    const { of, otherwise: _, ...counting } = factor ?? { of: 'tasks' }
    const name = ({ tasks: 'perTask', seconds: 'perSecond', images: 'perImage' } as const)[of]
    const isPlain = others.length === 0 && Object.keys(counting).length === 0 && line.when === undefined
    if (name === undefined || !isPlain || typeof line.credits !== 'number' || seen.has(name)) return undefined
    seen.add(name)
    rates[name] = line.credits
  }
  return rates
}

/** Rates as the lines of a price. A request that does not say how long counts as the longest that the model makes. */
export function linesOfRates(rates: Rates, longest: number | undefined): PriceLine[] {
  const lines: PriceLine[] = []
  if (rates.perTask > 0) lines.push({ credits: rates.perTask })
  if (rates.perSecond > 0)
    lines.push({
      credits: rates.perSecond,
      per: longest === undefined ? 'seconds' : { of: 'seconds', otherwise: longest },
    })
  if (rates.perImage > 0) lines.push({ credits: rates.perImage, per: 'images' })
  return lines.length > 0 ? lines : [{ credits: 0 }]
}

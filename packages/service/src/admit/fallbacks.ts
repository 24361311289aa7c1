import { creditsOf } from '../domain/money/credits.js'
import type { Quote } from '../domain/money/quote.js'
import type { Candidate } from '../domain/task/fallback.js'
import { Problem } from './problem.js'

/** What a request costs with another model; or why that model cannot make it. */
export type FallbackQuote = Candidate | { model: string; reason: string }

/** Prices a request for its fallbacks, each read with `read`. Rejects only where something is wrong that is not the request. */
export async function quoteFallbacks(
  models: readonly string[],
  read: (model: string) => Promise<{ quote: Quote }>,
): Promise<FallbackQuote[]> {
  const quotes: FallbackQuote[] = []
  for (const model of models)
    quotes.push(
      await read(model).then(
        ({ quote }) => ({ model, amount: quote.amount }),
        (error: unknown) => {
          if (error instanceof Problem) return { model, reason: error.message }
          throw error
        },
      ),
    )
  return quotes
}

/** Those that can make the task. */
export function candidatesOf(quotes: readonly FallbackQuote[]): Candidate[] {
  return quotes.filter((one) => 'amount' in one)
}

/** What a quote says of the fallbacks of a request and of what its task would hold, in credits. */
export function fallbacksResource(quotes: readonly FallbackQuote[], held: number) {
  if (quotes.length === 0) return {}
  return {
    held: creditsOf(held),
    fallbacks: quotes.map((one) => ('amount' in one ? { model: one.model, amount: creditsOf(one.amount) } : one)),
  }
}

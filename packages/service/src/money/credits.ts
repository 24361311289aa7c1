/** Micro-credits in one credit. Amounts are integers of micro-credits everywhere but in what people read and write. */
export const microCreditsPerCredit = 1_000_000

/** The largest balance, in micro-credits: what a double and a bigint both hold exactly. */
export const maxMicroCredits = Number.MAX_SAFE_INTEGER

/**
 * Credits as micro-credits. Undefined when they are not finite, have more than six decimals, or are too many to be
 * counted exactly.
 */
export function microCreditsOf(credits: number): number | undefined {
  const micro = Math.round(credits * microCreditsPerCredit)
  return Number.isSafeInteger(micro) && micro / microCreditsPerCredit === credits ? micro : undefined
}

/** Micro-credits as the number of credits that JSON shows, with at most six decimals. */
export function creditsOf(micro: number): number {
  return micro / microCreditsPerCredit
}

/** Micro-credits in one credit. Amounts are integers of micro-credits everywhere but in what people read and write. */
export const microCreditsPerCredit = 1_000_000

/**
 * The largest amount, in micro-credits: 2^33 credits. Up to there a number of credits in JSON, a double, tells each
 * micro-credit from the next; beyond, doubles are further apart than that, and an amount would be shown as another.
 */
export const maxMicroCredits = 2 ** 33 * microCreditsPerCredit

/**
 * Credits as micro-credits. Undefined when they are not finite, have more than six decimals, or are too many to be
 * counted exactly.
 */
export function microCreditsOf(credits: number): number | undefined {
  const near = Math.round(credits * microCreditsPerCredit)
  // The product is rounded too: of large amounts it may be the integer beside.
  return [near, near - 1, near + 1].find(
    (micro) => Math.abs(micro) <= maxMicroCredits && micro / microCreditsPerCredit === credits,
  )
}

/** Micro-credits as the number of credits that JSON shows, with at most six decimals. */
export function creditsOf(micro: number): number {
  return micro / microCreditsPerCredit
}

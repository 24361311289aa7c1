interface Result<Figures> {
  name: string
  runs: Figures[]
  /** Why measurements failed, those included that were repeated with success. */
  faults: string[]
  /** How many of the runs count although other work on the machine disturbed them. */
  disturbed: number
}

export function race<Contestant extends { name: string }, Figures extends Record<string, number>>(
  contestants: readonly Contestant[],
  options: {
    rounds: number
    measure: (contestant: Contestant) => Promise<Figures>
    watchOthers: () => Promise<() => Promise<number>>
    calm?: number
    attempts?: number
    /** Told after each measurement what there is so far, the last one not yet among the runs. */
    onRun?: (
      results: readonly Result<Figures>[],
      last: { contestant: Contestant; round: number } & ({ figures: Figures; others: number } | { fault: string }),
    ) => void
    /** Told after each round of all contestants. */
    onRound?: (results: readonly Result<Figures>[]) => void
    /** Whether the time is used up: nothing is repeated then, and no further round begins. */
    isLate?: () => boolean
  },
): Promise<Result<Figures>[]>

export function medianOf(runs: Record<string, number>[], key: string): number

/**
 * Measures every contestant in turn, `rounds` times. Each measurement stands alone: one that fails is tried again, and a
 * contestant that fails each time costs the others nothing. A measurement that other work on the machine disturbed is
 * repeated; of several disturbed ones the least disturbed counts.
 *
 * `measure(contestant)` answers figures by name, and throws when it cannot. `watchOthers()` begins to watch the machine and
 * answers a function that says which share of its processors others used since; above `calm` a measurement is disturbed.
 * `onRun(results, note)` is told after each measurement what there is so far, with a note on the last one, and
 * `onRound(results)` after each round of all. Once `isLate()`, nothing is repeated, and the round under way is the last one:
 * the contestants keep equal numbers of runs.
 */
export const race = async (
  contestants,
  { rounds, measure, watchOthers, calm = 0.25, attempts = 3, onRun, onRound, isLate = () => false },
) => {
  const results = contestants.map(({ name }) => ({ name, runs: [], faults: [], disturbed: 0 }))
  for (let round = 0; round < rounds && (round === 0 || !isLate()); round += 1) {
    for (const [index, contestant] of contestants.entries()) {
      const { runs, faults } = results[index]
      let best
      for (let attempt = 0; attempt < (isLate() ? 1 : attempts) && !(best?.others <= calm); attempt += 1) {
        const othersSince = await watchOthers()
        try {
          const figures = await measure(contestant)
          const others = await othersSince()
          onRun?.(results, { contestant, round, figures, others })
          if (best === undefined || others < best.others) best = { figures, others }
        } catch (error) {
          const fault = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
          faults.push(fault)
          onRun?.(results, { contestant, round, fault })
        }
      }
      if (best === undefined) continue
      runs.push(best.figures)
      if (best.others > calm) results[index].disturbed += 1
    }
    onRound?.(results)
  }
  return results
}

/** The median of a figure over the runs; NaN where there is none, so that a table says "never". */
export const medianOf = (runs, key) => {
  const numbers = runs.map((run) => run[key]).sort((left, right) => left - right)
  return numbers[Math.floor(numbers.length / 2)] ?? Number.NaN
}

import type { Happening, Plan } from '../plan.js'
import type { Run } from '../run.js'

/** How many runs a shrink takes at most. */
const mostRuns = 100

/**
 * The shortest plan that breaks the same invariant as a run that failed: happenings are left out, many at a time and then one by
 * one, as long as what is left still breaks it (delta debugging). `play` runs a plan.
 */
export async function shrink(failed: Run, play: (plan: Plan) => Promise<Run>): Promise<Run> {
  let best = failed
  let runs = 0
  const breaks = async (happenings: Happening[]): Promise<boolean> => {
    if (runs >= mostRuns) return false
    runs += 1
    const run = await play({ ...failed.plan, happenings })
    if (run.violation?.invariant !== failed.violation?.invariant) return false
    best = run
    return true
  }
  for (
    let size = Math.ceil(failed.plan.happenings.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < best.plan.happenings.length;) {
      const { happenings } = best.plan
      if (!(await breaks([...happenings.slice(0, from), ...happenings.slice(from + size)]))) from += size
    }
  }
  return best
}

import type { Run } from '../run.js'

/** A run that broke an invariant, for a person: what is promised, what happened, and how to see it again. */
export function reportOf(run: Run, promise: string): string {
  const { violation, plan, story } = run
  if (violation === undefined) return `${plan.seed}: every invariant holds`
  return [
    `${violation.invariant} does not hold: ${promise}`,
    '',
    ...story,
    '',
    'The plan, for a file in test/simulation/seeds or for --plan:',
    JSON.stringify(plan),
  ].join('\n')
}

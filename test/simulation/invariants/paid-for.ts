import type { Invariant } from './invariant.js'

/** Compares the upstreams' books with the service's. */
export const paidFor: Invariant = {
  name: 'paid-for',
  promise:
    'what an upstream has made is charged to whom it was made for, or the task says in words why not; what was not made is charged only where no one can know, and the task says so',
  watch: ({ database, purchases }) => ({
    rest() {
      const settled = new Map<string, number>()
      for (const { subject, kind, held } of database.ledger()) if (kind === 'settle') settled.set(subject, -held)
      for (const task of database.tasks()) {
        // What is set aside still holds its credits.
        if (task.stage !== 'ended') continue
        const [made] = purchases.of(task.prompt).filter(({ fails }) => !fails)
        const paid = settled.get(task.id) ?? 0
        if (made === undefined && paid > 0 && !isExplained(task.error))
          return `${task.id} ("${task.prompt}") was charged ${paid}, and no upstream has made it`
        if (made !== undefined && paid === 0 && !isExplained(task.error))
          return `${made.id} at ${made.upstream} was made for ${task.id} ("${task.prompt}"), which is ${task.status} without charge: ${task.error}`
      }
      return undefined
    },
  }),
}

/** Whether the words of a task say that its upstream may have made it all the same. */
function isExplained(error: string | undefined): boolean {
  return (
    error !== undefined &&
    /may have run|outcome unknown|may still be (?:made|running)|nothing proves that it was not made|given up by the operator/.test(
      error,
    )
  )
}

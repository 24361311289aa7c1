import type { Invariant } from './invariant.js'

/** Compares what callers were told last with what the database says. */
export const callersAreAnswered: Invariant = {
  name: 'callers-are-answered',
  promise: 'a caller is answered what its task is, also where a command has changed it beside the service',
  watch: ({ answers, front: { database } }) => ({
    rest() {
      for (const { id, status } of database.tasks()) {
        const answered = answers.get(id)
        if (answered !== undefined && answered !== status)
          return `${id} is ${status}, and its caller is told ${answered}`
      }
      return undefined
    },
  }),
}

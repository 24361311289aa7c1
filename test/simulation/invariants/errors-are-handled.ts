import type { Invariant } from './invariant.js'

/** Looks at the errors that reached the runtime. */
export const errorsAreHandled: Invariant = {
  name: 'errors-are-handled',
  promise: 'no process ends by an error that its code does not handle',
  watch: ({ world }) => ({
    step() {
      const [crash] = world.crashes
      if (crash === undefined) return undefined
      const { process, error } = crash
      return `${process.title} on ${process.machine.name} crashed: ${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`
    },
  }),
}

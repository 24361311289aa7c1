import type { Exit } from './exit-codes.js'

/** A failure that this program words itself: what is wrong, how the process ends, and the command to type next. */
export class Problem extends Error {
  readonly exit: Exit
  readonly next: readonly string[]

  constructor(message: string, exit: Exit, next: readonly string[] = []) {
    super(message)
    this.exit = exit
    this.next = next
  }

  override get name(): string {
    return 'Problem'
  }
}

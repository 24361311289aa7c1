import type { Exit } from './exit-codes.js'
import type { NextCommand } from './next-command.js'
import type { Finding } from '@model-tasks/validation'

/** A failure that this program words itself: what is wrong, how the process ends, and the command to type next. */
export class Problem extends Error {
  readonly exit: Exit
  readonly next: readonly NextCommand[]
  /** What is wrong with a request, where that is the failure. */
  readonly findings: readonly Finding[] | undefined

  constructor(message: string, exit: Exit, next: readonly NextCommand[] = [], findings?: readonly Finding[]) {
    super(message)
    this.exit = exit
    this.next = next
    this.findings = findings
  }

  override get name(): string {
    return this.findings === undefined ? 'Problem' : 'RequestInvalidError'
  }
}

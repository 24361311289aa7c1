import type { TaskView } from '../../domain/task/record.js'

type Repeated = Pick<TaskView, 'id' | 'account'>

/**
 * In which order tasks are tried that a paused upstream may have, of which it is asked for one at a time: accounts take turns,
 * and so do the tasks of each. One on which the upstream fails every time comes first for ever in any order of their own.
 */
export class RepeatOrder {
  #tries = 0
  /** Which try was the last, by account and by ID. */
  readonly #accounts = new Map<string, number>()
  readonly #tasks = new Map<string, number>()

  /** Notes that a task is tried. */
  tried({ id, account }: Repeated): void {
    this.#tries += 1
    this.#accounts.set(account, this.#tries)
    this.#tasks.set(id, this.#tries)
  }

  /** The same tasks, the one first whose turn it is. */
  sorted<Task extends Repeated>(tasks: readonly Task[]): Task[] {
    return tasks.toSorted(
      (one, other) => this.#accountOf(one) - this.#accountOf(other) || this.#of(one) - this.#of(other),
    )
  }

  /** Forgets all: the upstream is not paused any more, and takes them together. */
  clear(): void {
    this.#accounts.clear()
    this.#tasks.clear()
  }

  #accountOf({ account }: Repeated): number {
    return this.#accounts.get(account) ?? 0
  }

  #of({ id }: Repeated): number {
    return this.#tasks.get(id) ?? 0
  }
}

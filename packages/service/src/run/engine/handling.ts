import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import type { Death } from '../../keep/store/fuse.js'
import type { Held, TaskRuns } from '../../keep/store/task-queue.js'
import type { TaskView } from '../../domain/task/record.js'

/** How long a suspect keeps the files of other tasks waiting, in milliseconds: its own may take as long as they take. */
const timeAlone = 10_000

/** Says of each task by what its handling was cut off, and what follows. */
export function noteDeaths(log: Log, deaths: readonly Death[]): void {
  for (const { task, queue, times, setAside } of deaths)
    log.error(
      setAside
        ? 'the process ended again while it handled the files of a task, which is set aside; it comes back alone after a pause that grows, up to four times, and then waits for "queue retry"'
        : 'the process ended while it handled the files of a task; it is handled alone from now on',
      { task, queue, times },
    )
}

/**
 * Handles the files of tasks, which may end the process. That is noted in the store before, so that a task that has ended
 * two processes becomes a dead letter. After the first time it is a suspect, as are those that were handled beside it. A
 * suspect is handled alone: whichever ends the process again is the one, and no other is set aside with it.
 */
export class Handling {
  readonly #runs: TaskRuns
  readonly #clock: Clock
  /** The handling of tasks that are not suspects. */
  readonly #others = new Set<Promise<void>>()
  /** Resolves when the suspects so far no longer have to be alone. */
  #suspects: Promise<void> = Promise.resolve()

  constructor({ runs, clock }: { runs: TaskRuns; clock: Clock }) {
    this.#runs = runs
    this.#clock = clock
  }

  /** Runs `work`, which handles the files of a task. Rejects also when the task has another owner since. */
  async run<T>(
    { deaths = 0 }: Pick<TaskView, 'deaths'>,
    held: Held,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    const suspect = deaths > 0
    const leave = suspect ? await this.#enterAlone() : await this.#enter()
    try {
      signal.throwIfAborted()
      if (!(await this.#runs.noteHandling(held))) throw new Error('the task has another owner')
      let survived = false
      try {
        const result = await work()
        survived = true
        return result
      } finally {
        // The end of the task clears the note too: only a suspect must not be counted for what comes after it.
        if (!survived || suspect) await this.#runs.endHandling(held).catch(() => undefined)
      }
    } finally {
      leave()
    }
  }

  async #enter(): Promise<() => void> {
    for (let seen; seen !== this.#suspects;) await (seen = this.#suspects)
    let leave = (): void => undefined
    const left = new Promise<void>((resolve) => {
      leave = resolve
    })
    this.#others.add(left)
    return () => {
      this.#others.delete(left)
      leave()
    }
  }

  async #enterAlone(): Promise<() => void> {
    const over = new AbortController()
    const before = this.#suspects
    let late: Promise<void> = Promise.resolve()
    const entered = before.then(() => {
      late = this.#clock.delay(timeAlone, over.signal)
      return Promise.race([Promise.all(this.#others), late])
    })
    this.#suspects = before.then(() => late)
    await entered
    return () => {
      over.abort()
    }
  }
}

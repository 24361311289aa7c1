import type { Clock } from '../base/clock.js'
import type { Log } from '../base/log.js'
import { Poller } from '../base/poller.js'
import type { TaskStatus } from '../domain/task/record.js'

/** Why a wait ended. `declined`: it never began, since too many wait, or the service is leaving. */
export type WaitEnd = 'changed' | 'over' | 'left' | 'declined'

/** A caller that waits until a task has another status. */
interface Wait {
  task: string
  status: TaskStatus
  account: string
  /** In monotonic time, by `clock.elapsed()`. */
  until: number
  end: (end: WaitEnd) => void
}

export interface WaitLimits {
  /** Waits in this process. */
  total: number
  /** Waits of one account in this process. */
  perAccount: number
}

export interface WaitParts {
  clock: Clock
  log: Log
  limits: WaitLimits
  /** Of these tasks, those whose status is another one now, or that are gone. */
  changed: (waited: ReadonlyMap<string, TaskStatus>) => Promise<string[]>
}

/** How often the store is asked what changed elsewhere, and the time of waits is checked, in milliseconds. */
const interval = 500

/**
 * Callers that wait for a task to change. What ends in this process is told at once; what another process changes, and what
 * starts, is seen within half a second. There is no timer per wait: ten thousand of them cost their connections.
 */
export class TaskWaits {
  readonly #parts: WaitParts
  readonly #waits = new Map<string, Set<Wait>>()
  readonly #perAccount = new Map<string, number>()
  readonly #poller: Poller
  #total = 0
  #closed = false

  constructor(parts: WaitParts) {
    this.#parts = parts
    this.#poller = new Poller(parts.clock, interval, () => this.#poll())
  }

  start(): void {
    this.#poller.start()
  }

  /** How many wait. */
  get size(): number {
    return this.#total
  }

  /**
   * Resolves once the task has another status than the one given, or after so many milliseconds at the latest, or as soon as
   * the caller has left.
   */
  wait(
    { task, status, account }: Pick<Wait, 'task' | 'status' | 'account'>,
    milliseconds: number,
    left: (gone: () => void) => void,
  ): Promise<WaitEnd> {
    const { clock, limits } = this.#parts
    const ofAccount = this.#perAccount.get(account) ?? 0
    if (this.#closed || this.#total >= limits.total || ofAccount >= limits.perAccount)
      return Promise.resolve('declined')
    return new Promise((resolve) => {
      const wait: Wait = {
        task,
        status,
        account,
        until: clock.elapsed() + milliseconds,
        end: (end) => {
          if (this.#remove(wait)) resolve(end)
        },
      }
      this.#add(wait)
      left(() => {
        wait.end('left')
      })
    })
  }

  /** Ends the waits for tasks that have changed. */
  tell(tasks: readonly string[]): void {
    for (const task of tasks) for (const wait of [...(this.#waits.get(task) ?? [])]) wait.end('changed')
  }

  /** Ends all waits, and declines those to come. */
  async close(): Promise<void> {
    this.#closed = true
    for (const waits of [...this.#waits.values()]) for (const wait of [...waits]) wait.end('over')
    await this.#poller.stop()
  }

  #add(wait: Wait): void {
    const waits = this.#waits.get(wait.task) ?? new Set()
    this.#waits.set(wait.task, waits.add(wait))
    this.#perAccount.set(wait.account, (this.#perAccount.get(wait.account) ?? 0) + 1)
    this.#total += 1
  }

  #remove(wait: Wait): boolean {
    const waits = this.#waits.get(wait.task)
    if (waits?.delete(wait) !== true) return false
    if (waits.size === 0) this.#waits.delete(wait.task)
    const left = (this.#perAccount.get(wait.account) ?? 1) - 1
    if (left === 0) this.#perAccount.delete(wait.account)
    else this.#perAccount.set(wait.account, left)
    this.#total -= 1
    return true
  }

  async #poll(): Promise<void> {
    if (this.#total === 0) return
    await this.#askStore()
    // What would be over before the next look is over now: no caller waits longer than was asked for.
    const end = this.#parts.clock.elapsed() + interval
    for (const waits of [...this.#waits.values()]) for (const wait of [...waits]) if (wait.until < end) wait.end('over')
  }

  async #askStore(): Promise<void> {
    const waited = new Map<string, TaskStatus>()
    for (const [task, waits] of this.#waits) for (const { status } of waits) waited.set(task, status)
    try {
      this.tell(await this.#parts.changed(waited))
    } catch (error) {
      // Waits go on until their time is over, and the query behind each says what is wrong with the store.
      this.#parts.log.debug('the store could not be asked for tasks that changed', { error })
    }
  }
}

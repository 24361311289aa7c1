import type { Clock } from '../clock.js'
import type { Log } from '../log.js'
import type { TaskStore } from '../store/task-store.js'
import type { Engine } from './engine.js'
import type { TaskRunner } from './task-runner.js'

const retryDelay = 1000

/** Runs tasks inside the service's own process, oldest first, a limited number at a time. */
export class InProcessEngine implements Engine {
  private readonly queue: string[] = []
  private readonly running = new Map<string, { abort: AbortController, ended: Promise<void> }>()
  private closing = false

  constructor(private readonly parts: { store: TaskStore, runner: TaskRunner, concurrency: number, clock: Clock, log: Log }) {}

  async start(): Promise<void> {
    this.queue.unshift(...await this.parts.store.unfinished())
    this.fill()
  }

  enqueue(id: string): void {
    this.queue.push(id)
    this.fill()
  }

  cancel(id: string): void {
    this.running.get(id)?.abort.abort(new Error('the task was cancelled'))
    this.parts.runner.letGo(id).catch((error: unknown) => { this.parts.log.error('a cancelled task could not be read', { task: id, error }) })
  }

  async close(patience: number): Promise<void> {
    this.closing = true
    const ended = Promise.all([...this.running.values()].map((one) => one.ended))
    if (!this.parts.runner.attachable && this.running.size > 0) {
      const enough = new AbortController()
      await Promise.race([ended, this.parts.clock.delay(patience, enough.signal)])
      enough.abort()
    }
    for (const one of this.running.values()) one.abort.abort(new Error('the service is stopping'))
    await ended
  }

  private fill(): void {
    while (!this.closing && this.running.size < this.parts.concurrency) {
      const id = this.queue.shift()
      if (id === undefined) return
      if (!this.running.has(id)) this.run(id)
    }
  }

  private run(id: string): void {
    const abort = new AbortController()
    const ended = this.parts.runner.run(id, abort.signal)
      .catch((error: unknown) => this.retryLater(id, error))
      .then(() => {
        this.running.delete(id)
        this.fill()
      })
    this.running.set(id, { abort, ended })
  }

  /** A fault of ours, such as a full disk: the task has been acknowledged, so it is never given up. */
  private async retryLater(id: string, error: unknown): Promise<void> {
    if (this.closing) return
    this.parts.log.error('a task could not be run and will be tried again', { task: id, error })
    await this.parts.clock.delay(retryDelay, this.running.get(id)?.abort.signal)
    if (!this.closing) this.queue.push(id)
  }
}

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  Follow,
  Provider,
  ProviderOutcome,
  ProviderSubmission,
  ProviderTask,
} from '../../src/provider/provider.js'

/** One task the provider is working on; the test decides how it goes on. */
export interface Job {
  task: ProviderTask
  reference: string
  follow: Follow
  complete(content?: string, seconds?: number): Promise<void>
  fail(error: string): void
  crash(error: Error): void
}

/** A provider in the test's hands: it accepts at once, and completes when told to (or at once, when `instant`). */
export class StubProvider implements Provider {
  readonly name = 'stub'
  repeatable = true
  attachable = false
  takesAssets = true
  concurrency = 4
  instant = true
  /** How the next submits are answered; accepted when there is none left. */
  answers: (ProviderSubmission | Error)[] = []
  readonly submitted: string[] = []
  readonly jobs: Job[] = []
  closed = false
  readonly #watchers: (() => void)[] = []

  async idempotent(): Promise<boolean> {
    return this.repeatable
  }

  async submit(task: ProviderTask): Promise<ProviderSubmission> {
    this.submitted.push(task.id)
    const answer = this.answers.shift() ?? { answer: 'accepted', reference: `ref-${task.id}` }
    if (answer instanceof Error) throw answer
    return answer
  }

  follow(task: ProviderTask, reference: string, follow: Follow): Promise<ProviderOutcome> {
    return new Promise((resolve, reject) => {
      const job: Job = {
        task,
        reference,
        follow,
        complete: async (content = `result of ${task.id}`, seconds) => {
          const path = join(follow.directory, 'out')
          await writeFile(path, content)
          const file = { path, contentType: task.kind === 'video' ? 'video/mp4' : 'image/png', bytes: content.length }
          resolve({ status: 'completed', file: seconds === undefined ? file : { ...file, seconds } })
        },
        fail: (error) => {
          resolve({ status: 'failed', error })
        },
        crash: reject,
      }
      follow.signal.addEventListener(
        'abort',
        () => {
          reject(new Error('aborted'))
        },
        { once: true },
      )
      this.jobs.push(job)
      for (const watcher of this.#watchers.splice(0)) watcher()
      if (this.instant) void job.complete()
    })
  }

  /** The job of that number, once it is there. */
  async job(index: number): Promise<Job> {
    for (;;) {
      const job = this.jobs[index]
      if (job !== undefined) return job
      await new Promise<void>((resolve) => {
        this.#watchers.push(resolve)
      })
    }
  }

  async close(): Promise<void> {
    this.closed = true
  }
}

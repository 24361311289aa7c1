import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalProvider, ProviderTask, Render, RenderOutcome } from '../../src/domain/provider/provider.js'

/** One task the provider is working on; the test decides how it goes on. */
export interface Job {
  task: ProviderTask
  follow: Render
  complete(content?: string | Buffer, seconds?: number): Promise<void>
  fail(error: string): void
  crash(error: Error): void
}

/** A local provider in the test's hands: it completes tasks when told to, or at once when `instant`. */
export class StubProvider implements LocalProvider {
  readonly kind = 'local'
  readonly name = 'stub'
  takesAssets = true
  concurrency = 4
  instant = true
  readonly submitted: string[] = []
  readonly jobs: Job[] = []
  closed = false
  readonly #watchers: (() => void)[] = []

  render(task: ProviderTask, follow: Render): Promise<RenderOutcome> {
    this.submitted.push(task.id)
    return new Promise((resolve, reject) => {
      const job: Job = {
        task,
        follow,
        complete: async (content: string | Buffer = `result of ${task.id}`, seconds) => {
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
      // After an abort its directory may be gone; before one, that is a fault of the task.
      if (this.instant) job.complete().catch(reject)
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

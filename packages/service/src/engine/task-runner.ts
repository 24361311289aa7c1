import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.js'
import type { Log } from '../log.js'
import type { FileStore } from '../files/file-store.js'
import type { ProducedFile, Provider, ProviderTask } from '../provider/provider.js'
import type { TaskEnd, TaskStore } from '../store/task-store.js'
import type { Submission, TaskRecord, TaskResult } from '../task/record.js'
import { isTerminal } from '../task/record.js'
import { ProgressNotes } from './progress-notes.js'
import { resultKey, resultName } from '../results/result-key.js'

/** What running a task takes. */
export interface TaskRunnerParts {
  store: TaskStore
  provider: Provider
  files: FileStore
  clock: Clock
  log: Log
  /** Where each task gets a folder of its own while it runs. */
  workDirectory: string
  /** How long a task whose submit has an unknown outcome is kept before it fails, in milliseconds. */
  unknownOutcomeDeadline: number
}

const notAcceptedDelay = 5000
/** Milliseconds between the tries to store a file. It is here already; once they are used up the task is run again from where it stands at the provider. */
const storePauses = [1000, 2000, 4000, 8000, 16_000] as const
const noteDelay = 1000

/** Takes one task from where it stands to its end: hand over, follow, keep the file, finish. */
export class TaskRunner {
  readonly #parts: TaskRunnerParts

  constructor(parts: TaskRunnerParts) {
    this.#parts = parts
  }

  /** Whether stopping in the middle of a task loses no work. */
  get attachable(): boolean {
    return this.#parts.provider.attachable
  }

  /** Runs a task. Resolves when it has ended or the signal aborted; rejects for faults of ours, after which it may be run again. */
  async run(id: string, signal: AbortSignal): Promise<void> {
    const { store } = this.#parts
    const task = await store.read(id)
    if (task === undefined || isTerminal(task.status) || !(await store.begin(id))) return
    const directory = join(this.#parts.workDirectory, id)
    await rm(directory, { recursive: true, force: true })
    await mkdir(directory, { recursive: true, mode: 0o700 })
    try {
      const end = await this.#make(task, directory, signal)
      if (end !== undefined && !(await store.finish(id, end))) await this.#discard(id, end)
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#parts.provider.release?.(id)
      await rm(directory, { recursive: true, force: true })
    }
  }

  /** Tells the provider that a cancelled task is wanted no more. What it makes of that changes nothing here. */
  async letGo(id: string): Promise<void> {
    const task = await this.#parts.store.read(id)
    const reference = task?.submission.reference
    if (task !== undefined && reference !== undefined) await this.#cancelAtProvider(jobOf(task), reference)
  }

  async #cancelAtProvider(job: ProviderTask, reference: string): Promise<void> {
    const { provider, log } = this.#parts
    await provider.cancel?.(job, reference).catch((error: unknown) => {
      log.error('a cancelled task could not be cancelled at the provider', {
        task: job.id,
        provider: provider.name,
        error,
      })
    })
  }

  /** The task was cancelled before its file was there: nobody can ask for the file any more. */
  async #discard(id: string, end: TaskEnd): Promise<void> {
    const task = await this.#parts.store.read(id)
    if (end.status === 'completed' && task?.status === 'failed') await this.#parts.files.remove(end.result.file)
  }

  async #make(task: TaskRecord, directory: string, signal: AbortSignal): Promise<TaskEnd | undefined> {
    const job = jobOf(task)
    const handOver = await this.#handOver(job, task.submission, signal)
    if (handOver === undefined || 'status' in handOver) return handOver
    if (signal.aborted) return undefined
    const progress = new ProgressNotes(this.#parts.store, this.#parts.clock, task.id)
    const outcome = await this.#parts.provider.follow(job, handOver.reference, {
      directory,
      signal,
      onProgress: (fraction) => {
        progress.note(fraction)
      },
    })
    if (signal.aborted) return undefined
    return outcome.status === 'failed'
      ? outcome
      : { status: 'completed', result: await this.#keep(task, outcome.file, signal) }
  }

  /** Gets the task accepted, once. Answers the reference, or how the task ended, or undefined when stopped or when the task is not ours to hand over. */
  async #handOver(
    job: ProviderTask,
    known: Submission,
    signal: AbortSignal,
  ): Promise<{ reference: string } | TaskEnd | undefined> {
    const { provider, store, clock } = this.#parts
    if (known.state === 'accepted' && known.reference !== undefined) return { reference: known.reference }
    if (known.state === 'sent' && !(await provider.idempotent(known.place)))
      return this.#awaitDeadline(job.id, known.at ?? clock.now(), signal)
    let place = known.state === 'sent' ? known.place : undefined
    while (!signal.aborted) {
      place = await provider.reserve?.(job, signal, place)
      const at = clock.now()
      if (provider.attachable && !(await store.noteSent(job.id, at, place))) return undefined
      const submission = await provider.submit(job, signal, place)
      if (submission.answer === 'accepted') {
        if (provider.attachable) await this.#noteAccepted(job, submission.reference, signal)
        return { reference: submission.reference }
      }
      if (submission.answer === 'refused') return { status: 'failed', error: submission.error }
      if (submission.answer === 'unknown' && !(await provider.idempotent(place)))
        return this.#awaitDeadline(job.id, at, signal)
      if (provider.attachable && submission.answer === 'not-accepted')
        await this.#insist(() => store.noteNotSent(job.id), signal)
      const pause = submission.answer === 'not-accepted' ? submission.retryAfter : undefined
      await clock.delay(pause ?? notAcceptedDelay, signal)
    }
    return undefined
  }

  async #noteAccepted(job: ProviderTask, reference: string, signal: AbortSignal): Promise<void> {
    const { store } = this.#parts
    if (await this.#insist(() => store.noteAccepted(job.id, reference), signal)) return
    // Cancelled while the provider was asked: nobody else can tell it, who has no reference.
    if ((await store.read(job.id))?.status === 'failed') await this.#cancelAtProvider(job, reference)
  }

  /** Writes what the provider answered, also when the store fails for a while: forgotten, the task would count as of unknown outcome. */
  async #insist<T>(write: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        if (signal.aborted) throw error
        this.#parts.log.error('an answer of the provider could not be noted; it will be tried again', { error })
        await this.#parts.clock.delay(noteDelay, signal)
      }
    }
  }

  /** The provider may have taken the task and must not be asked again: nothing is left but to wait, then to say so. */
  async #awaitDeadline(
    id: string,
    sentAt: number,
    signal: AbortSignal,
  ): Promise<{ reference: string } | TaskEnd | undefined> {
    const { clock, log, provider, store, unknownOutcomeDeadline } = this.#parts
    const deadline = new Date(sentAt + unknownOutcomeDeadline).toISOString()
    log.error('the outcome of a hand-over is unknown; the task fails at its deadline and is not submitted again', {
      task: id,
      provider: provider.name,
      deadline,
    })
    while (!signal.aborted) {
      const left = sentAt + unknownOutcomeDeadline - clock.now()
      if (left <= 0) {
        // Another service, which had lost the task by then, may have got the answer after all.
        const reference = (await store.read(id))?.submission.reference
        if (reference !== undefined) return { reference }
        return {
          status: 'failed',
          error: `outcome unknown: the task was handed to the ${provider.name} at ${new Date(sentAt).toISOString()} and no answer came back; it may have run there and was not submitted twice`,
        }
      }
      await clock.delay(left, signal)
    }
    return undefined
  }

  async #keep(task: TaskRecord, file: ProducedFile, signal: AbortSignal): Promise<TaskResult> {
    const key = resultKey(resultName(task.id, file.contentType))
    const { bytes } = await this.#put(key, file, task.id, signal)
    const result: TaskResult = { file: key, contentType: file.contentType, bytes }
    if (file.seconds !== undefined) result.seconds = file.seconds
    return result
  }

  async #put(key: string, file: ProducedFile, id: string, signal: AbortSignal): Promise<{ bytes: number }> {
    const { files, clock, log } = this.#parts
    for (const pause of storePauses) {
      try {
        return await files.putFile(key, file.path, file.contentType)
      } catch (error) {
        if (signal.aborted) throw error
        log.error('a file could not be stored and will be tried again', { task: id, error })
        await clock.delay(pause, signal)
      }
    }
    return files.putFile(key, file.path, file.contentType)
  }
}

function jobOf({ id, model, kind, parameters }: TaskRecord): ProviderTask {
  return { id, model, kind, parameters }
}

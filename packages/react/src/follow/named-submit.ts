import {
  ModelTasksError,
  type CallOptions,
  type Capabilities,
  type ModelTasks,
  type TaskHandle,
} from '@model-tasks/client'
import type { NamedRecord, PageJournal } from '../journal/page-journal.js'
import { failed, idle, stateOf, submitting, withError } from '../state.js'
import { persist, type Declared } from './connection.js'
import { followTask } from './follow-task.js'
import { Observed } from './observed.js'
import { digestOf } from './request-digest.js'
import type { TaskEnds } from './task-ends.js'

/** Sends a request once, with these options. */
type Send = (options: CallOptions) => Promise<TaskHandle>

/**
 * The submit under one name: at most one at a time, in all tabs of an account. It is in the journal before it is sent, so that its next reader,
 * after a reload or in another tab, continues with the same task.
 */
export class NamedSubmit {
  readonly observed = new Observed((signal) => this.#continue(signal))
  readonly #name: string
  readonly #client: ModelTasks
  readonly #journal: PageJournal
  readonly #declared: Declared
  readonly #ends: TaskEnds
  /** How many submits are being made here now: what they show is not replaced. */
  #making = 0

  constructor(name: string, client: ModelTasks, journal: PageJournal, declared: Declared, ends: TaskEnds) {
    this.#name = name
    this.#client = client
    this.#journal = journal
    this.#declared = declared
    this.#ends = ends
  }

  /**
   * Submits a request, unless one under this name has not ended: the same request is that one, another is an error (`submit-running`). Answers the ID of
   * the task; undefined where the state says why there is none, or none yet. Never rejects, and is not ended by anyone who leaves.
   */
  async submit(model: string, params: object, send: Send): Promise<string | undefined> {
    const { observed } = this
    let follows = true
    this.#making++
    try {
      if (observed.state().status !== 'running') observed.show(submitting)
      const declared = await this.#declared.get((fault) => observed.show({ ...observed.state(), fault }))
      const asked = await digestOf(model, params)
      return await this.#journal.alone(this.#name, () => this.#once(asked, declared, send))
    } catch (error) {
      const { taskId, taskMayExist, code }: Partial<ModelTasksError> = error instanceof ModelTasksError ? error : {}
      if (taskMayExist) observed.show({ ...submitting, fault: error as ModelTasksError })
      else if (code === submitRunning && taskId) observed.show({ ...stateOf(taskId), ...withError(error) })
      else {
        follows = false
        observed.show(failed(idle, error))
      }
      return undefined
    } finally {
      this.#making--
      if (follows) observed.restart()
    }
  }

  /** Forgets the submit, so that another one can be made. Its task, where there is one, goes on, and is paid for. */
  async reset(): Promise<void> {
    this.observed.stop()
    try {
      const account = await this.#account()
      await this.#journal.alone(this.#name, async () => {
        const latest = await this.#journal.latest(this.#name, account)
        if (latest) await this.#journal.forget(latest.key)
      })
      this.observed.show(idle)
      this.observed.restart()
    } catch (error) {
      this.observed.show(failed(idle, error))
    }
  }

  async #once(asked: string, declared: Capabilities | undefined, send: Send): Promise<string> {
    const earlier = await this.#journal.latest(this.#name, declared?.account)
    const running = earlier && (await this.#unended(earlier))
    if (running !== undefined) {
      if (earlier?.asked === asked) return running
      throw new ModelTasksError(
        `nothing was submitted: another request under the name ${JSON.stringify(this.#name)} has not ended`,
        { code: submitRunning, taskId: running, again: '', hint: 'Wait for its end, or forget it with reset()' },
      )
    }
    const idempotencyKey = crypto.randomUUID()
    const journal = this.#journal.of(idempotencyKey, { name: this.#name, asked })
    // What finds a lost answer is loaded while there is a connection: browsers load no part again that once could not be loaded.
    await this.#client.resumeAll(journal)
    // Whether this is a second one has been decided above.
    const { id } = await send({ idempotencyKey, journal, again: true })
    return id
  }

  /** The task of a submit that was not seen to end; undefined where there is none. Throws where there may be one. */
  async #unended(record: NamedRecord): Promise<string | undefined> {
    const { id, key, entries } = record
    if (id === undefined) return this.#recovered(record)
    if (entries.some(({ event }) => event === 'ended')) return undefined
    const task = await this.#handle(id, key)
      .query()
      .catch(() => undefined)
    return task?.status === 'completed' || task?.status === 'failed' ? undefined : id
  }

  /** The task of a submit whose answer was not seen; undefined where it is certain that there is none. Throws where there may be one. */
  async #recovered({ key }: NamedRecord): Promise<string | undefined> {
    // Only the holder of the lock of the name submits it, also where the tab that began lives.
    const { handles, unresolved } = await this.#client.resumeAll(this.#journal.of(key), { takeOver: true })
    if (unresolved[0]) throw unresolved[0].error
    return handles[0]?.id
  }

  /** Continues what an earlier page, or another tab, has begun. */
  async #continue(signal: AbortSignal): Promise<void> {
    const { observed } = this
    const ignore = this.#journal.onChange(this.#name, () => {
      if (this.#making === 0) observed.restart()
    })
    signal.addEventListener('abort', ignore)
    try {
      const onFault = (fault: Error): void => {
        if (!signal.aborted) observed.show({ ...observed.state(), fault })
      }
      const account = await this.#account(onFault, signal)
      const latest = await this.#journal.latest(this.#name, account)
      const id = latest && (latest.id ?? (await this.#await(account, onFault, signal)))
      if (signal.aborted || this.#making > 0) return
      if (id === undefined) observed.show(idle)
      else await followTask(this.#handle(id, latest?.key), observed, this.#ends, signal)
    } catch (error) {
      if (!signal.aborted) observed.show(failed(idle, error))
    }
  }

  /** The task of a submit that has no ID yet: that of the tab which is making it, else it is recovered. */
  async #await(
    account: string | undefined,
    onFault: (fault: Error) => void,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (!signal.aborted) this.observed.show(submitting)
    const recover = async (): Promise<string | undefined> => {
      const latest = await this.#journal.latest(this.#name, account)
      return latest && (latest.id ?? (await persist(() => this.#recovered(latest), onFault, signal)))
    }
    return this.#journal.alone(this.#name, recover, signal)
  }

  #handle(id: string, idempotencyKey: string | undefined): TaskHandle {
    return this.#client.task({ id, idempotencyKey }, { journal: this.#journal })
  }

  async #account(onFault: (fault: Error) => void = () => undefined, signal?: AbortSignal): Promise<string | undefined> {
    return (await this.#declared.get(onFault, signal))?.account
  }
}

const submitRunning = 'submit-running'

import { providerTask, sentTask, type Pause, type Prepared, type SubmitAnswer } from '../../domain/provider/provider.js'
import { askedFallback } from '../../keep/files/asked-entries.js'
import type { AskedTask, Held, Place, Refusal } from '../../keep/store/task-queue.js'
import { isOpen, isTerminal, type TaskRecord } from '../../domain/task/record.js'
import { differenceOf } from '../provider/upstream-identity.js'
import { ReleaseProof } from '../../domain/money/release-proof.js'
import { Absences } from './absence.js'
import { mayBuyAgain } from './kept-keys.js'
import { OutcomeDeadlines } from './outcome-deadlines.js'
import type { OwnRefusal } from './refusals.js'
import { SubmitAnswers } from './submit-answers.js'
import type { Sent, SubmitterParts } from './submitter-parts.js'
import { unlessAborted } from './unless-aborted.js'

/** How long a task is kept from an idempotent upstream after an answer that proved nothing, in milliseconds: as long as it was tried so far, within these bounds. */
const [repeatDelay, maxRepeatDelay] = [5000, 60_000]

type Rejected = Extract<SubmitAnswer, { answer: 'rejected' }>
type NotAccepted = Extract<SubmitAnswer, { answer: 'not-accepted' }>
/** Why a task cannot be submitted now. */
type Unprepared = Extract<Prepared, { answer: string }>

/** Why a task is not taken, for the operator: the upstream's words, and the setting to correct. */
function unknownModelProof({ error, sentAs }: Extract<SubmitAnswer, { answer: 'unknown-model' }>): string {
  return `${error}; correct modelIds of this upstream, which sends the model as ${JSON.stringify(sentAs)}`
}

/** Which request to an upstream the next one is for a task that no upstream has or may have. */
function attemptOf({ submission }: Pick<TaskRecord, 'submission'>): number {
  return (submission.attempts ?? 0) + 1
}

/** A task that its upstream has. */
export interface Accepted {
  reference: string
  /** A caller has asked to cancel it meanwhile. */
  cancelling: boolean
}

/** Gets a task accepted upstream, once. A task that has to wait is released meanwhile and takes no slot. */
export class Submitter {
  readonly #parts: SubmitterParts
  readonly #answers: SubmitAnswers
  readonly #deadlines: OutcomeDeadlines
  /** Rejected repeats of tasks that an upstream may have, by task. */
  readonly #rejections = new Absences()
  #submitting = 0

  constructor(parts: SubmitterParts) {
    this.#parts = parts
    this.#answers = new SubmitAnswers(parts)
    this.#deadlines = new OutcomeDeadlines(parts.unknownOutcomeDeadline)
  }

  /** How many tasks are being submitted. */
  get submitting(): number {
    return this.#submitting
  }

  /**
   * Submits a task, which its upstream was first asked for `sinceFirst` milliseconds ago. Answers the upstream's reference, or
   * undefined when the task has ended or was released.
   */
  async submit(task: TaskRecord, held: Held, signal: AbortSignal, sinceFirst = 0): Promise<Accepted | undefined> {
    const { provider, breaker, models, pace, runs, clock } = this.#parts
    if (breaker.allowance(this.#submitting) <= 0) {
      await runs.release(held, this.#heldUp(task))
      return undefined
    }
    const leave = models.enter(task.model)
    if (leave === undefined) {
      await this.#moveOrRelease(held, this.#elsewhere(task), models.wait(task.model))
      return undefined
    }
    this.#submitting += 1
    try {
      await pace.acquire('submit', signal)
      if (signal.aborted) return undefined
      if (breaker.paused) {
        await runs.release(held, this.#heldUp(task))
        return undefined
      }
      const prepared = await provider.prepare?.(providerTask(task), signal)
      if (signal.aborted) return undefined
      if (prepared !== undefined && 'answer' in prepared) {
        await this.#unprepared(prepared, task, held, sinceFirst)
        return undefined
      }
      if (!(await this.#noteAsked(task, held))) return undefined
      const sent = { at: clock.now(), elapsed: clock.elapsed(), sinceFirst }
      const proof = await runs.noteSent(held, this.#parts.identity)
      if (proof === undefined) return undefined
      // Not aborted when the service stops: a POST that is on its way is worth waiting for.
      const answer = await this.#answers.hear(provider.submit(sentTask(task, proof), prepared?.files), task.id)
      return await this.#take(answer, task, held, sent)
    } finally {
      this.#submitting -= 1
      leave()
    }
  }

  /**
   * Goes on with a task whose upstream was asked and has not answered: asks it again where and as long as that buys once,
   * and else waits until the deadline. Answers whether the task may be submitted now.
   */
  async resume(asked: AskedTask, held: Held): Promise<boolean> {
    const { provider, breaker, runs, closing } = this.#parts
    const difference = differenceOf(asked.submission.identity, this.#parts.identity)
    const keys = difference !== undefined ? false : await unlessAborted(provider.keptKeys(), closing)
    const forgotten = keys ? mayBuyAgain(asked, keys) : undefined
    if (difference !== undefined)
      await this.awaitDeadline(
        asked,
        held,
        `is not submitted again, since the ${difference} of the upstream has changed: it would be made for another account`,
      )
    else if (keys === false) await this.awaitDeadline(asked, held)
    else if (forgotten !== undefined)
      await this.awaitDeadline(asked, held, `is not submitted again, since ${forgotten}`)
    else if (keys.heard && breaker.allowance(this.#submitting) > 0) return true
    else await runs.release(held, this.#heldUp(asked))
    return false
  }

  /** Notes beside the database that the upstream will be asked. Where that fails, the task waits: after a restore it would be asked again. */
  async #noteAsked(task: TaskRecord, held: Held): Promise<boolean> {
    const { id, submission } = task
    if (submission.state !== 'none') return true
    const { asked, runs, queue, identity, clock, log } = this.#parts
    const attempt = attemptOf(task)
    try {
      await asked.note(
        { task: id, attempt, upstream: queue, identity, at: clock.now(), fallback: askedFallback(task) },
        task,
      )
      return true
    } catch (error) {
      const message = 'the record of what upstreams are asked cannot be written; nothing is submitted meanwhile'
      log.error(message, { task: id, upstream: queue, error })
      await runs.release(held, repeatDelay)
      return false
    }
  }

  /** How long a task that may not be submitted now is kept back. New ones are claimed once there is room; those that the upstream may have need none. */
  #heldUp({ submission }: Pick<TaskRecord, 'submission'>): number {
    const { breaker, clock } = this.#parts
    return submission.state === 'none' ? 0 : Math.max(repeatDelay, (breaker.state?.until ?? 0) - clock.now())
  }

  /**
   * The reference of a task that was accepted by an answer that is kept here, although the service was stopped before it
   * noted so. Undefined when there is none, or when the task has ended.
   */
  async recover(task: Pick<TaskRecord, 'id' | 'kind' | 'model'>): Promise<Accepted | undefined> {
    const reference = await this.#parts.provider.recover?.(task)
    return reference === undefined ? undefined : this.#noteAccepted(task.id, reference)
  }

  async #take(answer: SubmitAnswer, task: TaskRecord, held: Held, sent: Sent): Promise<Accepted | undefined> {
    const { breaker, refusals, models, clock } = this.#parts
    switch (answer.answer) {
      case 'accepted':
        breaker.succeed()
        refusals.taken(task.id, clock.elapsed())
        models.succeed(task.model)
        return (await this.#noteAccepted(task.id, answer.reference)) ?? this.#ofAnother(answer.reference, held, sent)
      case 'rejected':
        breaker.succeed()
        await this.#rejected(answer, task, held, sent)
        return undefined
      case 'not-accepted':
        await this.#notAccepted(answer, task, held, sent)
        return undefined
      case 'unknown-model':
        breaker.succeed()
        await this.#declined({ error: unknownModelProof(answer) }, task, held, {
          at: sent.at,
          delay: models.pause(task.model, answer.sentAs, answer.error),
          elsewhere: true,
        })
        return undefined
      case 'unknown':
        breaker.unknown(answer.pause, answer.error, task.submission.state !== 'none')
        await this.#unknown(held, sent, answer.error)
        return undefined
    }
  }

  /** The upstream takes no tasks now, or not this one: then it alone waits, and ends where the upstream will not take it. */
  async #notAccepted(answer: NotAccepted, task: TaskRecord, held: Held, { at }: Sent): Promise<void> {
    const { breaker, queue } = this.#parts
    const { pause, error } = answer
    const own = this.#ownRefusal(pause, task)
    const proof = own?.final === true ? ReleaseProof.notTaken(answer, task.submission) : undefined
    if (proof !== undefined) {
      const ended = `the upstream ${queue} rejected the task again and again while it took others: ${error}`
      await this.#endRejected({ error: ended, proof }, task, held, { upstream: queue, at, proof: error })
      return
    }
    await this.#declined({ error }, task, held, {
      at,
      delay: own?.delay ?? breaker.pause(pause ?? { reason: 'unavailable' }, error),
      // Not to and fro between two that reject it and are not paused.
      elsewhere: own === undefined ? pause?.reason !== 'rate-limited' : own.times === 1,
    })
  }

  /** What follows from a refusal where it is about the task and not about the upstream. */
  #ownRefusal(pause: Pause | undefined, task: TaskRecord): OwnRefusal | undefined {
    const { breaker, refusals, clock } = this.#parts
    return refusals.refused(task, pause, breaker.state === undefined, clock.elapsed())
  }

  /**
   * The upstream will not take the task with this request. Where it was asked before and its answer proved nothing it may
   * have the task all the same: it may judge a repeat before it looks for what it has under the key, and a URL in the
   * request may have expired since. It is asked again, less and less often, until the deadline of an unknown outcome; a service
   * that was down until after that asks for some minutes more, since one answer may be about today alone.
   */
  async #rejected(
    answer: Rejected,
    task: TaskRecord,
    held: Held,
    { at, elapsed, sinceFirst }: Pick<Sent, 'elapsed' | 'sinceFirst'> & { at?: number },
  ): Promise<void> {
    const { runs, clock, queue, unknownOutcomeDeadline } = this.#parts
    const asked = sinceFirst + clock.elapsed() - elapsed
    const left = unknownOutcomeDeadline - asked
    const { error } = answer
    const proof = ReleaseProof.notTaken(answer, task.submission)
    if (proof !== undefined)
      await this.#endRejected(
        { error, proof },
        task,
        held,
        at === undefined ? undefined : { upstream: queue, at, proof: error },
      )
    else if (!this.#rejections.isProvedBy(task.id, elapsed, clock.elapsed()) || left > 0) {
      const delay = left > 0 ? Math.min(left, Math.max(repeatDelay, asked)) : maxRepeatDelay
      await this.#answers.store(task.id, () => runs.release(held, delay))
    } else {
      this.#rejections.forget(task.id)
      const ended = `${this.#unknownOutcome(task)}, and it rejected the last repeat: ${error}`
      await this.#answers.store(task.id, () =>
        runs.finish(held, { status: 'failed', error: ended, credits: 'charged', because: 'unknown-outcome' }),
      )
    }
  }

  /**
   * The upstream will not take a task, and nothing was bought: another model makes it where it names one, else it ends.
   * `refusal`: what it answered, where it was asked.
   */
  async #endRejected(
    { error, proof }: { error: string; proof: ReleaseProof },
    task: TaskRecord,
    held: Held,
    refusal: Refusal | undefined,
  ): Promise<void> {
    const { runs, tasks, fallback, moved } = this.#parts
    const other = fallback(task, { reason: 'rejected', message: error })
    // It may have been cancelled since it was sent.
    const now = other && (await this.#answers.store(task.id, () => tasks.read(task.id)))
    const to = now?.cancelReason === undefined ? other : undefined
    if (to === undefined) {
      const end = { status: 'failed', error, credits: proof, because: 'rejected' } as const
      await this.#answers.store(task.id, () => runs.finish(held, end))
      return
    }
    await this.#answers.store(task.id, () =>
      refusal === undefined
        ? runs.transfer(held, to)
        : runs.noteRefused({ ...held, attempt: attemptOf(task) }, refusal, { ...to, delay: 0 }),
    )
    moved(to.queue)
  }

  /** What is said of a task that its upstream may have. */
  #unknownOutcome({ submission }: Pick<TaskRecord, 'submission'>): string {
    const at = submission.at === undefined ? '' : ` at ${new Date(submission.at).toISOString()}`
    const { doubt } = submission
    const after = doubt === undefined ? 'no answer came back' : `nothing proves whether it was taken (${doubt})`
    return `outcome unknown: the task was sent to the upstream ${this.#parts.queue}${at} and ${after}; it may have run there`
  }

  /**
   * Nothing was submitted: the task ends, goes to another upstream, or waits. Throws when only this task is known to be
   * the cause, so that it is counted and set aside in the end: its file shall not pause the upstream for all others.
   */
  async #unprepared(answer: Unprepared, task: TaskRecord, held: Held, sinceFirst: number): Promise<void> {
    const { breaker, clock } = this.#parts
    if (answer.answer === 'rejected') {
      await this.#rejected(answer, task, held, { elapsed: clock.elapsed(), sinceFirst })
      return
    }
    const { pause, error, own = false } = answer
    if (this.#ownRefusal(pause, task) !== undefined) throw new Error(error)
    const delay = pause === undefined ? undefined : breaker.pause(pause, error)
    if (delay === undefined && !own) breaker.unknown(undefined, error, task.submission.state !== 'none')
    const other = pause?.reason === 'rate-limited' ? undefined : this.#elsewhere(task)
    if (other === undefined && delay === undefined) throw new Error(error)
    await this.#moveOrRelease(held, other, delay ?? 0)
  }

  /** Where else a task can go. Nowhere where it was asked for before: its upstream may have it. */
  #elsewhere(task: TaskRecord): Place | undefined {
    return isOpen(task) ? undefined : this.#parts.alternative(task)
  }

  async #moveOrRelease(held: Held, other: Place | undefined, delay: number): Promise<void> {
    const { runs, moved } = this.#parts
    if (other === undefined) await runs.release(held, delay)
    else if (await runs.transfer(held, other)) moved(other.queue)
  }

  /**
   * The upstream has not taken the task with this request: it goes elsewhere or waits. Where it was asked before and its
   * answer proved nothing it may still have the task, so that no other upstream is asked.
   */
  async #declined(
    { error }: { error: string },
    task: TaskRecord,
    held: Held,
    { at, delay, elsewhere }: { at: number; delay: number; elsewhere: boolean },
  ): Promise<void> {
    const { queue, runs } = this.#parts
    if (isOpen(task)) {
      await this.#answers.store(task.id, () => runs.release(held, delay))
      return
    }
    const other = elsewhere ? this.#elsewhere(task) : undefined
    const refusal = { upstream: queue, at, proof: error }
    const next = other === undefined ? { queue, delay } : { ...other, delay: 0 }
    const sent = { ...held, attempt: attemptOf(task) }
    await this.#answers.store(task.id, () => runs.noteRefused(sent, refusal, next))
    this.#parts.moved(next.queue)
  }

  async #noteAccepted(id: string, reference: string): Promise<Accepted | undefined> {
    const { runs, tasks, queue, provider, log, closing } = this.#parts
    const noted = await this.#answers.store(id, () => runs.noteAccepted(id, queue, reference))
    this.#rejections.forget(id)
    if (noted !== undefined) return { reference, ...noted }
    // Ended while the upstream was asked: no other process can tell it, without a reference.
    const task = await tasks.read(id)
    if (task?.status !== 'failed') return undefined
    const answer = await unlessAborted(Promise.resolve(provider.cancel?.(reference)), closing)
    if (answer?.answer !== 'cancelled')
      log.error('an upstream has accepted a task that had ended here before, and goes on with it', {
        task: id,
        upstream: queue,
        reference,
        reason: answer?.reason,
      })
    return undefined
  }

  /** An upstream has answered with the ID of another task: whether it has taken this one is not known. */
  async #ofAnother(reference: string, held: Held, sent: Sent): Promise<undefined> {
    const task = await this.#parts.tasks.read(held.id)
    if (task?.submission.state === 'sent' && !isTerminal(task.status))
      await this.#unknown(held, sent, `the upstream answered with ${reference}, the ID of another task`)
  }

  async #unknown(held: Held, sent: Sent, error: string): Promise<void> {
    const { provider, runs, queue, clock, log, unknownOutcomeDeadline, closing } = this.#parts
    if ((await unlessAborted(provider.keptKeys(), closing)) !== false) {
      const asked = sent.sinceFirst + clock.elapsed() - sent.elapsed
      const delay = Math.min(Math.max(repeatDelay, asked), maxRepeatDelay)
      await this.#answers.store(held.id, () => runs.release(held, delay, error))
      return
    }
    log.error('the outcome of a submission is unknown; the task is not submitted again and fails at its deadline', {
      task: held.id,
      upstream: queue,
      deadline: new Date(sent.at + unknownOutcomeDeadline).toISOString(),
      error,
    })
    await this.#answers.store(held.id, () =>
      runs.release(held, sent.elapsed + unknownOutcomeDeadline - clock.elapsed(), error),
    )
  }

  /** The upstream may have taken the task and cannot be asked again: nothing is left but to wait, then to say so. */
  async awaitDeadline(asked: AskedTask, held: Held, what = 'was not submitted twice'): Promise<void> {
    const { runs, clock } = this.#parts
    const left = this.#deadlines.left(asked, clock.elapsed())
    if (left > 0) {
      await runs.release(held, left)
      return
    }
    await runs.finish(held, {
      status: 'failed',
      error: `${this.#unknownOutcome(asked)} and ${what}`,
      credits: 'charged',
      because: 'unknown-outcome',
    })
  }
}

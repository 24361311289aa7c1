import type { CancelAnswer, SubmitAnswer, Snapshot, RenderOutcome } from '../provider/provider.js'
import type { ResultGone, ResultMissing } from '../provider/provider.js'
import type { TaskMemory } from '../task/memory.js'
import { isOpen, type Submission } from '../task/record.js'

/** Answers to a submit that say that the task was not taken. */
type NotTaken = Extract<SubmitAnswer, { answer: 'rejected' | 'not-accepted' | 'unknown-model' }>

/**
 * Evidence that nothing was and will be bought for a task, or that what was bought cannot be delivered. Only with it the
 * credits that a task holds are given back; without it they are spent. It is made here alone, each kind from the answer
 * that proves it: a time that has passed, an answer that did not come, or one about another attempt makes none.
 */
export class ReleaseProof {
  /** Private, so that no other value is one for the compiler. */
  readonly #why: string

  private constructor(why: string) {
    this.#why = why
  }

  /** What proves it, for the log. */
  get why(): string {
    return this.#why
  }

  /** No upstream was asked, as the store noted before each request that would have: undefined where one was. */
  static neverAsked({ state }: Pick<Submission, 'state'>): ReleaseProof | undefined {
    return state === 'none' ? new ReleaseProof('no upstream was asked') : undefined
  }

  /** The upstream has not taken the task. `before`: the submission as it was before that request; where the upstream had been asked then, the answer is inconclusive about the earlier request. */
  static notTaken(
    { error }: Pick<NotTaken, 'error' | 'answer'>,
    before: Pick<Submission, 'state'>,
  ): ReleaseProof | undefined {
    return isOpen({ submission: before }) ? undefined : new ReleaseProof(error)
  }

  /**
   * The upstream has ended the task without a result. Undefined where it says that it charges for it, or where it may have
   * cancelled the task because a caller asked for that, and does not say that it was free.
   */
  static failed({ error, cost }: Extract<Snapshot, { state: 'failed' }>, memory: TaskMemory): ReleaseProof | undefined {
    const mayBeCancelled = memory.cancelled || memory.rewound
    return cost === 'some' || (cost === 'unknown' && mayBeCancelled) ? undefined : new ReleaseProof(error)
  }

  /** The upstream has confirmed that it cancelled the task before it cost anything. */
  static cancelled({ proof }: Extract<CancelAnswer, { answer: 'cancelled' }>): ReleaseProof {
    return new ReleaseProof(proof)
  }

  /**
   * The upstream has ended the task and no whole file of it can be had. Undefined where the task may have been delivered before the
   * database was set back.
   */
  static undeliverable({ message }: ResultGone | ResultMissing, { rewound }: TaskMemory): ReleaseProof | undefined {
    return rewound ? undefined : new ReleaseProof(message)
  }

  /** An operator has seen at the upstream that nothing was bought, or gives the credits back all the same. */
  static byOperator(): ReleaseProof {
    return new ReleaseProof('given back by the operator')
  }

  /** This process has rendered the task and failed: nothing of it exists anywhere else. */
  static rendered({ error }: Extract<RenderOutcome, { status: 'failed' }>): ReleaseProof {
    return new ReleaseProof(error)
  }
}

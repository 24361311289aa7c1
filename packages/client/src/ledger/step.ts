import type { LineState, OpenIntent } from './ledger.js'

/**
 * What is to be done about one line.
 *
 * @internal
 */
export type Step =
  /** Nothing was paid for it yet. */
  | { kind: 'submit' }
  /** The outcome of an earlier submit is unknown, and the service may find it by its key, or keeps keys: see `resumeAll` of the client. */
  | { kind: 'repeat'; intent: OpenIntent }
  /** The outcome of an earlier submit is unknown, and sending it again could pay twice. */
  | { kind: 'unknown'; key: string }
  /** The task exists: wait for it, and store its result where wanted. */
  | { kind: 'follow'; id: string }
  /** The task ended as failed. */
  | { kind: 'failed'; id: string }

/**
 * Which requests of a batch are submitted anew, and paid for again, although an earlier run submitted them: those whose task
 * failed, whose outcome is unknown, whose task the service does not know, or whose result has expired there.
 */
export type Retry = 'failed' | 'unknown' | 'not-found' | 'expired'

/**
 * What continuing a batch means for a line. One whose task was accepted is never submitted again, unless it failed and `retry`
 * says so. That the service does not know it, or has no result of it any more, shows when it is followed. One of unknown outcome is
 * submitted only under its own idempotency key.
 *
 * @internal
 */
export function stepOf(state: LineState | undefined, idempotent: boolean, retry?: Retry): Step {
  if (state?.id !== undefined) {
    if (state.status !== 'failed') return { kind: 'follow', id: state.id }
    return retry === 'failed' ? { kind: 'submit' } : { kind: 'failed', id: state.id }
  }
  const { key, body } = state ?? {}
  if (key === undefined || body === undefined) return { kind: 'submit' }
  if (idempotent) return { kind: 'repeat', intent: { key, body, at: state?.at ?? '', ...state?.scope } }
  return retry === 'unknown' ? { kind: 'submit' } : { kind: 'unknown', key }
}

/**
 * Whether a step may pay for something.
 *
 * @internal
 */
export function isSubmit({ kind }: Step): boolean {
  return kind === 'submit' || kind === 'repeat'
}

/**
 * Credits that earlier runs have spent on lines.
 *
 * @internal
 */
export function spentOn(states: Iterable<LineState | undefined>): number {
  return [...states].reduce((sum, state) => sum + (state?.amount ?? 0) + (state?.earlier ?? 0), 0)
}

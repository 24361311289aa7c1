import type { JsonValue, Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { innermostMessage } from '../policy/classify.js'
import { notSent, type Outcome } from '../policy/outcome.js'
import { Stopped } from '../policy/scope.js'
import { scopeNow } from '../recovery/scope.js'
import { keepsKeys } from '../service/capabilities.js'
import { mayCarryKey } from '../submit/idempotency-key.js'
import { sha256 } from './digest.js'
import { refuseIdentical } from './identical.js'
import type { IntentEntry, Journal } from './journal.js'
import { forgetOwn, noteOwn } from './own-submits.js'
import { requestDigest } from './request-digest.js'

/** One submit as its journal sees it. */
export interface Submission {
  /** Resolves, with its time, once the intent is durable and the POST may go out. */
  readonly intent: Promise<string>
  /** Records what the outcome proves, after the intent: an ID, or that the submit created none. What is open stays open. */
  readonly end: (outcome: Outcome) => Promise<void>
}

/** For whom a submit is made, and of what it is one. */
type About = Pick<IntentEntry, 'keyed' | 'service' | 'account' | 'credential' | 'request'>

const now = (): string => new Date().toISOString()

/**
 * Records the intent of a submit of a client, before its POST; `model` and `params` as the caller has them. Answers what records its
 * outcome. Throws what keeps it from being recorded, what `refuseIdentical` throws where the call is not made `again`, and `Stopped`
 * when the call ends meanwhile; that is then recorded as its outcome.
 */
export async function record(
  context: Context,
  call: Call,
  key: string,
  model: string,
  body: Record<string, JsonValue>,
  params: object,
): Promise<Submission['end'] | undefined> {
  const { journal, scope } = call
  if (!journal) return undefined
  const request = await scope.run(() => requestDigest(model, body, params))
  const refuse = async (): Promise<void> => {
    if (call.again) return
    await scope
      .run(() => refuseIdentical(context, { ...call, journal }, request, key))
      .catch((cause: unknown) => {
        const isSaid = cause instanceof ModelTasksError || cause instanceof Stopped
        throw isSaid ? cause : unusable('the journal cannot be read', cause)
      })
  }
  // Before the intent as well: a process that is ended while it asks leaves none, which would be sent when it is resumed.
  await refuse()
  // A page may send the key only to a service that has declared that it keeps keys.
  const keyed = mayCarryKey(context.idempotent) || (await scope.run(() => keepsKeys(context, call)))
  const about = scopeNow(context, call).then((own) => ({ ...own, request, ...(!keyed && { keyed }) }))
  const { intent, end } = beginSubmission(journal, key, model, body, about)
  try {
    await scope.run(() => intent)
    await refuse()
    return end
  } catch (reason) {
    await tell(context.logger, call.scope, end, notSent(reason))
    throw reason
  }
}

/** The error where a journal cannot be used: nothing is sent without it. */
function unusable(what: string, cause: unknown): ModelTasksError {
  return new ModelTasksError(`nothing was sent: ${what} (${innermostMessage(cause)})`, {
    code: 'journal-failed',
    hint: 'Make the journal writable for this user, or use another one (at the terminal MODEL_TASKS_JOURNAL names it)',
    cause,
  })
}

/** Begins to record a submit: writes its intent, with the scope for which it is made. */
export function beginSubmission(
  journal: Journal,
  key: string,
  model: string,
  request: Record<string, JsonValue>,
  about: Promise<About> = Promise.resolve({}),
): Submission {
  noteOwn(journal, key)
  const intent = recordIntent(journal, key, model, JSON.stringify(request), about).catch((cause: unknown) => {
    throw unusable('the intent to submit cannot be recorded', cause)
  })
  intent.catch(() => undefined)
  return {
    intent,
    end: async (outcome) => {
      const begun = await intent.catch(() => undefined)
      if (outcome.proved === 'accepted') noteOwn(journal, key, outcome.id)
      else forgetOwn(journal, { key })
      // An intent that was not recorded, as far as is known, leaves nothing to resume: its own error has said so.
      await recordOutcome(journal, key, outcome, begun).catch((cause: unknown) => {
        if (begun !== undefined || outcome.proved === 'accepted') throw cause
      })
    },
  }
}

/**
 * Records what the outcome of a submit proves: an ID, or that it created none. What is open stays open. `begun` is the time of its
 * intent, which its rejection is never before, also where the clock was set back meanwhile: it would be about an earlier attempt.
 */
export async function recordOutcome(journal: Journal, key: string, outcome: Outcome, begun = ''): Promise<void> {
  const at = [begun, now()].sort()[1] ?? ''
  if (outcome.proved === 'accepted')
    await journal.append({ event: 'submitted', key, id: outcome.id, at }).catch((cause: unknown) => {
      throw new Error(`task ${outcome.id} is not recorded in the journal (${innermostMessage(cause)})`, { cause })
    })
  else if (outcome.proved !== 'may exist') await journal.append({ event: 'rejected', key, at })
}

async function recordIntent(
  journal: Journal,
  key: string,
  model: string,
  body: string,
  about: Promise<About>,
): Promise<string> {
  const hash = await sha256(body)
  const scope = await about
  const at = now()
  await journal.append({ event: 'intent', key, model, hash, body, ...scope, at })
  return at
}

/** Ends that were recorded, per journal, so that asking for an ended task again does not lengthen the journal. */
const recorded = new WeakMap<Journal, Set<string>>()
const remembered = 10_000

/** Records that a task was seen completed or failed, once per process. */
export async function recordEnd(journal: Journal, { id, status, amount }: Task): Promise<void> {
  forgetOwn(journal, { id })
  const ids = recorded.get(journal) ?? new Set()
  recorded.set(journal, ids)
  if (ids.has(id)) return
  if (ids.size >= remembered) ids.clear()
  ids.add(id)
  const cost = typeof amount === 'number' && { amount }
  await journal.append({ event: 'ended', id, status, ...cost, at: now() }).catch((error: unknown) => {
    ids.delete(id)
    throw error
  })
}

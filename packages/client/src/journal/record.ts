import type { JsonValue, Task } from '@model-tasks/spec'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { innermostMessage } from '../policy/classify.js'
import type { Outcome } from '../policy/outcome.js'
import type { Journal } from './journal.js'

/** One submit as its journal sees it. */
export interface Submission {
  /** Resolves once the intent is durable and the POST may go out. */
  readonly intent: Promise<void>
  /** Records what the outcome proves, after the intent: an ID, or that the submit created none. What is open stays open. */
  readonly end: (outcome: Outcome) => Promise<void>
}

const now = (): string => new Date().toISOString()

/** Begins to record a submit: writes its intent. */
export function beginSubmission(
  journal: Journal,
  key: string,
  model: string,
  request: Record<string, JsonValue>,
): Submission {
  const intent = recordIntent(journal, key, model, JSON.stringify(request)).catch((cause: unknown) => {
    throw new ModelTasksError(
      `nothing was sent: the intent to submit cannot be recorded (${innermostMessage(cause)})`,
      {
        code: 'journal-failed',
        cause,
      },
    )
  })
  intent.catch(() => undefined)
  return {
    intent,
    end: async (outcome) => {
      const recorded = await intent.then(
        () => true,
        () => false,
      )
      if (outcome.proved === 'accepted')
        await journal.append({ event: 'submitted', key, id: outcome.id, at: now() }).catch((cause: unknown) => {
          throw new Error(`task ${outcome.id} is not recorded in the journal (${innermostMessage(cause)})`, { cause })
        })
      // An intent that was not recorded, as far as is known, leaves nothing to resume: its own error has said so.
      else if (outcome.proved !== 'may exist')
        await journal.append({ event: 'rejected', key, at: now() }).catch((cause: unknown) => {
          if (recorded) throw cause
        })
    },
  }
}

async function recordIntent(journal: Journal, key: string, model: string, body: string): Promise<void> {
  await journal.append({ event: 'intent', key, model, hash: await sha256(body), body, at: now() })
}

/** Ends that were recorded, per journal, so that asking for an ended task again does not lengthen the journal. */
const recorded = new WeakMap<Journal, Set<string>>()
const remembered = 10_000

/** Records that a task was seen completed or failed, once per process. */
export async function recordEnd(journal: Journal, { id, status }: Task): Promise<void> {
  const ids = recorded.get(journal) ?? new Set()
  recorded.set(journal, ids)
  if (ids.has(id)) return
  if (ids.size >= remembered) ids.clear()
  ids.add(id)
  await journal.append({ event: 'ended', id, status, at: now() }).catch((error: unknown) => {
    ids.delete(id)
    throw error
  })
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

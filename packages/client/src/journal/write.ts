import type { JsonValue, Task } from '@model-tasks/spec'
import { ApiError } from '../errors/api-error.js'
import { SubmitUnknownError } from '../errors/submit-unknown-error.js'
import type { Journal } from './journal.js'

/** The later entries of one submit whose intent is written. */
export interface Intent {
  submitted: (id: string) => Promise<void>
  /** Rethrows; writes first that no task came of it where that is certain. */
  refused: (error: unknown) => Promise<never>
}

/** Writes the intent of a submit; once this resolves it is durable and the POST may go out. */
export async function intend(
  journal: Journal,
  key: string,
  model: string,
  request: Record<string, JsonValue>,
): Promise<Intent> {
  const body = JSON.stringify(request)
  const now = (): string => new Date().toISOString()
  await journal.append({ event: 'intent', key, model, hash: await sha256(body), body, at: now() })
  return {
    submitted: (id) => journal.append({ event: 'submitted', key, id, at: now() }),
    refused: async (error) => {
      const mayExist = error instanceof SubmitUnknownError || (error instanceof ApiError && error.status >= 500)
      if (!mayExist) await journal.append({ event: 'refused', key, at: now() })
      throw error
    },
  }
}

/** Writes that a task was seen completed or failed. */
export function ended(journal: Journal): (task: Task) => Promise<void> {
  return ({ id, status }) => journal.append({ event: 'ended', id, status, at: new Date().toISOString() })
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

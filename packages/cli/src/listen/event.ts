import { createHmac, randomBytes } from 'node:crypto'
import type { Task } from '@model-tasks/spec'
import { Problem } from '../failure/problem.js'

/** An event as a service sends it to a receiver. */
export interface ForwardedEvent {
  id: string
  type: 'task.completed' | 'task.failed'
  task: string
  body: string
}

/** The event of a task that has ended. `ended`: ISO 8601. */
export function eventOf(task: Task, ended: string): ForwardedEvent {
  const end = task.status === 'completed' ? 'completed' : 'failed'
  const type = `task.${end}` as const
  return {
    id: `${task.id}_${end}_listen`,
    type,
    task: task.id,
    body: JSON.stringify({ type, timestamp: ended, data: task }),
  }
}

/** The headers of an event that is sent at `now`, in milliseconds since 1970, as Standard Webhooks sign it. */
export function signedHeaders({ id, body }: ForwardedEvent, secret: string, now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1000)
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'model-tasks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  }
}

const secretPrefix = 'whsec_'

/** A secret that `verifyWebhook` takes. */
export function newSecret(): string {
  return `${secretPrefix}${randomBytes(32).toString('base64')}`
}

/** The secret that a variable holds. Throws a Problem where `verifyWebhook` would not take it. */
export function checkedSecret(secret: string, variable: string): string {
  const key = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : ''
  const bytes = Buffer.from(key, 'base64')
  if (bytes.length >= 24 && bytes.toString('base64').replace(/=+$/, '') === key.replace(/=+$/, '')) return secret
  throw new Problem(
    `${variable} must be ${secretPrefix} and the base64 of at least 24 bytes; unset it to get a new secret`,
    'usage',
  )
}

import type { Task } from '@model-tasks/spec'

/** How a task ended, as a service of this project tells it. A cancelled task has failed. */
export interface WebhookEvent {
  type: 'task.completed' | 'task.failed'
  /** When it ended (ISO 8601). */
  timestamp: string
  /** The Task as a query answered it when the event was sent. */
  data: Task
  /** Names the event: the same each time it is sent, and for no other. Pass over those that were seen before. */
  id: string
}

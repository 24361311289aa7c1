import type { Task } from '@model-tasks/spec'
import { ConnectionError } from '../errors/connection-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import type { RetryAfter } from '../policy/retry-after.js'

interface About {
  readonly task: Task
  readonly again: string
}

/** What is left to do where a host has no other bytes than those that were not taken. */
export const asTheyAre = 'The URL of the result gives the bytes as they are'

/** The host contradicts itself: what was received of the file is worth nothing, and it has to be received from its beginning. */
export class Distrust extends ProtocolError {
  constructor({ task, again }: About, reason: string) {
    super(`result of task ${task.id}: ${reason}`, { taskId: task.id, task, again })
  }
}

/** What the host sends is not the result of this task, and what was received of it is worth nothing. */
export class NotTheResult extends ProtocolError {
  constructor({ task, again }: About, reason: string) {
    super(`result of task ${task.id}: ${reason}`, { taskId: task.id, task, again, hint: asTheyAre })
  }
}

/** The host answered with an error status that may pass. */
export class Later extends ConnectionError {
  readonly delay: number
  readonly asked: number

  constructor({ task, again }: About, reason: string, { asked, delay }: RetryAfter = { asked: 0, delay: 0 }) {
    super(`result of task ${task.id}: ${reason}`, { nothingSent: false, taskId: task.id, task, again })
    this.delay = delay
    this.asked = asked
  }
}

import type { WebhookDelivery } from '../../keep/store/webhook-deliveries.js'
import { isAlertReceiver } from '../../domain/webhooks.js'
import type { OwnedTask } from '../../domain/task/owned.js'
import type { TaskView } from '../../domain/task/record.js'
import { taskResource } from '../../domain/task/resource.js'

/** What names an event to its receiver: the same for all its attempts, and for no other event. A task ends once. */
export function eventId({ task, type, receiver }: WebhookDelivery): string {
  if (isAlertReceiver(receiver)) return `${task}_${receiver.replace('alerts:', '')}`
  return `${task}_${type.replace('task.', '')}_${receiver}`
}

/** The body of an event: its type, when it happened, and the Task as a query would answer it now. */
export function eventBody(
  { type, ended }: WebhookDelivery,
  task: OwnedTask,
  resultUrls: (task: TaskView) => readonly [string, ...string[]],
): string {
  return JSON.stringify({ type, timestamp: new Date(ended).toISOString(), data: taskResource(task, { resultUrls }) })
}

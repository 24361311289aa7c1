import type { OwnedTask } from '../../domain/task/owned.js'

/** A task of an account that has ended, as one of the numbered events of the account. */
export interface TaskEvent {
  number: number
  task: OwnedTask
}

/**
 * The ends of tasks, in one order for each account: numbers rise by one in the order in which ends became durable, so that
 * who has read one has missed none before it, whichever process ended the task.
 */
export interface EventStore {
  /** The number of the latest event of each of these accounts; 0 where there was none. */
  latest(accounts: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Up to `limit` events of an account behind a number, oldest first. Those of forgotten tasks are gone. */
  after(account: string, number: number, limit: number): Promise<TaskEvent[]>
}

/** Columns of a view beside the number of its event, without a name that both tables have. */
export const eventsAfter = (account: string, number: string, limit: string, columns: string): string =>
  `SELECT event.number, view.* FROM (
      SELECT number, task FROM task_event WHERE account = ${account} AND number > ${number} ORDER BY number LIMIT ${limit}
    ) AS event JOIN (SELECT ${columns} FROM task) AS view ON view.id = event.task ORDER BY event.number`

import type { TaskRecord, TaskView } from './record.js'

/** Known to this file alone: nothing else makes a value of the types below. */
const issued: unique symbol = Symbol('issued')

/**
 * A task that was read for the account that it belongs to. Nothing else is answered to a caller or told to a receiver: a task
 * that was read regardless of its owner does not compile there.
 */
export type OwnedTask = TaskView & Owned

interface Owned {
  readonly [issued]: true
}

/** The task where it belongs to that account. Only stores call it, with the account that a task was asked for, which a test shows. */
export function ownedBy(account: string, task: TaskView | undefined): OwnedTask | undefined {
  return task !== undefined && isOf(account, task) ? task : undefined
}

/**
 * Makes a new record a task of an account. Only a submit does so, which a test shows. The record itself is filled in: V8 11 makes
 * a hidden class of its own for each object whose literal goes on after a spread, and all that reads it becomes slow.
 */
export function newTaskOf(account: string, task: Omit<TaskRecord, 'account'>): TaskRecord & Owned {
  return Object.assign(task, { account, [issued]: true } as const)
}

function isOf(account: string, task: TaskView): task is OwnedTask {
  return task.account === account
}

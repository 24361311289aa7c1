import type { Task } from '@model-tasks/spec'

/** What every event has. */
interface Told<Type extends string, Data> {
  type: Type
  /** When it happened (ISO 8601). */
  timestamp: string
  data: Data
  /** Names the event: the same each time it is sent, and for no other. Pass over those that were seen before. */
  id: string
}

/** How a task ended, with the Task as a query answered it when the event was sent. A cancelled task has failed. */
export type TaskEvent = Told<'task.completed' | 'task.failed', Task>

/** A budget of an account, or of one of its keys, has been used up to a percent of it, or rejected a submit. */
export type BudgetEvent = Told<
  'budget.reached',
  {
    id: string
    object: 'budget'
    account: string
    /** The ID of the key, where it is the budget of one. */
    key?: string
    period: 'day' | 'month'
    /** From when to when the period lasts (ISO 8601). */
    begins: string
    ends: string
    percent: number
    /** Credits that may be used in the period, and that were used. */
    credits: number
    used: number
    /** Whether a submit beyond it is rejected. */
    hard: boolean
  }
>

/** A submit has left an account fewer credits than its threshold. */
export type BalanceEvent = Told<
  'balance.low',
  { id: string; object: 'balance'; account: string; threshold: number; credits: number }
>

/** What a service of this project tells a receiver. `type` says which; new types may come. */
export type WebhookEvent = TaskEvent | BudgetEvent | BalanceEvent

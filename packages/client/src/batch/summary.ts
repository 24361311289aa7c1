import type { InvocableModelId, Task } from '@model-tasks/spec'
import type { ModelTasksError } from '../errors/model-tasks-error.js'
import type { Input } from '../files/input.js'

/** One request of a batch. */
export type BatchRequest = { [M in InvocableModelId]: { model: M; input: Input<M> } }[InvocableModelId]

/** What became of one request. */
export type BatchResult =
  | { status: 'completed'; request: BatchRequest; task: Task }
  | { status: 'failed'; request: BatchRequest; error: ModelTasksError }
  | { status: 'skipped'; request: BatchRequest; reason: string }

/** A batch as far as it has come. */
export interface BatchSummary {
  total: number
  completed: number
  failed: number
  skipped: number
  /** Sum of the tasks' `amount`, in credits, where it is a number. */
  amount: number
}

export interface Batch {
  /** In the order of the requests. */
  results: BatchResult[]
  /** Those that failed, apart. */
  failures: Extract<BatchResult, { status: 'failed' }>[]
  summary: BatchSummary
}

/** Counts results, of which some may not be there yet. */
export function summarise(results: readonly BatchResult[], total: number): BatchSummary {
  const count = (wanted: BatchResult['status']): number => results.filter(({ status }) => status === wanted).length
  const amount = results.reduce((sum, result) => sum + amountOf(result), 0)
  return { total, completed: count('completed'), failed: count('failed'), skipped: count('skipped'), amount }
}

/** The credits a result consumed, as far as the service says so. */
export function amountOf(result: BatchResult): number {
  const task = result.status === 'completed' ? result.task : result.status === 'failed' ? result.error.task : undefined
  return typeof task?.amount === 'number' ? task.amount : 0
}

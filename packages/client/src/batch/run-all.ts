import { checkOptions, from } from '../call/check-options.js'
import { ApiError } from '../errors/api-error.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import type { TaskHandle } from '../task/handle.js'
import type { InvocableModelId, JsonValue, Task } from '@model-tasks/spec'
import type { Logger } from '../call/logger.js'
import type { CallOptions } from '../call/options.js'
import type { Input } from '../files/input.js'
import type { Quote } from '../service/resources.js'
import { isTerminal } from '../task/task.js'
import { Budget, type Spent } from './budget.js'
import { inLanes } from './lanes.js'
import { amountOf, summarise, type Batch, type BatchRequest, type BatchResult, type BatchSummary } from './summary.js'

export interface RunAllOptions extends Omit<CallOptions, 'onProgress' | 'onSubmitted' | 'idempotencyKey'> {
  /** How many tasks run at once. Default 4. */
  concurrency?: number | undefined
  /**
   * Credits that the batch may use. What is running counts, by quote where the service has one, else by the most that a task of its model
   * has cost; while neither is known, one task runs at a time. What a task costs beyond that is not known before its end.
   */
  budget?: number | undefined
  /** Called after each result. */
  onProgress?: ((summary: BatchSummary, latest: BatchResult) => unknown) | undefined
  /** Called with each ID as soon as the service has answered. */
  onSubmitted?: ((id: string, request: BatchRequest) => unknown) | undefined
  /** Called with each completed task's handle, before its slot is given to the next; such as to download it. */
  onCompleted?: ((handle: TaskHandle, request: BatchRequest) => unknown) | undefined
}

/** What a batch needs of a client. */
export interface Submitter {
  quote?(model: string, params: Readonly<Record<string, JsonValue>>, options: CallOptions): Promise<Quote>
  submit<M extends InvocableModelId>(model: M, input: Input<M>, options: CallOptions): Promise<TaskHandle>
}

/**
 * Runs many requests, a few at a time. Throws for an invalid option, never for one of the requests, nor for `onProgress`, which
 * is a warning: results come in order, failures apart. A task whose `onCompleted` throws counts as failed, and its error has the task. Stops submitting
 * on 401 and 402, when the budget is used up, and when the signal fires; what was not submitted is `skipped`, with the reason.
 */
export async function runAll(
  client: Submitter,
  requests: Iterable<BatchRequest>,
  options: RunAllOptions = {},
  logger: Logger = {},
): Promise<Batch> {
  checkOptions(options)
  checkOptions(options, { concurrency: from(1), budget: from(0) })
  const { concurrency = 4, budget = Infinity, onProgress, onSubmitted, onCompleted, ...callOptions } = options
  const all = [...requests]
  const results: BatchResult[] = []
  const credits = new Budget(budget)
  let stop: string | undefined

  async function one(request: BatchRequest): Promise<BatchResult> {
    let handle: TaskHandle | undefined
    try {
      handle = await client.submit(request.model, request.input, {
        ...callOptions,
        onSubmitted: (id) => onSubmitted?.(id, request),
      })
      const task = await handle.wait(callOptions)
      await onCompleted?.(handle, request)
      return { status: 'completed', request, task }
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 402))
        stop ??= `submitting stopped after ${error.status}: ${error.message}`
      const known: ModelTasksError =
        error instanceof ModelTasksError
          ? (error as ModelTasksError)
          : new ModelTasksError(String(error), { cause: error, taskId: handle?.id, task: handle?.task })
      return { status: 'failed', request, error: known }
    }
  }

  /** What a request would cost, where that decides something and the service can say so. */
  async function quoted({ model, input }: BatchRequest): Promise<number | undefined> {
    const json = credits.isLimited ? plainJson(input) : undefined
    if (!json) return undefined
    return client.quote?.(model, json, callOptions).then(
      ({ amount }) => amount,
      () => undefined,
    )
  }

  await inLanes(all, concurrency, async (request, index) => {
    if (options.signal?.aborted) stop ??= 'the batch was aborted'
    const settle = stop ? undefined : await credits.reserve(request.model, await quoted(request))
    if (!settle) stop ??= `the budget of ${budget} credits is used up`
    // What ended while it waited for room.
    if (options.signal?.aborted) stop ??= 'the batch was aborted'
    const result: BatchResult =
      stop || !settle ? { status: 'skipped', request, reason: stop ?? '' } : await one(request)
    results[index] = result
    settle?.(spentOn(result))
    try {
      await onProgress?.(summarise(results, all.length), result)
    } catch (error) {
      // Else the caller would lose the results, while the other lanes went on submitting.
      logger.warn?.(`a listener threw: ${String(error)}`)
    }
  })
  return {
    results,
    failures: results.filter((result) => result.status === 'failed'),
    summary: summarise(results, all.length),
  }
}

/** What a result has cost. One whose task may exist, or goes on, may still cost what was reserved for it. */
function spentOn(result: BatchResult): Spent {
  if (result.status === 'completed') return { amount: costOf(result.task) }
  if (result.status === 'skipped') return { amount: undefined }
  const { taskId, task, taskMayExist } = result.error
  return {
    amount: amountOf(result) || undefined,
    open: taskMayExist === true || (taskId !== undefined && !isTerminal(task)),
  }
}

function costOf({ amount }: Task): number | undefined {
  return typeof amount === 'number' ? amount : undefined
}

/** An input as JSON; undefined where it holds a file, or anything else that is more than JSON. */
function plainJson(input: unknown): Record<string, JsonValue> | undefined {
  const isPlain = (value: unknown): boolean =>
    typeof value !== 'object' ||
    value === null ||
    ((Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) && Object.values(value).every(isPlain))
  return isPlain(input) ? (JSON.parse(JSON.stringify(input)) as Record<string, JsonValue>) : undefined
}

import { checkOptions, from, invalidOption } from '../call/check-options.js'
import { ApiError } from '../errors/api-error.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { ResultExpiredError } from '../errors/result-expired-error.js'
import type { TaskHandle } from '../task/handle.js'
import type { InvocableModelId, JsonValue, Task } from '@model-tasks/spec'
import type { Logger } from '../call/logger.js'
import type { CallOptions } from '../call/options.js'
import type { Input } from '../files/input.js'
import type { Journal } from '../journal/journal.js'
import { continueBatch, type Continued } from '../ledger/continue.js'
import type { BatchLedger, OpenLedger } from '../ledger/ledger.js'
import { batchJournal, beginLine, followLine, type Resumer } from '../ledger/line.js'
import { isSubmit, type Retry, type Step } from '../ledger/step.js'
import type { RecoverOptions } from '../recovery/recover.js'
import type { Capabilities, Quote } from '../service/resources.js'
import { isTerminal } from '../task/task.js'
import { Budget, type Spent } from './budget.js'
import { inLanes } from './lanes.js'
import { amountOf, summarise, type Batch, type BatchRequest, type BatchResult, type BatchSummary } from './summary.js'

export interface RunAllOptions extends Omit<RecoverOptions, 'onProgress' | 'onSubmitted' | 'idempotencyKey'> {
  /** How many tasks run at once. Default 4. */
  concurrency?: number | undefined
  /**
   * Credits that the batch may use. What is running counts, by quote where the service has one, else by the most that a task of its model
   * has cost; while neither is known, one task runs at a time. What a task costs beyond that is not known before its end.
   */
  budget?: number | undefined
  /**
   * Where it is recorded what became of each request, before the next step: `fileLedger('boats.ledger.jsonl')`. Run again after its process was
   * killed, the batch goes on: a request that was submitted is never submitted again, `onCompleted` is called for each that is completed,
   * and credits of earlier runs count. Default: none.
   */
  ledger?: BatchLedger | undefined
  /**
   * Which requests that an earlier run of the ledger submitted are submitted again, which costs again: those whose task
   * `failed`, whose outcome is `unknown` and cannot be learnt, whose task the service does not know (`not-found`), or whose
   * result has `expired` before `onCompleted` had it. Default: none.
   */
  retry?: Retry | undefined
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

/** What a batch with a ledger needs of it beyond that. */
type Continuing = Submitter & Resumer & { capabilities(options: CallOptions): Promise<Capabilities> }

/** A batch with a ledger, as earlier runs have left it. */
interface Begun extends Continued {
  readonly client: Continuing
  readonly ledger: OpenLedger
  readonly retry: Retry | undefined
}

/**
 * What a batch takes from its client.
 *
 * @internal
 */
export interface BatchContext {
  readonly logger?: Logger
  readonly options?: { readonly journal?: Journal | undefined }
}

/**
 * Runs many requests, a few at a time. Throws for an invalid option, and for a ledger that cannot be used, never for one of the requests, nor for `onProgress`, which
 * is a warning: results come in order, failures apart. A task whose `onCompleted` throws counts as failed, and its error has the task. Stops submitting
 * on 401 and 402, when the budget is used up, and when the signal fires; what was not submitted is `skipped`, with the reason.
 */
export async function runAll(
  client: Submitter,
  requests: Iterable<BatchRequest>,
  options: RunAllOptions = {},
  context: BatchContext = {},
): Promise<Batch> {
  checkOptions(options)
  checkOptions(options, { concurrency: from(1), budget: from(0) })
  const { ledger, retry, ...others } = options
  if (retry !== undefined && !retries.includes(retry))
    throw invalidOption(`retry is ${JSON.stringify(retry)}; it can be ${retries.join(', ')}`)
  if (retry !== undefined && !ledger)
    throw invalidOption('retry needs a ledger, which knows what earlier runs submitted')
  const all = [...requests]
  if (!ledger) return runRequests(client, all, others, context, undefined)
  if (!canContinue(client)) throw invalidOption('a ledger needs a client with `task`, `resumeAll` and `capabilities`')
  const opened = await ledger.open()
  try {
    const { onProgress: _, onSubmitted: __, ...call } = others
    const continued = await continueBatch(client, opened, all, call, retry)
    return await runRequests(client, all, others, context, { ...continued, client, ledger: opened, retry })
  } finally {
    await opened.close()
  }
}

const retries: readonly Retry[] = ['failed', 'unknown', 'not-found', 'expired']

function canContinue(client: Submitter | Continuing): client is Continuing {
  return 'task' in client && 'resumeAll' in client && 'capabilities' in client
}

async function runRequests(
  client: Submitter,
  all: readonly BatchRequest[],
  options: Omit<RunAllOptions, 'ledger' | 'retry'>,
  { logger = {}, options: ofClient }: BatchContext,
  begun: Begun | undefined,
): Promise<Batch> {
  const { concurrency = 4, budget = Infinity, onProgress, onSubmitted, onCompleted, ...callOptions } = options
  const results: BatchResult[] = []
  const credits = new Budget(budget, begun?.used)
  const journal = callOptions.journal ?? ofClient?.journal
  const shared = journal && batchJournal(journal)
  let stop: string | undefined

  async function begin(request: BatchRequest, index: number, step: Step): Promise<TaskHandle> {
    const call = { ...callOptions, onSubmitted: (id: string) => onSubmitted?.(id, request) }
    const line = begun?.lines[index] && { ...begun.lines[index], step }
    if (!begun || !line) return client.submit(request.model, request.input, { ...call, journal: shared })
    const record = { ledger: begun.ledger, journal }
    return beginLine(begun.client, record, line, call, (own) => client.submit(request.model, request.input, own))
  }

  async function one(request: BatchRequest, index: number, step: Step): Promise<BatchResult> {
    let handle: TaskHandle | undefined
    try {
      handle = await begin(request, index, step)
      const { identity = '' } = begun?.lines[index] ?? {}
      const task = await followLine(begun?.ledger, identity, handle, callOptions, () => new Date().toISOString())
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

  /** Takes one step for a request, as far as signal and budget allow. */
  async function attempt(request: BatchRequest, index: number, step: Step): Promise<BatchResult> {
    const { state } = begun?.lines[index] ?? {}
    // What an earlier run has submitted may still cost something, and goes on all the same.
    const submits = isSubmit(step)
    const pays = submits || (step.kind === 'follow' && state?.amount === undefined)
    const aborted = (): boolean => {
      if (options.signal?.aborted) stop ??= 'the batch was aborted'
      return stop !== undefined && (submits || options.signal?.aborted === true)
    }
    const settle =
      aborted() || !pays ? undefined : await credits.reserve(request.model, submits ? await quoted(request) : undefined)
    if (!settle && submits) stop ??= `the budget of ${budget} credits is used up`
    // What ended while it waited for room.
    const result: BatchResult = aborted()
      ? { status: 'skipped', request, reason: stop ?? '' }
      : await one(request, index, step)
    settle?.(spentOn(result))
    return result
  }

  await inLanes(all, concurrency, async (request, index) => {
    const { step = { kind: 'submit' as const } } = begun?.lines[index] ?? {}
    const first = await attempt(request, index, step)
    const again = begun?.retry !== undefined && step.kind === 'follow' && leadsNowhere(first) === begun.retry
    const result = again ? await attempt(request, index, { kind: 'submit' }) : first
    results[index] = result
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

/** Why following a task has led nowhere, where submitting its request again is all that is left. */
function leadsNowhere(result: BatchResult): Retry | undefined {
  if (result.status !== 'failed') return undefined
  if (result.error instanceof ResultExpiredError || result.error.cause instanceof ResultExpiredError) return 'expired'
  return result.error instanceof ApiError && result.error.status === 404 ? 'not-found' : undefined
}

/** What a result has cost. One whose task may exist, or goes on, may still cost what was reserved for it. */
function spentOn(result: BatchResult): Spent {
  if (result.status === 'completed') return { amount: costOf(result.task) }
  if (result.status === 'skipped') return { amount: undefined }
  const { taskId, task, taskMayExist, proved } = result.error
  return {
    amount: amountOf(result) || undefined,
    open: taskMayExist === true || (taskId !== undefined && proved !== 'not sent' && !isTerminal(task)),
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

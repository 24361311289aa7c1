import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import type { CallOptions } from '../call/options.js'
import { tell } from '../call/tell.js'
import { failure } from '../errors/failure.js'
import type { ModelTasksError } from '../errors/model-tasks-error.js'
import { SubmitUnknownError } from '../errors/submit-unknown-error.js'
import type { IntentEntry } from '../journal/journal.js'
import { recordOutcome } from '../journal/record.js'
import { afterAttempts } from '../policy/again.js'
import { innermostMessage } from '../policy/classify.js'
import type { Accepted, MayExist, Outcome } from '../policy/outcome.js'
import { strip } from '../policy/strip.js'
import { capabilities, declaredBy } from '../service/capabilities.js'
import type { Capabilities } from '../service/resources.js'
import type { SubmitBody } from '../submit/prepare.js'
import { submitError } from '../submit/submit-error.js'
import { post } from '../submit/submit.js'
import { taskOf } from '../task/answered.js'
import { TaskHandle } from '../task/handle.js'
import { responseOf } from '../transport/response-info.js'
import { findTask } from './find-task.js'
import { mayBeForgotten } from './lifetime.js'
import { relate, scopeNow, widened } from './scope.js'

/** A submit whose outcome is unknown, as its journal or another record has it. */
export type OpenIntent = Pick<
  IntentEntry,
  'key' | 'keyed' | 'model' | 'body' | 'at' | 'service' | 'account' | 'credential' | 'request' | 'destination'
>

export interface RecoverOptions extends CallOptions {
  /**
   * Confirms that what was submitted under another API key was submitted for the account of this one, where the service declares no
   * accounts. Never overrides a service that declares another one. Default false.
   */
  sameAccount?: boolean | undefined
}

/** Why an intent cannot be recovered now, for programs: the `code` of the error. */
export type Unrecovered = 'other-account' | 'account-unconfirmed' | 'key-expired' | 'submit-unknown'

/**
 * The task of a submit whose answer was lost. Looks for it under its Idempotency-Key, where the service finds tasks by it; the
 * last resort is the same submit again, under its key, for its account and while the service is certain to know the key.
 * Throws SubmitUnknownError: any failure here is inconclusive about the first attempt, which stays open.
 */
export async function recover(
  context: Context,
  call: Call,
  intent: OpenIntent,
  { sameAccount = false }: Pick<RecoverOptions, 'sameAccount'>,
): Promise<TaskHandle> {
  const { key, model, body, keyed } = intent
  const what = `the submit of ${model} at ${intent.at}`
  const unrecovered = (why: string, code: Unrecovered, hint: string, cause?: unknown): SubmitUnknownError =>
    unknown(context, key, `${what} ${why}`, code, hint, cause)
  const inconclusive = (cause: unknown): SubmitUnknownError =>
    unrecovered(`may have been accepted: ${innermostMessage(cause)}`, 'submit-unknown', 'Try again later', cause)
  const declared = await declaredBy(context, call).catch((cause: unknown) => {
    throw inconclusive(cause)
  })
  const relation = await relate(context, call, intent).catch((cause: unknown) => {
    throw inconclusive(cause)
  })
  if (relation === 'other') throw otherAccount(context, intent, what)
  if (declared?.idempotency?.lookup === true) {
    const found = await findTask(context, call, key).catch((cause: unknown) => {
      throw inconclusive(cause)
    })
    // That the account has it proves that it is the account.
    if (found) {
      const { answer } = found
      await tell(context.logger, call.scope, record, { proved: 'accepted', id: found.task.id, answer } as const)
      await tell(context.logger, call.scope, call.onSubmitted, found.task.id)
      return handle(found.task.id, taskOf(context, { ...answer, json: found.task }))
    }
  }
  if (relation === 'unknown' && !sameAccount) throw unconfirmed(declared)
  if (!(context.idempotent ?? declared?.extensions.includes('idempotency')))
    throw unrecovered('may have been accepted, and this service keeps no Idempotency-Keys', 'submit-unknown', look())
  if (keyed === false)
    throw unrecovered(
      'may have been accepted, and carried no Idempotency-Key',
      'submit-unknown',
      'Look for its task at the service',
    )
  if (body === undefined)
    throw unrecovered('may have been accepted, and its request was not recorded', 'submit-unknown', look())
  // Asked anew: a service may have been restored since it was asked last.
  const current =
    declared &&
    (await capabilities(context, call).catch((cause: unknown) => {
      throw inconclusive(cause)
    }))
  // This clock may be behind, as that of a machine without a battery.
  const told = Date.parse((current && responseOf(current)?.headers.get('date')) ?? '')
  const why = mayBeForgotten(intent.at, Math.max(context.clock.date?.() ?? Date.now(), told || 0), current)
  if (why !== undefined) throw unrecovered(`${why}; sent again, it could be paid twice`, 'key-expired', look())
  return replay(body)

  async function replay(text: string): Promise<TaskHandle> {
    // Others see that this process is at it; the time stays that of the first attempt.
    const scope = widened(intent, await scopeNow(context, call), relation)
    await tell(context.logger, call.scope, call.journal && ((entry: IntentEntry) => call.journal?.append(entry)), {
      event: 'intent',
      hash: '',
      ...intent,
      ...scope,
    })
    const first: MayExist = { proved: 'may exist', answer: undefined, found: [], cause: new Error('no answer came') }
    const request = JSON.parse(text) as SubmitBody
    const outcome = afterAttempts(first, await post(context, call, request, key))
    await tell(context.logger, call.scope, record, outcome)
    if (outcome.proved !== 'accepted') throw await repeated(outcome, request)
    await tell(context.logger, call.scope, call.onSubmitted, outcome.id)
    return handle(outcome.id, taskOf(context, outcome.answer))
  }

  /** The error of a repeat that brought no ID: what it was answered is inconclusive, and says why it brought none. */
  async function repeated(outcome: Exclude<Outcome, Accepted>, request: SubmitBody): Promise<ModelTasksError> {
    const { repeat } = outcome as MayExist
    if (!repeat) return submitError(context, call, request, key, outcome)
    const about = { secret: request.prompt, proved: 'may exist' as const }
    const cause = await failure(context, call, repeat, 'the repeat', about)
    return unrecovered(`may have been accepted; ${cause.summary}`, 'submit-unknown', cause.hint ?? look(), cause)
  }

  function handle(id: string, task: Task | undefined): TaskHandle {
    return new TaskHandle(context, { id, model, idempotencyKey: key }, task, { journal: call.journal })
  }

  async function record(outcome: Parameters<typeof recordOutcome>[2]): Promise<void> {
    if (call.journal) await recordOutcome(call.journal, key, outcome)
  }

  function unconfirmed(capabilities: Capabilities | undefined): SubmitUnknownError {
    const { service, account } = intent
    const made =
      service === undefined
        ? 'does not say for which account it was made'
        : `was made ${account ? `for account ${account}` : 'with another API key'} at ${service}`
    const now = capabilities?.account ? `account ${capabilities.account}` : 'an account it does not name'
    return unrecovered(
      `${made}; the API key given now belongs to ${now} at ${context.baseUrl}`,
      'account-unconfirmed',
      'Use the key it was made with, or confirm with `sameAccount: true` that the account is the same',
    )
  }

  function look(): string {
    return `Look for its task at the service (Idempotency-Key ${key})`
  }
}

/** The error of what was submitted for an account that is proven to be another one; `what` names it. */
export function otherAccount(
  context: Context,
  { key, service, account }: OpenIntent,
  what: string,
): SubmitUnknownError {
  return unknown(
    context,
    key,
    `${what} was made for account ${account} of ${service ?? 'a service'}, and the API key is of account ${context.declared?.account} of ${context.baseUrl}`,
    'other-account',
    `Use a key of account ${account}`,
  )
}

function unknown(
  { secrets }: Context,
  idempotencyKey: string,
  summary: string,
  code: Unrecovered,
  hint: string,
  cause?: unknown,
): SubmitUnknownError {
  return new SubmitUnknownError(strip(summary, secrets), {
    idempotencyKey,
    found: [],
    code,
    proved: 'may exist',
    hint,
    cause,
  })
}

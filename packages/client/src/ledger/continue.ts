import type { CallOptions } from '../call/options.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { requestDigest } from '../journal/request-digest.js'
import type { Capabilities } from '../service/resources.js'
import type { Ledger, LineState } from './ledger.js'
import type { PlannedLine } from './line.js'
import { spentOn, stepOf, type Retry } from './step.js'

/** A batch as earlier runs have left it. */
export interface Continued {
  /** What is to be done about each request. */
  readonly lines: readonly (PlannedLine & { readonly state: LineState | undefined })[]
  /** Credits that earlier runs have spent on them. */
  readonly used: number
}

/**
 * Reads what earlier runs of a batch have left for its requests. A request is known by its content and by which occurrence of it this is. Throws
 * ModelTasksError where requests were submitted for another account.
 */
export async function continueBatch(
  client: { capabilities(options: CallOptions): Promise<Capabilities> },
  ledger: Ledger,
  requests: readonly { model: string; input: object }[],
  call: CallOptions,
  retry?: Retry,
): Promise<Continued> {
  const declared = await client.capabilities(call).catch(() => undefined)
  const idempotent = declared?.extensions.includes('idempotency') === true
  const states = ledger.state()
  const occurrences = new Map<string, number>()
  const lines: Continued['lines'][number][] = []
  for (const { model, input } of requests) {
    const digest = await requestDigest(model, {}, input)
    const occurrence = (occurrences.get(digest) ?? 0) + 1
    occurrences.set(digest, occurrence)
    const identity = `${digest}#${occurrence}`
    const state = states.get(identity)
    lines.push({ identity, model, state, step: stepOf(state, idempotent, retry) })
  }
  const other = otherAccount(lines, declared?.account)
  if (other)
    throw new ModelTasksError(
      `request ${other.index + 1} of this batch was submitted for account ${other.account}, and the API key is of account ${declared?.account}; nothing was sent`,
      { code: 'other-account', hint: `Use a key of account ${other.account}, or another ledger` },
    )
  return { lines, used: spentOn(lines.map(({ state }) => state)) }
}

/**
 * The first line that was submitted for another account than this one. An account that is not declared is inconclusive.
 *
 * @internal
 */
export function otherAccount(
  lines: readonly { readonly state: LineState | undefined }[],
  account: string | undefined,
): { index: number; account: string } | undefined {
  if (account === undefined) return undefined
  for (const [index, { state }] of lines.entries()) {
    const its = state?.scope?.account
    if (its !== undefined && its !== account) return { index, account: its }
  }
  return undefined
}

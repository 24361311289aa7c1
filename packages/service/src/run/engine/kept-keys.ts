import type { KeptKeys } from '../../domain/provider/provider.js'
import type { AskedTask } from '../../keep/store/task-queue.js'

/** The part of the time that an upstream keeps a key in which a repeat is sent: 23 of 24 hours. The rest is for requests that are long under way. */
const safe = 23 / 24
/** By how much the clocks of an upstream and of this machine may differ, in milliseconds. */
const maxSkew = 300_000

/** Why a repeat may buy again, although the upstream keeps keys, or may keep them; undefined where it buys once. */
export function mayBuyAgain(
  { submission, sinceAsked }: Pick<AskedTask, 'submission' | 'sinceAsked'>,
  { time, since, heard }: KeptKeys,
): string | undefined {
  if (since !== undefined && !((submission.at ?? -Infinity) > since + maxSkew))
    return `the upstream was restored, as of ${new Date(since).toISOString()}, and may have lost its key`
  if (sinceAsked < time * safe) return undefined
  return heard
    ? `the upstream keeps idempotency keys for ${durationOf(time)}`
    : `the upstream has not answered for ${durationOf(time)}, and may have forgotten its key`
}

function durationOf(milliseconds: number): string {
  const hours = milliseconds / 3_600_000
  return hours === 24 ? 'a day' : `${Number(hours.toFixed(2))} h`
}

import type { KeptKeys } from '../../domain/provider/provider.js'
import { maxLead, type AskedTask } from '../../keep/store/task-queue.js'

/** The part of the time that an upstream keeps a key in which a repeat is sent: 23 of 24 hours. The rest is for requests that are long under way. */
const safe = 23 / 24

/** Why a repeat may buy again, although the upstream keeps keys, or may keep them; undefined where it buys once. */
export function mayBuyAgain(
  { submission, sinceAsked, isAgeUnknown }: Pick<AskedTask, 'submission' | 'sinceAsked' | 'isAgeUnknown'>,
  { time, since, heard }: KeptKeys,
): string | undefined {
  if (since !== undefined && (submission.at ?? 0) <= since + maxLead)
    return `the upstream was restored, as of ${new Date(since).toISOString()}, and may have lost its key`
  if (isAgeUnknown === true)
    return 'the clock was set back since then, or is another one, so that nothing shows whether the upstream still knows its key'
  if (sinceAsked < time * safe) return undefined
  return heard
    ? `the upstream keeps idempotency keys for ${durationOf(time)}`
    : `the upstream has not answered for ${durationOf(time)}, and may have forgotten its key`
}

function durationOf(milliseconds: number): string {
  const hours = milliseconds / 3_600_000
  return hours === 24 ? 'a day' : `${Number(hours.toFixed(2))} h`
}

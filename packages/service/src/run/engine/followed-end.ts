import { reasonOf } from '../../base/reason.js'
import { ReleaseProof } from '../../domain/money/release-proof.js'
import { ResultGone, ResultMissing } from '../../domain/provider/provider.js'
import type { TaskView } from '../../domain/task/record.js'
import type { Held, TaskEnd } from '../../keep/store/task-queue.js'
import { keptResult } from '../../keep/results/kept-result.js'
import { undeliveredReason } from '../../keep/store/undelivered.js'
import { Absence } from './absence.js'
import type { Collector } from './collector.js'
import { charged, failedEnd } from './failed-end.js'
import type { LastSnapshot } from './follower.js'
import type { RunParts } from './run-parts.js'

/** Milliseconds until a file that was not there is asked for again. */
const missingFileInterval = 15_000
/** The same for one in whose place something else came, and for how long that goes on at least before the file counts as gone. */
const [replacedFileInterval, replacedFileTime] = [60_000, 900_000]

/** What the end of a task is found with. */
export interface FollowedEndParts extends Pick<RunParts, 'clock' | 'tasks' | 'files'> {
  collector: Collector
  held: Held
  signal: AbortSignal
}

/**
 * How a task ends with the last snapshot of it: its file is collected where it has completed, and asked for again while it is not
 * there. Where its upstream no longer has it, one that was stored before counts. Rejects with `undeliveredReason` where it cannot be
 * had now.
 */
export async function endOf(
  view: TaskView,
  reference: string,
  last: LastSnapshot,
  { clock, tasks, files, collector, held, signal }: FollowedEndParts,
): Promise<TaskEnd> {
  const { status: word, fields } = last
  const kept = async (): Promise<TaskEnd | undefined> => {
    const result = await keptResult(files, view.id)
    return result && { status: 'completed', result, word, fields }
  }
  if (last.state === 'lost')
    return (await kept()) ?? { status: 'failed', error: last.error, word, credits: 'charged', because: 'lost' }
  if (last.state === 'failed') return failedEnd(tasks, view.id, last)
  let partial = false
  let absence: Absence | undefined
  let replacement: Absence | undefined
  for (;;) {
    const asked = clock.elapsed()
    try {
      return await collector.collect(view, { reference, partial }, last, held, signal)
    } catch (error) {
      const missing = error instanceof ResultMissing
      if (!missing && !(error instanceof ResultGone))
        throw new Error(`${undeliveredReason}${reasonOf(error)}`, { cause: error })
      const now = clock.elapsed()
      const replaced = missing && error.replaced
      const proof = replaced ? (replacement ??= new Absence(now, replacedFileTime)) : (absence ??= new Absence(now))
      const proved = !missing || proof.isProvedBy(asked)
      const stored = proved ? await kept() : undefined
      if (stored !== undefined) return stored
      if (missing && error.partial && proved) {
        partial = true
        continue
      }
      if (proved) {
        const credits = ReleaseProof.undeliverable(error, await tasks.memoryOf(view.id))
        const end = { status: 'failed', word, fields, because: 'result' } as const
        return credits === undefined
          ? {
              ...end,
              ...charged(error.message, 'the database was set back since, and its result may have been had before'),
            }
          : { ...end, error: error.message, credits }
      }
      await clock.delay(replaced ? replacedFileInterval : missingFileInterval, signal)
    }
    signal.throwIfAborted()
  }
}

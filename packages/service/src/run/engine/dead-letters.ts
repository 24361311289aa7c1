import { deliverKept } from '../../keep/store/deliver-kept.js'
import type { DeadLetter } from '../../keep/store/task-queue.js'
import type { RunParts } from './run-parts.js'

/** How long a dead letter is kept for the operator, in milliseconds. */
const lifetime = 7 * 24 * 3_600_000
/** How many are ended at a time. */
const window = 100

/**
 * Ends the dead letters that no operator has put back in time. One whose file is stored, since a process was killed between file
 * and end, completes with it; the others fail. Where the files cannot be asked for, none is ended now.
 */
export async function expireDeadLetters(parts: Pick<RunParts, 'queue' | 'files' | 'clock' | 'log'>): Promise<void> {
  try {
    while ((await endOldest(parts)) === window);
  } catch (error) {
    parts.log.error('dead letters could not be ended; it is tried again in an hour', { error })
  }
}

/** Ends the oldest of them; answers how many. */
async function endOldest({ queue, files, clock, log }: Parameters<typeof expireDeadLetters>[0]): Promise<number> {
  const isAged = ({ since }: DeadLetter): boolean => since < clock.now() - lifetime
  const aged = (await queue.deadLetters(window)).filter(isAged)
  const without: string[] = []
  let delivered = 0
  for (const { id } of aged) {
    if (await deliverKept(queue, files, id)) delivered += 1
    else without.push(id)
  }
  const failed = without.length === 0 ? 0 : await queue.expireDeadLetters(lifetime, without)
  if (delivered > 0)
    log.info(
      'dead letters that no operator has put back for seven days have completed with the files that were stored for them',
      {
        tasks: delivered,
      },
    )
  if (failed > 0)
    log.warn(
      'dead letters that no operator has put back for seven days have failed; those that an upstream may have are charged as they were held, those that it completed and whose file was never had are not: "reconcile" lists them',
      { tasks: failed },
    )
  return delivered + failed
}

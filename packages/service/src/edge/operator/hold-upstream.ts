import type { OperatorParts } from './parts.js'

type Parts = Pick<OperatorParts, 'operator' | 'clock' | 'engine'>

/** Has nothing submitted to an upstream until it is resumed, and records who said so. False when it was held back already. */
export async function holdUpstream(
  { queue, who, reason }: { queue: string; who: string; reason: string },
  { operator, clock, engine }: Parts,
): Promise<boolean> {
  const at = clock.now()
  if (!(await operator.hold({ queue, since: at, who, reason }))) return false
  await operator.note({ at, who, action: 'Pause', subject: queue, detail: reason === '' ? undefined : reason })
  engine.rereadHolds()
  return true
}

/** Has an upstream submitted to again, and records who said so. False when it was not held back. */
export async function resumeUpstream(
  { queue, who }: { queue: string; who: string },
  { operator, clock, engine }: Parts,
): Promise<boolean> {
  if (!(await operator.endHold(queue))) return false
  await operator.note({ at: clock.now(), who, action: 'Resume', subject: queue })
  engine.rereadHolds()
  return true
}

import type { Witness } from './behaviour/witness.js'
import type { DiffEvent, Step } from './event.js'

/**
 * The events with a request beside each breaking one that has a witness. A disagreement that no rule accounts for is an
 * event of its own: `rejected-request` is major, `accepted-request` minor.
 */
export function withWitnesses(events: readonly DiffEvent[], witnesses: readonly Witness[]): DiffEvent[] {
  const proven = events.map((event) => ({ ...event }))
  const added = witnesses.flatMap((witness) => {
    const explanation = explainedBy(witness, proven)
    if (explanation === undefined) return [eventOf(witness)]
    if (witness.now === 'rejected') explanation.witness ??= proof(witness)
    return []
  })
  return [...proven, ...added]
}

const weight: Record<Step, number> = { patch: 0, minor: 1, major: 2 }

/** The event that says so already: of the parameter or the rule, else of the model, else of what all models share. */
function explainedBy({ model, now, rejection }: Witness, events: DiffEvent[]): DiffEvent | undefined {
  const needed = weight[now === 'rejected' ? 'major' : 'minor']
  const parameter = rejection.path.split('/')[1] ?? ''
  const closeness = ({ subject }: DiffEvent): number => {
    if (subject.startsWith(`${model} ${rejection.rule}`)) return 4
    if (subject === `${model}.${parameter}` || isInside(subject, `${model}.${parameter}`)) return 3
    if (subject === model || isInside(subject, model)) return 2
    return subject.startsWith('text.') || subject === rejection.rule ? 1 : 0
  }
  return events
    .filter((event) => weight[event.step] >= needed && closeness(event) > 0)
    .sort(
      (left, right) =>
        closeness(right) - closeness(left) || Number(left.witness !== undefined) - Number(right.witness !== undefined),
    )[0]
}

function isInside(subject: string, owner: string): boolean {
  return [' ', '.', '['].some((mark) => subject.startsWith(`${owner}${mark}`))
}

function eventOf(witness: Witness): DiffEvent {
  const { model, now, rejection } = witness
  const place = rejection.path === '/' ? '' : ` at ${rejection.path}`
  return {
    subject: model,
    ...(now === 'rejected'
      ? {
          rule: 'rejected-request',
          severity: 'breaking',
          step: 'major',
          message: `rejects a request that passed before (${rejection.rule}${place})`,
        }
      : {
          rule: 'accepted-request',
          severity: 'note',
          step: 'minor',
          message: `accepts a request that was rejected before (${rejection.rule}${place})`,
        }),
    witness: proof(witness),
  }
}

function proof({ body, now, rejection }: Witness): NonNullable<DiffEvent['witness']> {
  return { body, now, rule: rejection.rule, path: rejection.path }
}

import { dateRules, earlierRules } from './rules/dates.js'
import { stepsOf, valueAt } from './value-at.js'
import type { DiffEvent, DiffRule, Disagreement, Step, Witness } from './event.js'

/**
 * The events with a witness beside each that has one: what was accepted and no longer is, or what now is. A disagreement that no rule accounts for is an event
 * of its own, by one of `provenRules`. `datedRules` are those that reject from a date on.
 */
export function withWitnesses(
  events: readonly DiffEvent[],
  disagreements: readonly Disagreement[],
  datedRules: ReadonlySet<string>,
): DiffEvent[] {
  const proven = events.map((event) => ({ ...event }))
  const added = disagreements.flatMap((disagreement) => {
    const explanation = explainedBy(disagreement, proven) ?? raised(disagreement, proven, datedRules)
    if (explanation === undefined) return isAdvice(disagreement.witness) ? [] : [eventOf(disagreement)]
    if (isBreaking(disagreement.witness) || explanation.step === 'minor') explanation.witness ??= disagreement.witness
    return []
  })
  return [...proven, ...added]
}

const limitFindings = ['minimum', 'maximum', 'min-length', 'max-length', 'min-items', 'max-items']
const findingsInside = new Set(['unique-items', 'property-name'])
const formFindings = ['pattern', 'format', 'multiple-of', 'unique-items', 'property-name']

/** What is reported where only a witness shows it, and no rule of the tables. */
export const provenRules: readonly Omit<DiffRule, 'compare'>[] = [
  ...(['request', 'file'] as const).flatMap((what) => [
    {
      id: `rejected-${what}`,
      severity: 'breaking' as const,
      step: 'major' as const,
      summary: `A ${what} that passed is rejected, for a reason that is none of the above.`,
    },
    {
      id: `accepted-${what}`,
      severity: 'note' as const,
      step: 'minor' as const,
      summary: `A ${what} that was rejected passes, for a reason that is none of the above.`,
    },
  ]),
  {
    id: 'broken-answer',
    severity: 'breaking',
    step: 'major',
    summary: 'The Task is not as it was promised, for a reason that is none of the above.',
  },
]

const weight: Record<Step, number> = { patch: 0, minor: 1, major: 2 }

function isBreaking({ now }: Witness): boolean {
  return now !== 'accepted' && now !== 'listed'
}

function isAdvice({ now }: Witness): boolean {
  return now === 'advised' || now === 'listed'
}

/** The event that says so already: of the parameter or the rule, else of the model, else of what all models share. */
function explainedBy({ subject: of, witness }: Disagreement, events: DiffEvent[]): DiffEvent | undefined {
  const needed = weight[isBreaking(witness) ? 'major' : 'minor']
  const closeness = ({ subject, rule }: DiffEvent): number => {
    if ('answer' in witness) return subject !== of ? 0 : rule === 'removed-response-extra' ? 2 : 1
    if ('file' in witness) {
      const where = witness.where === undefined ? '' : ` where ${witness.where}`
      return subject === `${of} ${witness.rule}${where}` ? 2 : subject === of ? 1 : 0
    }
    const parameter = witness.path.split('/')[1] ?? ''
    if (subject.startsWith(`${of} ${witness.rule}`)) return 5
    // A repeated item and the name of a member are faults of what they are in.
    const place = findingsInside.has(witness.rule) ? witness.path.slice(0, witness.path.lastIndexOf('/')) : witness.path
    if (isAt(subject, of, place)) return 4
    if (subject === `${of}.${parameter}` || isInside(subject, `${of}.${parameter}`)) return 3
    // What is said of another parameter is not shown by this one, unless that is its new name.
    const isOther = isInside(subject, of, ['.']) && rule !== 'renamed-parameter'
    if (subject === of || (isInside(subject, of) && !isOther)) return 2
    return subject.startsWith('text.') || subject === witness.rule ? 1 : 0
  }
  return events
    .filter((event) => weight[event.step] >= needed && closeness(event) > 0)
    .sort(
      (left, right) =>
        closeness(right) - closeness(left) ||
        Number(fits(right, witness)) - Number(fits(left, witness)) ||
        Math.abs(weight[left.step] - needed) - Math.abs(weight[right.step] - needed) ||
        Number(left.witness !== undefined) - Number(right.witness !== undefined),
    )[0]
}

/** Whether a subject, such as `model.points[].x`, is the very place to which a JSON pointer leads. */
function isAt(subject: string, model: string, path: string): boolean {
  if (!subject.startsWith(`${model}.`)) return false
  const steps = subject
    .slice(model.length)
    .replace(/\([^)]*\)/g, '')
    .replace(/\[\]|\{\}/g, '.*')
  const expression = steps
    .split('*')
    .map((text) => text.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    .join('[^.]+')
  return new RegExp(`^${expression}$`).test(
    stepsOf(path)
      .map((step) => `.${step}`)
      .join(''),
  )
}

/** Which findings show an event of a rule, and of which value. */
const findingsOf: Readonly<Record<string, readonly string[]>> = {
  'removed-null': ['null'],
  'added-null': ['null'],
  'tightened-limit': limitFindings,
  'loosened-limit': limitFindings,
  'narrowed-form': formFindings,
  'widened-form': formFindings,
  'changed-type': ['type'],
  'became-required': ['required'],
  'became-optional': ['required'],
  'added-required-parameter': ['required'],
  'removed-parameter': ['unknown-parameter'],
  'added-parameter': ['unknown-parameter'],
}
const ofValues = new Set(['removed-value', 'added-value', 'removed-listed-value', 'added-listed-value'])

function fits({ rule, from, to, side }: DiffEvent, witness: Witness): boolean {
  if (!('body' in witness)) return true
  if (ofValues.has(rule)) return valueAt(witness.body, witness.path) === (from ?? to)
  const isOfSide = !limitFindings.includes(witness.rule) || witness.rule.startsWith('min') === (side === 'lower')
  return isOfSide && (findingsOf[rule]?.includes(witness.rule) ?? false)
}

/** What is announced for a day that has come rejects at once: the change of its date is as grave as that. */
function raised(
  disagreement: Disagreement,
  events: DiffEvent[],
  datedRules: ReadonlySet<string>,
): DiffEvent | undefined {
  if ('answer' in disagreement.witness || !datedRules.has(disagreement.witness.rule)) return undefined
  const subject = datedSubject(disagreement)
  const event = events.find((each) => each.subject === subject && dateRules.some(({ id }) => id === each.rule))
  return event && Object.assign(event, { severity: 'breaking', step: 'major' })
}

/** The events of days that come before the announced ones, with what shows it as of such a day. */
export function withLaterWitnesses(events: readonly DiffEvent[], disagreements: readonly Disagreement[]): DiffEvent[] {
  return events.map((event) => {
    if (!earlierRules.has(event.rule) || event.witness !== undefined) return event
    const shown = disagreements.find((each) => each.witness.now === 'rejected' && datedSubject(each) === event.subject)
    return shown === undefined ? event : { ...event, witness: shown.witness }
  })
}

/** The model or the parameter of which a witness shows a date. */
function datedSubject({ subject, witness }: Disagreement): string {
  return witness.path === '/model' ? subject : `${subject}.${witness.path.split('/')[1] ?? ''}`
}

function isInside(subject: string, owner: string, marks: readonly string[] = [' ', '.', '[', '{', '(']): boolean {
  return marks.some((mark) => subject.startsWith(`${owner}${mark}`))
}

function eventOf({ subject, witness }: Disagreement): DiffEvent {
  if ('answer' in witness)
    return {
      subject,
      rule: 'broken-answer',
      severity: 'breaking',
      step: 'major',
      message: 'is not as promised',
      witness,
    }
  const what = 'body' in witness ? 'request' : 'file'
  const place = witness.path === '/' ? '' : ` at ${witness.path}`
  const reason = `${witness.rule}${place}`
  return witness.now === 'rejected'
    ? {
        subject,
        rule: `rejected-${what}`,
        severity: 'breaking',
        step: 'major',
        message: `rejects a ${what} that passed before (${reason})`,
        witness,
      }
    : {
        subject,
        rule: `accepted-${what}`,
        severity: 'note',
        step: 'minor',
        message: `accepts a ${what} that was rejected before (${reason})`,
        witness,
      }
}

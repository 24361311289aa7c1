import type { Mistake } from '../../check/mistake.js'
import { pointerSteps } from '../../load/pointer.js'
import type { Spec } from '../../load/spec.js'
import type { UpstreamFile, UpstreamOperation } from '../../spec-types/files/upstream.js'
import { read } from '../interpreter/json.js'
import { operationsOf, wellFormed } from './facts.js'

type Rules = NonNullable<UpstreamFile['cancelRules']>
type Cancel = NonNullable<UpstreamOperation['cancel']>
type RuleName = 'queued' | 'processing' | 'ended' | 'cancelled'

const ruleNames: readonly RuleName[] = ['queued', 'processing', 'ended', 'cancelled']

/** What a status means, by the rule that holds for tasks of it. */
const ruleOf: Readonly<Record<string, RuleName>> = {
  queued: 'queued',
  processing: 'processing',
  completed: 'ended',
  failed: 'ended',
  expired: 'ended',
}

/** S100: a cancel of which the upstream's rules say that it removes a result, or that what it proves is not so. */
export function* contradictedCancels(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    const { cancelRules: rules } = source
    if (rules === undefined) continue
    for (const [kind, { cancel, status }] of operationsOf(source)) {
      if (cancel === undefined) continue
      const place = { code: 'S100', file } as const
      const at = ['operations', kind, 'cancel']
      yield* removals({ ...place, path: at }, cancel, rules, status?.states ?? {})
      const answered = answeredElsewhere(cancel, rules)
      if (answered !== undefined)
        yield {
          ...place,
          path: [...at, 'proves', 'answer', 'words'],
          message: `cancelRules.${answered} answers one of these words and cancels nothing: the credits would be given back, and the task is charged`,
        }
      if (cancel.proves !== undefined && ruleNames.every((name) => rules[name].then !== 'cancelled'))
        yield { ...place, path: [...at, 'proves'], message: 'cancelRules cancel no task, so that nothing proves it' }
    }
  }
}

/** Where the request may be sent for a task whose result it removes. */
function* removals(
  { path, ...place }: Omit<Mistake, 'message' | 'hint'>,
  { from }: Cancel,
  rules: Rules,
  states: Readonly<Record<string, string>>,
): Iterable<Mistake> {
  if (rules.ended.then !== 'removed') return
  const hint = 'Name in "from" the words of tasks that wait or run.'
  const message = 'cancelRules.ended removes the result'
  if (from === undefined)
    yield { ...place, path, message: `the request is sent to tasks that have ended too, and ${message}`, hint }
  for (const [index, word] of (from?.words ?? []).entries())
    if (ruleOf[states[word] ?? ''] === 'ended')
      yield {
        ...place,
        path: [...path, 'from', 'words', index],
        message: `"${word}" means an end, and ${message}`,
        hint,
      }
}

/** The rule that answers what is taken for the proof of a cancel, and does not cancel. */
function answeredElsewhere({ proves }: Cancel, rules: Rules): RuleName | undefined {
  const { answer } = proves ?? {}
  if (answer === undefined) return undefined
  // What an answer that is an error says is inconclusive.
  const said = (name: RuleName): unknown =>
    (rules[name].status ?? 200) < 300 ? read(rules[name].body, pointerSteps(answer.at)) : undefined
  return ruleNames.find(
    (name) =>
      name !== 'cancelled' && rules[name].then !== 'cancelled' && answer.words.some((word) => word === said(name)),
  )
}

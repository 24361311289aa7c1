import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { examplesOf, ruleEntries, statesNumbers } from '../rule-entries.js'
import { satisfies } from '../satisfies.js'

/** S052: examples on the wrong side of their rule. Those of rules over numbers are tried when the model is read. */
export function* contradictingExamples(spec: Spec): Iterable<Mistake> {
  for (const entry of ruleEntries(spec)) {
    if (statesNumbers(entry.condition)) continue
    for (const { kind, body, path } of examplesOf(entry)) {
      const keeps = satisfies(entry.condition, body)
      if (keeps === (kind === 'valid')) continue
      yield {
        code: 'S052',
        file: entry.model.path,
        path,
        message: keeps ? 'the invalid example keeps the rule' : 'the valid example breaks the rule',
      }
    }
  }
}

import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { text } from '../models.js'
import { ruleEntries, statesNumbers } from '../rule-entries.js'

/** S056: rules that can never break. */
export function* emptyRules(spec: Spec): Iterable<Mistake> {
  for (const { model, path, rule, condition } of ruleEntries(spec)) {
    const canBreak =
      (condition.if !== undefined && (condition.then ?? condition.else) !== undefined) ||
      condition.not !== undefined ||
      condition.allOf !== undefined ||
      condition.anyOf !== undefined ||
      condition.oneOf !== undefined ||
      condition.dependentRequired !== undefined ||
      statesNumbers(condition)
    if (!canBreak)
      yield { code: 'S056', file: model.path, path, message: `the rule ${text(rule.id) ?? ''} has no condition` }
  }
}

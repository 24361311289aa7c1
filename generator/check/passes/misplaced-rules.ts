import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { ruleEntries } from '../rule-entries.js'

/** S055: errors among the advice, or advice among the errors. */
export function* misplacedRules(spec: Spec): Iterable<Mistake> {
  for (const { model, list, path, rule } of ruleEntries(spec)) {
    const expected = list === 'allOf' ? 'error' : 'advice'
    if ((rule.severity === 'error' || rule.severity === 'advice') && rule.severity !== expected) {
      yield {
        code: 'S055',
        file: model.path,
        path: [...path, 'x-rule', 'severity'],
        message: `${list} holds rules of severity ${expected}, this one is ${rule.severity}`,
      }
    }
  }
}

import { isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { text } from '../models.js'
import { ruleEntries } from '../rule-entries.js'

/** S051: rules that no example tests in both directions. */
export function* missingExamples(spec: Spec): Iterable<Mistake> {
  for (const { model, path, rule } of ruleEntries(spec)) {
    if (!isObject(rule.examples)) continue
    for (const kind of ['valid', 'invalid'] as const) {
      const examples = rule.examples[kind]
      if (Array.isArray(examples) && examples.length === 0) {
        yield {
          code: 'S051',
          file: model.path,
          path: [...path, 'x-rule', 'examples', kind],
          message: `the rule ${text(rule.id) ?? ''} has no ${kind} example`,
        }
      }
    }
  }
}

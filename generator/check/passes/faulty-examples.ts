import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries } from '../../load/json-object.js'
import { parametersOf } from '../models.js'
import { examplesOf, ruleEntries } from '../rule-entries.js'
import { satisfies } from '../satisfies.js'

/** S053: examples that are wrong regardless of the rule. */
export function* faultyExamples(spec: Spec): Iterable<Mistake> {
  for (const entry of ruleEntries(spec)) {
    const parameters = parametersOf(spec, entry.model)
    const names = new Set(entries(entry.model.schema.properties).map(([name]) => name))
    for (const { body, path } of examplesOf(entry)) {
      for (const [name, value] of Object.entries(body)) {
        const schema = parameters.get(name)
        if (name === 'model')
          yield {
            code: 'S053',
            file: entry.model.path,
            path: [...path, name],
            at: 'key',
            message: 'an example does not say "model": each is completed with a request of its model',
            hint: 'Remove the member.',
          }
        else if (!names.has(name))
          yield {
            code: 'S053',
            file: entry.model.path,
            path: [...path, name],
            at: 'key',
            message: `${entry.model.id} has no parameter "${name}"`,
          }
        else if (schema !== undefined && !satisfies(schema, value))
          yield {
            code: 'S053',
            file: entry.model.path,
            path: [...path, name],
            message: `${name} does not take this value`,
          }
      }
    }
  }
}

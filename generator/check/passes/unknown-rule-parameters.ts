import type { JsonValue } from '../../catalogue.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, isObject, items } from '../../load/json-object.js'
import { numbersRules, pathsIn } from '../../rules/index.js'
import { ruleEntries } from '../rule-entries.js'

/** S050: rules that speak of parameters the model does not have, or list others than they read. */
export function* unknownRuleParameters(spec: Spec): Iterable<Mistake> {
  for (const { model, path, rule, condition } of ruleEntries(spec)) {
    const known = new Set(entries(model.schema.properties).map(([name]) => name))
    const listed = new Set(items(rule.parameters).map(([, name]) => name))
    for (const [index, name] of items(rule.parameters)) {
      if (typeof name === 'string' && !known.has(name))
        yield {
          code: 'S050',
          file: model.path,
          path: [...path, 'x-rule', 'parameters', index],
          message: `the rule names "${name}", which ${model.id} does not have`,
        }
    }
    const read = new Set([...namesIn(condition, path)].map(([, name]) => name))
    // A name that is misspelt in the condition is one mistake.
    const isRight = read.size > 0 && [...read].every((name) => known.has(name) && listed.has(name))
    for (const [index, name] of items(rule.parameters)) {
      if (typeof name === 'string' && known.has(name) && isRight && !read.has(name))
        yield {
          code: 'S050',
          file: model.path,
          path: [...path, 'x-rule', 'parameters', index],
          message: `the rule lists "${name}", which its condition does not read`,
        }
    }
    for (const [place, name] of namesIn(condition, path)) {
      if (!known.has(name))
        yield {
          code: 'S050',
          file: model.path,
          path: place,
          message: `the condition reads "${name}", which ${model.id} does not have`,
        }
      else if (!listed.has(name))
        yield {
          code: 'S050',
          file: model.path,
          path: place,
          message: `the condition reads "${name}", which the rule does not list under parameters`,
        }
    }
  }
}

function* namesIn(
  condition: JsonValue,
  path: (string | number)[],
): Iterable<[path: (string | number)[], name: string]> {
  for (const [key, value] of entries(condition)) {
    if (key === 'required')
      for (const [index, name] of items(value)) {
        if (typeof name === 'string') yield [[...path, key, index], name]
      }
    if (key === 'properties') for (const [name] of entries(value)) yield [[...path, key, name], name]
    if (key === 'dependentRequired') {
      for (const [name, others] of entries(value)) {
        yield [[...path, key, name], name]
        for (const [index, other] of items(others))
          if (typeof other === 'string') yield [[...path, key, name, index], other]
      }
    }
    if (numbersRules.some(({ keyword }) => keyword === key) && isObject(value))
      for (const [steps, at] of pathsIn(value)) yield [[...path, key, ...steps], at.split('/')[1] ?? '']
    if (['if', 'then', 'else', 'not'].includes(key)) yield* namesIn(value, [...path, key])
    if (['allOf', 'anyOf', 'oneOf'].includes(key))
      for (const [index, each] of items(value)) yield* namesIn(each, [...path, key, index])
  }
}

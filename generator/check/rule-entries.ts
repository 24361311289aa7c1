import type { JsonSchema } from '../catalogue.js'
import { isObject, items } from '../load/json-object.js'
import type { Spec } from '../load/spec.js'
import { numbersRules } from '../rules/index.js'
import { type ModelFile, modelFiles } from './models.js'

/** One rule of a model with its place. */
export interface RuleEntry {
  model: ModelFile
  list: 'allOf' | 'x-advice'
  /** Path of the entry. */
  path: (string | number)[]
  rule: JsonSchema
  /** The keywords beside x-rule. */
  condition: JsonSchema
}

/** All rules of all models, errors and advice. */
export function* ruleEntries(spec: Spec): Iterable<RuleEntry> {
  for (const model of modelFiles(spec)) {
    for (const list of ['allOf', 'x-advice'] as const) {
      for (const [index, entry] of items(model.schema[list])) {
        if (!isObject(entry) || !isObject(entry['x-rule'])) continue
        const { 'x-rule': rule, ...condition } = entry
        yield { model, list, path: [list, index], rule, condition }
      }
    }
  }
}

/** Whether the keywords beside x-rule are a rule over numbers, as a file states it: what it means, only the whole model shows. */
export function statesNumbers(condition: JsonSchema): boolean {
  return numbersRules.some(({ keyword }) => keyword in condition)
}

/** The examples of a rule, valid and invalid, with their places. */
export function* examplesOf(
  entry: RuleEntry,
): Iterable<{ kind: 'valid' | 'invalid'; body: JsonSchema; path: (string | number)[] }> {
  if (!isObject(entry.rule.examples)) return
  for (const kind of ['valid', 'invalid'] as const) {
    for (const [index, body] of items(entry.rule.examples[kind])) {
      if (isObject(body)) yield { kind, body, path: [...entry.path, 'x-rule', 'examples', kind, index] }
    }
  }
}

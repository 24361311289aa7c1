import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { isObject } from '../../load/resolve.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, items, modelFiles, parametersOf, parsed, text, type ModelFile } from '../models.js'
import { satisfies } from '../satisfies.js'

interface RuleEntry {
  model: ModelFile
  list: 'allOf' | 'x-advice'
  /** Path of the entry. */
  path: (string | number)[]
  rule: JsonSchema
  /** The keywords beside x-rule. */
  condition: JsonSchema
}

function* ruleEntries(spec: Spec): Iterable<RuleEntry> {
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

/** S050: rules that speak of parameters the model does not have, or read some they do not list. */
export function* unknownRuleParameters(spec: Spec): Iterable<Mistake> {
  for (const { model, path, rule, condition } of ruleEntries(spec)) {
    const known = new Set(entries(model.schema.properties).map(([name]) => name))
    const listed = new Set(items(rule.parameters).map(([, name]) => name))
    for (const [index, name] of items(rule.parameters)) {
      if (typeof name === 'string' && !known.has(name)) yield { code: 'S050', file: model.path, path: [...path, 'x-rule', 'parameters', index], message: `the rule names "${name}", which ${model.id} does not have` }
    }
    for (const [place, name] of namesIn(condition, path)) {
      if (!known.has(name)) yield { code: 'S050', file: model.path, path: place, message: `the condition reads "${name}", which ${model.id} does not have` }
      else if (!listed.has(name)) yield { code: 'S050', file: model.path, path: place, message: `the condition reads "${name}", which the rule does not list under parameters` }
    }
  }
}

function* namesIn(condition: JsonValue, path: (string | number)[]): Iterable<[path: (string | number)[], name: string]> {
  for (const [key, value] of entries(condition)) {
    if (key === 'required') for (const [index, name] of items(value)) { if (typeof name === 'string') yield [[...path, key, index], name] }
    if (key === 'properties') for (const [name] of entries(value)) yield [[...path, key, name], name]
    if (key === 'dependentRequired') {
      for (const [name, others] of entries(value)) {
        yield [[...path, key, name], name]
        for (const [index, other] of items(others)) if (typeof other === 'string') yield [[...path, key, name, index], other]
      }
    }
    if (key === 'if' || key === 'then' || key === 'not') yield* namesIn(value, [...path, key])
  }
}

/** S051: rules that nobody has tried in both directions. */
export function* missingExamples(spec: Spec): Iterable<Mistake> {
  for (const { model, path, rule } of ruleEntries(spec)) {
    if (!isObject(rule.examples)) continue
    for (const kind of ['valid', 'invalid'] as const) {
      const examples = rule.examples[kind]
      if (Array.isArray(examples) && examples.length === 0) {
        yield { code: 'S051', file: model.path, path: [...path, 'x-rule', 'examples', kind], message: `the rule ${text(rule.id) ?? ''} has no ${kind} example` }
      }
    }
  }
}

/** S052: examples on the wrong side of their rule. */
export function* contradictingExamples(spec: Spec): Iterable<Mistake> {
  for (const entry of ruleEntries(spec)) {
    for (const { kind, body, path } of examplesOf(entry)) {
      const keeps = satisfies(entry.condition, body)
      if (keeps === (kind === 'valid')) continue
      yield { code: 'S052', file: entry.model.path, path, message: keeps ? 'the invalid example keeps the rule' : 'the valid example breaks the rule' }
    }
  }
}

/** S053: examples that are wrong whatever the rule says. */
export function* faultyExamples(spec: Spec): Iterable<Mistake> {
  for (const entry of ruleEntries(spec)) {
    const parameters = parametersOf(spec, entry.model)
    for (const { body, path } of examplesOf(entry)) {
      for (const [name, value] of Object.entries(body)) {
        const schema = parameters.get(name)
        if (schema === undefined) yield { code: 'S053', file: entry.model.path, path: [...path, name], at: 'key', message: `${entry.model.id} has no parameter "${name}"` }
        else if (!satisfies(schema, value)) yield { code: 'S053', file: entry.model.path, path: [...path, name], message: `${name} does not take this value` }
      }
    }
  }
}

function* examplesOf(entry: RuleEntry): Iterable<{ kind: 'valid' | 'invalid'; body: JsonSchema; path: (string | number)[] }> {
  if (!isObject(entry.rule.examples)) return
  for (const kind of ['valid', 'invalid'] as const) {
    for (const [index, body] of items(entry.rule.examples[kind])) {
      if (isObject(body)) yield { kind, body, path: [...entry.path, 'x-rule', 'examples', kind, index] }
    }
  }
}

/** S054: two rules of a model under one id, or a rule under the id of a generic finding. */
export function* repeatedRuleIds(spec: Spec): Iterable<Mistake> {
  const generic = new Set(items(parsed(spec.files.get('findings.json'))?.findings).map(([, kind]) => (isObject(kind) ? kind.rule : undefined)))
  const seen = new Set<string>()
  for (const { model, path, rule } of ruleEntries(spec)) {
    if (typeof rule.id !== 'string') continue
    const place = { code: 'S054', file: model.path, path: [...path, 'x-rule', 'id'] } as const
    if (generic.has(rule.id)) yield { ...place, message: `"${rule.id}" is the id of a generic finding` }
    else if (seen.has(`${model.path} ${rule.id}`)) yield { ...place, message: `"${rule.id}" is the id of another rule of ${model.id}` }
    seen.add(`${model.path} ${rule.id}`)
  }
}

/** S055: errors among the advice, or advice among the errors. */
export function* misplacedRules(spec: Spec): Iterable<Mistake> {
  for (const { model, list, path, rule } of ruleEntries(spec)) {
    const expected = list === 'allOf' ? 'error' : 'advice'
    if ((rule.severity === 'error' || rule.severity === 'advice') && rule.severity !== expected) {
      yield { code: 'S055', file: model.path, path: [...path, 'x-rule', 'severity'], message: `${list} holds rules of severity ${expected}, this one is ${rule.severity}` }
    }
  }
}

/** S056: rules that can never break. */
export function* emptyRules(spec: Spec): Iterable<Mistake> {
  for (const { model, path, rule, condition } of ruleEntries(spec)) {
    const canBreak = (condition.if !== undefined && condition.then !== undefined) || condition.not !== undefined || condition.dependentRequired !== undefined
    if (!canBreak) yield { code: 'S056', file: model.path, path, message: `the rule ${text(rule.id) ?? ''} has no condition` }
  }
}

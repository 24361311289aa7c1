import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { parsed } from '../models.js'
import { ruleEntries } from '../rule-entries.js'

/** S054: two rules of a model under one id, or a rule under the id of a generic finding. */
export function* repeatedRuleIds(spec: Spec): Iterable<Mistake> {
  const generic = new Set(
    items(parsed(spec.files.get('findings.json'))?.findings).map(([, kind]) =>
      isObject(kind) ? kind.rule : undefined,
    ),
  )
  const seen = new Set<string>()
  for (const { model, path, rule } of ruleEntries(spec)) {
    if (typeof rule.id !== 'string') continue
    const place = { code: 'S054', file: model.path, path: [...path, 'x-rule', 'id'] } as const
    if (generic.has(rule.id)) yield { ...place, message: `"${rule.id}" is the id of a generic finding` }
    else if (seen.has(`${model.path} ${rule.id}`))
      yield { ...place, message: `"${rule.id}" is the id of another rule of ${model.id}` }
    seen.add(`${model.path} ${rule.id}`)
  }
}

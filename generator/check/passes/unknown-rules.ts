import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, parametersOf, parsed } from '../models.js'

/** S037: limits that report under a rule findings.json does not have, and announcements that become such a one. */
export function* unknownRules(spec: Spec): Iterable<Mistake> {
  const findings = parsed(spec.files.get('findings.json'))
  if (findings === undefined) return
  const known = new Set(items(findings.findings).map(([, kind]) => (isObject(kind) ? kind.rule : undefined)))
  for (const [index, kind] of items(findings.findings)) {
    const becomes = isObject(kind) && isObject(kind.becomes) ? kind.becomes.rule : undefined
    if (typeof becomes === 'string' && !known.has(becomes))
      yield {
        code: 'S037',
        file: 'findings.json',
        path: ['findings', index, 'becomes', 'rule'],
        message: `the rule "${becomes}" is not in findings.json`,
      }
  }
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model)) {
      const media = isObject(schema['x-media']) ? schema['x-media'].limits : undefined
      for (const [path, limits] of [
        [['x-prompt-limits'], schema['x-prompt-limits']],
        [['x-media', 'limits'], media],
      ] as const) {
        for (const [index, limit] of items(limits)) {
          if (isObject(limit) && typeof limit.rule === 'string' && !known.has(limit.rule)) {
            yield {
              code: 'S037',
              file: model.path,
              path: ['properties', name, ...path, index, 'rule'],
              message: `the rule "${limit.rule}" is not in findings.json`,
            }
          }
        }
      }
    }
  }
}

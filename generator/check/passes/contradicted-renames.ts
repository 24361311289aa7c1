import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { items, modelFiles } from '../models.js'

/** S024: former Model IDs that are still in use, or that two models claim. */
export function* contradictedRenames(spec: Spec): Iterable<Mistake> {
  const models = modelFiles(spec)
  const ids = new Set(models.map((model) => model.id))
  const claimed = new Map<string, string>()
  for (const { path: file, id, schema } of models) {
    for (const [index, former] of items(schema['x-renamed-from'])) {
      if (typeof former !== 'string') continue
      const place = { code: 'S024', file, path: ['x-renamed-from', index] } as const
      const other = claimed.get(former)
      if (ids.has(former)) yield { ...place, message: `"${former}" is still a model` }
      else if (other !== undefined) yield { ...place, message: `"${former}" is also a former id of ${other}` }
      else claimed.set(former, id)
    }
  }
}

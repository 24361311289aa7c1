import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, text } from '../models.js'

/** S023: a display name that two models share, or that is another model's id. */
export function* ambiguousDisplayNames(spec: Spec): Iterable<Mistake> {
  const models = modelFiles(spec)
  const ids = new Set(models.map((model) => model.id))
  const seen = new Map<string, string>()
  for (const { path: file, id, schema } of models) {
    const name = text(schema['x-display-name'])
    if (name === undefined) continue
    const other = seen.get(name)
    if (ids.has(name) && name !== id)
      yield { code: 'S023', file, path: ['x-display-name'], message: `"${name}" is the Model ID of another model` }
    else if (other !== undefined)
      yield { code: 'S023', file, path: ['x-display-name'], message: `"${name}" is also the display name of ${other}` }
    else seen.set(name, id)
  }
}

import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, isObject, items } from '../../load/json-object.js'
import { modelFiles } from '../models.js'

/** S024: former names of models and parameters that are still in use, or that two of them claim. */
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
    const names = new Map<string, string>()
    for (const [name, parameter] of entries(schema.properties)) {
      for (const [index, former] of items(isObject(parameter) ? parameter['x-renamed-from'] : undefined)) {
        if (typeof former !== 'string') continue
        const place = { code: 'S024', file, path: ['properties', name, 'x-renamed-from', index] } as const
        const other = names.get(former)
        if (isObject(schema.properties) && Object.hasOwn(schema.properties, former))
          yield { ...place, message: `"${former}" is still a parameter`, hint: 'Remove the record, or that parameter.' }
        else if (other !== undefined)
          yield {
            ...place,
            message: `"${former}" is also a former name of ${other}`,
            hint: 'Keep one of the two records.',
          }
        else names.set(former, name)
      }
    }
  }
}

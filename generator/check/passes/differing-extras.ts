import type { JsonValue } from '../../catalogue.js'
import { entries, isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, parsed } from '../models.js'
import { modelPathOf } from '../../read/model-file.js'

/** S064: response fields that the Task gives to models which do not say that they have them. Other models may say so themselves. */
export function* differingExtras(spec: Spec): Iterable<Mistake> {
  const file = 'task.schema.json'
  const task = parsed(spec.files.get(file))
  if (task === undefined) return
  const models = modelFiles(spec)
  for (const [name, field] of entries(task.properties)) {
    const holders = isObject(field) ? field['x-models'] : undefined
    if (holders === undefined) continue
    for (const [index, id] of items(holders)) {
      const model = models.find((candidate) => candidate.id === id)
      if (model === undefined && typeof id === 'string' && !spec.files.has(modelPathOf(id)))
        yield {
          code: 'S064',
          file,
          path: ['properties', name, 'x-models', index],
          message: `there is no model "${id}"`,
        }
      else if (model !== undefined && !hasExtra(model.schema['x-response-extras'], name))
        yield {
          code: 'S064',
          file,
          path: ['properties', name, 'x-models', index],
          message: `${model.id} does not say that it has ${name}`,
        }
    }
  }
}

function hasExtra(extras: JsonValue | undefined, name: string): boolean {
  return items(extras).some(([, extra]) => extra === name)
}

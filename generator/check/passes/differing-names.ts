import { isObject } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, text } from '../models.js'

/** S020: the name of the file, the title and the const of model are one Model ID. */
export function* differingNames(spec: Spec): Iterable<Mistake> {
  for (const { path: file, id, schema } of modelFiles(spec)) {
    const title = text(schema.title)
    const model =
      isObject(schema.properties) && isObject(schema.properties.model) ? text(schema.properties.model.const) : undefined
    if (title !== undefined && title === model && title !== id) {
      yield {
        code: 'S020',
        file,
        path: ['title'],
        message: `title and model are "${title}", the file is named after "${id}"`,
      }
      continue
    }
    if (title !== undefined && title !== id)
      yield { code: 'S020', file, path: ['title'], message: `the title is "${title}", the file is named after "${id}"` }
    if (model !== undefined && model !== id)
      yield {
        code: 'S020',
        file,
        path: ['properties', 'model', 'const'],
        message: `model is "${model}", the file is named after "${id}"`,
      }
  }
}

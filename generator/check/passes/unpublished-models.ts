import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { items } from '../../load/json-object.js'
import { modelFiles, parsed } from '../models.js'
import { nearest } from '../nearest.js'
import { modelPathOf } from '../../read/model-file.js'

/** S060 and S061: the published list against the model files. A model that says itself that it is listed comes after these. */
export function* unpublishedModels(spec: Spec): Iterable<Mistake> {
  const file = 'service.json'
  const files = new Map(modelFiles(spec).map((model) => [model.id, model]))
  const list = parsed(spec.files.get(file))?.models
  for (const [index, id] of items(list)) {
    if (typeof id !== 'string') continue
    const model = files.get(id)
    if (!spec.files.has(modelPathOf(id))) {
      const near = nearest(id, [...files.keys()])
      yield {
        code: 'S060',
        file,
        path: ['models', index],
        message: `"${id}" is on the published list and has no file`,
        ...(near === undefined ? {} : { hint: `Add spec/${modelPathOf(id)}, or did you mean "${near}"?` }),
      }
    } else if (model?.schema['x-listed'] === false) {
      yield {
        code: 'S061',
        file: model.path,
        path: ['x-listed'],
        message: `${id} says it is not listed, service.json lists it`,
      }
    }
  }
}

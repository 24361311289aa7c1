import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, parametersOf } from '../models.js'

/** S038: media parameters that take asset ids where the model does not, or the other way round. */
export function* differingAssetLibrary(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    const supported = model.schema['x-asset-library'] === true
    for (const [name, schema] of parametersOf(spec, model)) {
      const accepts = isObject(schema.items) ? schema.items['x-accepts'] : undefined
      if (schema['x-media'] === undefined || !Array.isArray(accepts)) continue
      if (items(accepts).some(([, form]) => form === 'asset') === supported) continue
      yield {
        code: 'S038',
        file: model.path,
        path: ['properties', name],
        at: 'key',
        message: supported
          ? `${model.id} supports the asset library, ${name} takes no asset ids`
          : `${name} takes asset ids, ${model.id} does not say that it supports the asset library`,
      }
    }
  }
}

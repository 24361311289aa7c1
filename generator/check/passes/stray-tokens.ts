import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, parametersOf, text } from '../models.js'

/** S036: prompt tokens that name no reference of the model. */
export function* strayTokens(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    const parameters = parametersOf(spec, model)
    for (const [name, schema] of parameters) {
      for (const [index, token] of items(schema['x-prompt-tokens'])) {
        if (!isObject(token) || typeof token.parameter !== 'string') continue
        const target = parameters.get(token.parameter)
        const path = ['properties', name, 'x-prompt-tokens', index]
        if (target?.['x-media'] === undefined)
          yield {
            code: 'S036',
            file: model.path,
            path,
            message: `the token "${text(token.prefix) ?? ''}" names ${token.parameter}, which is not a media parameter of ${model.id}`,
          }
        else if (Number(token.to) > Number(target.maxItems))
          yield {
            code: 'S036',
            file: model.path,
            path,
            message: `the token "${text(token.prefix) ?? ''}" goes up to ${Number(token.to)}, ${token.parameter} has at most ${Number(target.maxItems)} items`,
          }
      }
    }
  }
}

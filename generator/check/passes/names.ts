import { isObject } from '../../load/resolve.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, modelFiles, text } from '../models.js'

/** S020: the name of the file, the title and the const of model are one Model ID. */
export function* differingNames(spec: Spec): Iterable<Mistake> {
  for (const { path: file, id, schema } of modelFiles(spec)) {
    const title = text(schema.title)
    const model = isObject(schema.properties) && isObject(schema.properties.model) ? text(schema.properties.model.const) : undefined
    if (title !== undefined && title !== id) yield { code: 'S020', file, path: ['title'], message: `the title is "${title}", the file is named after "${id}"` }
    if (model !== undefined && model !== id) yield { code: 'S020', file, path: ['properties', 'model', 'const'], message: `model is "${model}", the file is named after "${id}"` }
  }
}

/** S021: two models whose identifiers are the same in a language that drops punctuation or case. */
export function* collidingModels(spec: Spec): Iterable<Mistake> {
  const seen = new Map<string, string>()
  for (const { path: file, id } of modelFiles(spec)) {
    const other = seen.get(letters(id))
    if (other !== undefined) yield { code: 'S021', file, path: ['title'], message: `"${id}" and "${other}" become the same identifier, "${letters(id)}"` }
    else seen.set(letters(id), id)
  }
}

/** S022: two parameters of one model whose identifiers are the same in a language that writes them in another case. */
export function* collidingParameters(spec: Spec): Iterable<Mistake> {
  for (const { path: file, schema } of modelFiles(spec)) {
    const seen = new Map<string, string>()
    for (const [name] of entries(schema.properties)) {
      const other = seen.get(letters(name))
      if (other !== undefined) yield { code: 'S022', file, path: ['properties', name], at: 'key', message: `"${name}" and "${other}" become the same identifier, "${letters(name)}"` }
      else seen.set(letters(name), name)
    }
  }
}

/** S023: a display name that two models share, or that is another model's id. */
export function* ambiguousDisplayNames(spec: Spec): Iterable<Mistake> {
  const models = modelFiles(spec)
  const ids = new Set(models.map((model) => model.id))
  const seen = new Map<string, string>()
  for (const { path: file, id, schema } of models) {
    const name = text(schema['x-display-name'])
    if (name === undefined) continue
    const other = seen.get(name)
    if (ids.has(name) && name !== id) yield { code: 'S023', file, path: ['x-display-name'], message: `"${name}" is the Model ID of another model` }
    else if (other !== undefined) yield { code: 'S023', file, path: ['x-display-name'], message: `"${name}" is also the display name of ${other}` }
    else seen.set(name, id)
  }
}

function letters(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}

import type { JsonValue } from '../../catalogue.js'
import { isObject } from '../../load/resolve.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, items, modelFiles, parsed } from '../models.js'
import { nearest } from '../nearest.js'

/** S060 and S061: the published list against the model files. */
export function* unpublishedModels(spec: Spec): Iterable<Mistake> {
  const file = 'service.json'
  const files = new Map(modelFiles(spec).map((model) => [model.id, model]))
  for (const [index, id] of items(parsed(spec.files.get(file))?.models)) {
    if (typeof id !== 'string') continue
    const model = files.get(id)
    if (!spec.files.has(`models/${id}.schema.json`)) {
      const near = nearest(id, [...files.keys()])
      yield { code: 'S060', file, path: ['models', index], message: `"${id}" is on the published list and has no file`, ...(near === undefined ? {} : { hint: `Add spec/models/${id}.schema.json, or did you mean "${near}"?` }) }
    } else if (model?.schema['x-listed'] === false) {
      yield { code: 'S061', file: model.path, path: ['x-listed'], message: `${id} says it is not listed, service.json lists it` }
    }
  }
}

/** S062: endpoints of extensions that are not described. */
export function* unknownExtensions(spec: Spec): Iterable<Mistake> {
  const file = 'service.json'
  const service = parsed(spec.files.get(file))
  const known = items(service?.extensions).flatMap(([, extension]) => (isObject(extension) && typeof extension.id === 'string' ? [extension.id] : []))
  for (const [index, endpoint] of items(service?.endpoints)) {
    if (!isObject(endpoint) || typeof endpoint.extension !== 'string' || known.includes(endpoint.extension)) continue
    const near = nearest(endpoint.extension, known)
    yield { code: 'S062', file, path: ['endpoints', index, 'extension'], message: `the extension "${endpoint.extension}" is not described`, ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }) }
  }
}

const idLists = [
  ['service.json', 'endpoints', 'id'],
  ['service.json', 'extensions', 'id'],
  ['findings.json', 'findings', 'rule'],
  ['unknowns.json', 'unknowns', 'id'],
] as const

/** S063: ids that are given twice. */
export function* repeatedIds(spec: Spec): Iterable<Mistake> {
  for (const [file, list, key] of idLists) {
    const seen = new Set<JsonValue | undefined>()
    for (const [index, entry] of items(parsed(spec.files.get(file))?.[list])) {
      const id = isObject(entry) ? entry[key] : undefined
      if (typeof id === 'string' && seen.has(id)) yield { code: 'S063', file, path: [list, index, key], message: `"${id}" is used twice among ${list}` }
      seen.add(id)
    }
  }
}

/** S064: response fields that the Task and the models tell differently. */
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
      if (model === undefined && typeof id === 'string' && !spec.files.has(`models/${id}.schema.json`)) yield { code: 'S064', file, path: ['properties', name, 'x-models', index], message: `there is no model "${id}"` }
      else if (model !== undefined && !hasExtra(model.schema['x-response-extras'], name)) yield { code: 'S064', file, path: ['properties', name, 'x-models', index], message: `${model.id} does not say that it has ${name}` }
    }
    for (const model of models) {
      if (hasExtra(model.schema['x-response-extras'], name) && !items(holders).some(([, id]) => id === model.id)) {
        yield { code: 'S064', file: model.path, path: ['x-response-extras'], message: `task.schema.json does not say that ${model.id} has ${name}` }
      }
    }
  }
}

function hasExtra(extras: JsonValue | undefined, name: string): boolean {
  return items(extras).some(([, extra]) => extra === name)
}

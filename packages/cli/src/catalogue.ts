import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Catalogue, Model } from '@model-tasks/spec/catalogue'
import { nearest } from '@model-tasks/validation'
import { Problem } from './problem.js'

let loaded: Catalogue | undefined

/** The catalogue this program was built with. Read once, when a command first asks. */
export function catalogue(): Catalogue {
  loaded ??= JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@model-tasks/spec/catalogue.json')), 'utf8'),
  ) as Catalogue
  return loaded
}

/** The model with this id, or undefined. */
export function findModel(id: string): Model | undefined {
  return catalogue().models.find((model) => model.id === id)
}

/** The model with this id. Throws a Problem that names the nearest one. */
export function requireModel(id: string): Model {
  const model = findModel(id)
  if (model !== undefined) return model
  const ids = catalogue().models.map((each) => each.id)
  const named = catalogue().models.find((each) => each.displayName === id)?.id
  const near = named ?? nearest(id, ids)
  throw new Problem(
    `${JSON.stringify(id)} is no Model ID${named !== undefined ? ', but a display name' : ''}${near === undefined ? '' : `; did you mean ${near}?`}`,
    'usage',
    [near === undefined ? 'model-tasks models' : `model-tasks models show ${near}`],
  )
}

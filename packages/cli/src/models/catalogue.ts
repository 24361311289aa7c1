import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Catalogue, Model } from '@model-tasks/spec/catalogue'
import { nearestModel } from '@model-tasks/validation/nearest'
import { Problem } from '../failure/problem.js'

let loaded: Catalogue | undefined

/** The catalogue this program was built with. Read once, when a command first asks. */
export function catalogue(): Catalogue {
  loaded ??= JSON.parse(
    readFileSync(fileURLToPath(import.meta.resolve('@model-tasks/documents/catalogue.json')), 'utf8'),
  ) as Catalogue
  return loaded
}

/** The model with this ID, or undefined. */
export function findModel(id: string): Model | undefined {
  return catalogue().models.find((model) => model.id === id)
}

/** The model with this ID. Throws a Problem that names the nearest one. */
export function requireModel(id: string): Model {
  const model = findModel(id)
  if (model !== undefined) return model
  const { models } = catalogue()
  const named = models.find((each) => each.displayName === id)?.id
  const ids = (of: readonly Model[]): string[] => of.map((each) => each.id)
  const open = models.filter(({ reference }) => !reference)
  const near = named ?? nearestModel(id, ids(models), ids(open))
  throw new Problem(
    `${JSON.stringify(id)} is not a Model ID${named !== undefined ? ', but a display name' : ''}${near === undefined ? '' : `; did you mean ${near}?`}`,
    'usage',
    [near === undefined ? ['models'] : ['models', 'show', near]],
  )
}

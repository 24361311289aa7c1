import type { Catalogue } from '../../catalogue.js'
import type { ModelNames } from '../../messages/unknown-model.js'
import { notice } from '../notice.js'

/** The models of a catalogue, by all their names. */
export function namesOf({ models }: Pick<Catalogue, 'models'>): ModelNames {
  const displayed = models.flatMap(({ displayName, id }) =>
    typeof displayName === 'string' ? [[displayName, id]] : [],
  )
  const renamed = models.flatMap(({ renamedFrom = [], id }) => renamedFrom.map((old) => [old, id]))
  return {
    ids: models.map(({ id }) => id),
    displayNames: Object.fromEntries(displayed) as Record<string, string>,
    renamedModels: Object.fromEntries(renamed) as Record<string, string>,
    openModels: models.filter(({ reference }) => !reference).map(({ id }) => id),
  }
}

/** Apart from the loaders, which every submit loads: names are for requests with a mistake in `model`. */
export function namesCode(catalogue: Catalogue): string {
  const { displayNames, renamedModels, openModels } = namesOf(catalogue)
  const lines = (names: Readonly<Record<string, string>>): string =>
    Object.entries(names)
      .map(([name, id]) => `  ${JSON.stringify(name)}: ${JSON.stringify(id)},\n`)
      .join('')
  const open = openModels.map((id) => `  ${JSON.stringify(id)},\n`)
  return `${notice}export const displayNames = {\n${lines(displayNames)}}
export const renamedModels = {\n${lines(renamedModels)}}
export const openModels = [\n${open.join('')}]\n`
}

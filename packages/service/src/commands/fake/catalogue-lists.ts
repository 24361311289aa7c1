import { createRequire } from 'node:module'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import { placesOf } from '@model-tasks/spec/measures/parameter-places'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'

/** The lists of values of a protocol by their names: as the catalogue's models have them, made up where none has. */
export function catalogueLists({ valueLists = {} }: Mapping): Record<string, readonly string[]> {
  const names = Object.keys(valueLists)
  if (names.length === 0) return {}
  const { models } = createRequire(import.meta.url)('@model-tasks/documents/catalogue.json') as Catalogue
  const all = models.flatMap(({ parameters }) =>
    placesOf(parameters).flatMap(({ parameter }) =>
      parameter.kind === 'string' && parameter.list !== undefined ? [parameter.list] : [],
    ),
  )
  return Object.fromEntries(
    names.map((name) => {
      const values = new Set(all.flatMap((list) => (list.name === name ? list.values : [])))
      return [name, values.size === 0 ? [`${name}-1`, `${name}-2`, `${name}-3`] : [...values]]
    }),
  )
}

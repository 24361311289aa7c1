import type { Parameter } from '../catalogue.js'
import { isListed } from '../kinds/value-list.js'
import { placesOf } from '../measures/parameter-places.js'

/** A place of a request where a value of a list that grows can stand, with the name of the list. */
interface ListPlace {
  path: string
  name: string
}

/** Every such place, in the order of the parameters. */
export function valueListPlaces(parameters: readonly Parameter[]): ListPlace[] {
  return placesOf(parameters).flatMap(({ path, parameter }) =>
    isListed(parameter) ? [{ path, name: parameter.list.name }] : [],
  )
}

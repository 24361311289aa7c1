import type { Parameter } from '../catalogue.js'
import { isDeprecated } from '../kinds/options.js'
import { isListed, type ListedParameter } from '../kinds/value-list.js'
import { placesOf } from '../measures/parameter-places.js'

/** A place of a request where a value of a list that grows can stand, with the name of the list. */
interface ListPlace {
  path: string
  name: string
  /** Values of it that should no longer be used. */
  deprecated?: string[]
}

/** Every such place, in the order of the parameters. */
export function valueListPlaces(parameters: readonly Parameter[]): ListPlace[] {
  return placesOf(parameters).flatMap(({ path, parameter }) =>
    isListed(parameter) ? [{ path, name: parameter.list.name, ...deprecatedOf(parameter) }] : [],
  )
}

function deprecatedOf(parameter: ListedParameter): Pick<ListPlace, 'deprecated'> {
  const deprecated = parameter.list.values.filter((value) => isDeprecated(parameter, value))
  return deprecated.length === 0 ? {} : { deprecated }
}

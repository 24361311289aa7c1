import type { Parameter } from '../catalogue.js'
import { isListed } from '../kinds/value-list.js'
import { membersOf } from '../measures/members.js'
import { anyName, stepOf } from '../measures/places.js'

/** A place of a request where a value of a list that grows can stand, with the name of the list. */
interface ListPlace {
  path: string
  name: string
}

/** Every such place, in the order of the parameters. */
export function valueListPlaces(parameters: readonly Parameter[]): ListPlace[] {
  return parameters.flatMap((parameter) => placesIn(parameter, `/${stepOf(parameter.name)}`))
}

function placesIn(parameter: Parameter, path: string): ListPlace[] {
  if (isListed(parameter)) return [{ path, name: parameter.list.name }]
  if (parameter.kind === 'list') return placesIn(parameter.items, `${path}/*`)
  if (parameter.kind === 'map') return placesIn(parameter.values, `${path}/${anyName}`)
  return membersOf(parameter).flatMap((member) => placesIn(member, `${path}/${stepOf(member.name)}`))
}

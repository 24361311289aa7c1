import type { Parameter } from '../catalogue.js'
import { membersOf } from './members.js'
import { anyName, stepOf } from './places.js'

/** A parameter, a member or an item, with the place where it stands, as the catalogue writes the places of files. */
export interface ParameterPlace {
  path: string
  parameter: Parameter
}

/** Every place of parameters, each before what is inside it. A member of several forms of an object is there once. */
export function placesOf(parameters: readonly Parameter[]): ParameterPlace[] {
  return parameters.flatMap((parameter) => placesIn(parameter, `/${stepOf(parameter.name)}`))
}

function placesIn(parameter: Parameter, path: string): ParameterPlace[] {
  const inside =
    parameter.kind === 'list'
      ? placesIn(parameter.items, `${path}/*`)
      : parameter.kind === 'map'
        ? placesIn(parameter.values, `${path}/${anyName}`)
        : membersOf(parameter).flatMap((member) => placesIn(member, `${path}/${stepOf(member.name)}`))
  return [{ path, parameter }, ...inside]
}

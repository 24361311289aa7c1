import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import { anyName, stepOf } from '@model-tasks/spec/measures/places'

/** A parameter, a member or an item, with the place where it stands, as the catalogue writes the places of files. */
export interface Place {
  path: string
  parameter: Parameter
}

/** Every place of a model, each before what is inside it. What several forms of an object have alike is there once. */
export function placesOf({ parameters }: Pick<Model, 'parameters'>): Place[] {
  const all = parameters.flatMap((parameter) => placesIn(parameter, `/${stepOf(parameter.name)}`))
  return [...new Map(all.toReversed().map((place) => [place.path, place])).values()].toReversed()
}

function placesIn(parameter: Parameter, path: string): Place[] {
  return [{ path, parameter }, ...insideOf(parameter).flatMap(([step, inner]) => placesIn(inner, `${path}/${step}`))]
}

function insideOf(parameter: Parameter): [step: string, inner: Parameter][] {
  switch (parameter.kind) {
    case 'list':
      return [['*', parameter.items]]
    case 'map':
      return [[anyName, parameter.values]]
    case 'object':
      return parameter.members.map((member) => [stepOf(member.name), member])
    case 'union':
      return parameter.variants.flatMap(insideOf)
    default:
      return []
  }
}

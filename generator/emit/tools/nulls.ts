import type { JsonSchema, Model, Parameter } from '../../catalogue.js'

/**
 * Where a request to each model takes null, of the models that do anywhere: `{ "": true }` at such a place, inside the names
 * of the members that lead there; `*` is each item of a list, and each member whose name is of the caller's choice.
 */
export function nullPlaces(models: readonly Model[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    models.flatMap(({ id, parameters }) => {
      const places = placesIn(parameters)
      return places === undefined ? [] : [[id, places]]
    }),
  )
}

function placesIn(parameters: readonly Parameter[]): JsonSchema | undefined {
  const places: JsonSchema = {}
  for (const parameter of parameters) {
    const inside = placesAt(parameter)
    // Forms of an object may share the name of a member.
    if (inside !== undefined)
      places[parameter.name] = { ...(places[parameter.name] as JsonSchema | undefined), ...inside }
  }
  return Object.keys(places).length === 0 ? undefined : places
}

function placesAt(parameter: Parameter): JsonSchema | undefined {
  const each = parameter.kind === 'list' ? parameter.items : parameter.kind === 'map' ? parameter.values : undefined
  const inner = each === undefined ? placesIn(membersOf(parameter)) : wrapped(placesAt(each))
  return parameter.nullable ? { '': true, ...inner } : inner
}

function membersOf(parameter: Parameter): readonly Parameter[] {
  if (parameter.kind === 'union') return parameter.variants.flatMap(({ members }) => members)
  return parameter.kind === 'object' ? parameter.members : []
}

function wrapped(places: JsonSchema | undefined): JsonSchema | undefined {
  return places === undefined ? undefined : { '*': places }
}

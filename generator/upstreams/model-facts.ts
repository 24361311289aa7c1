import type { Catalogue, Model, Parameter } from '../catalogue.js'
import { valueListPlaces } from '../description/value-list-places.js'
import type { ModelFacts, ParameterFacts } from './interpreter/mapping.js'

/** What mappings need to know of every model, by Model ID. */
export function modelFactsOf({ models }: Catalogue): { [modelId: string]: ModelFacts } {
  return Object.fromEntries(models.map((model) => [model.id, modelFacts(model)]))
}

/** What mappings need to know of one model. */
export function modelFacts({ kind, reference, parameters }: Model): ModelFacts {
  const lists = valueListPlaces(parameters)
  return {
    kind,
    open: !reference,
    parameters: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterFacts(parameter)])),
    ...(lists.length === 0 ? {} : { lists }),
  }
}

function parameterFacts(parameter: Parameter): ParameterFacts {
  return {
    kind: parameter.kind,
    ...(parameter.required ? { required: true } : {}),
    ...('default' in parameter && parameter.default !== undefined ? { default: parameter.default } : {}),
    ...(parameter.kind === 'enum' ? { values: parameter.values } : {}),
  }
}

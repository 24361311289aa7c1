import type { Catalogue, Model, Parameter } from '../catalogue.js'
import { quantitiesOf } from '../description/quantities.js'
import { valueListPlaces } from '../description/value-list-places.js'
import type { ModelFacts, ParameterFacts } from './interpreter/mapping.js'

/** What mappings need to know of every model, by Model ID. */
export function modelFactsOf({ models }: Catalogue): { [modelId: string]: ModelFacts } {
  return Object.fromEntries(models.map((model) => [model.id, modelFacts(model)]))
}

/** What mappings need to know of one model. */
export function modelFacts(model: Model): ModelFacts {
  const { kind, reference, parameters } = model
  const outputs = outputsOf(model)
  const lists = valueListPlaces(parameters)
  return {
    kind,
    open: !reference,
    parameters: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterFacts(parameter)])),
    ...(outputs === undefined ? {} : { outputs }),
    ...(lists.length === 0 ? {} : { lists }),
  }
}

/** The parameter that alone says how many files are made. */
function outputsOf(model: Model): string | undefined {
  const [only, ...others] = quantitiesOf(model).find(({ name }) => name === 'outputs')?.sum ?? []
  return others.length > 0 ? undefined : model.parameters.find(({ name }) => `/${name}` === only?.path)?.name
}

function parameterFacts(parameter: Parameter): ParameterFacts {
  return {
    kind: parameter.kind,
    ...(parameter.required ? { required: true } : {}),
    ...('default' in parameter && parameter.default !== undefined ? { default: parameter.default } : {}),
    ...(parameter.kind === 'enum' ? { values: parameter.values } : {}),
  }
}

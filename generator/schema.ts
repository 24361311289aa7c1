import type { JsonSchema, Model, Parameter } from './catalogue.js'
import { described } from './description/described.js'
import { valueSchema } from './kinds/index.js'
import { portableSchema } from './rules/index.js'
import { withTypes } from './typed-rules.js'

/**
 * The whole submit body of one model as JSON Schema 2020-12: flat, closed, without `$ref` and without `x-` keywords.
 * The model's error rules stand under `allOf` in their order, each with its id as `$comment`, but for those over numbers that
 * JSON Schema has no words for; advice is not in it, because advice rejects nothing. A model without a parameter table takes any parameter.
 */
export function modelSchema(model: Model): JsonSchema {
  const required = model.parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name)
  const properties = modelProperties(model)
  const rules = model.rules
    .filter((rule) => rule.severity === 'error')
    .flatMap(({ id, schema }): JsonSchema[] => {
      const portable = portableSchema(schema)
      return portable === undefined ? [] : [{ $comment: id, ...withTypes(portable, { type: 'object', properties }) }]
    })
  return {
    title: model.id,
    description: model.description,
    ...(model.deprecated === undefined ? {} : { deprecated: true }),
    type: 'object',
    required: ['model', ...required],
    properties,
    additionalProperties: !model.reference,
    ...(rules.length > 0 ? { allOf: rules } : {}),
  }
}

function modelProperties(model: Model): JsonSchema {
  const properties: JsonSchema = {
    model: { type: 'string', const: model.id, description: 'The Model ID.' },
  }
  for (const parameter of model.parameters) properties[parameter.name] = parameterSchema(parameter)
  return properties
}

/** The JSON Schema of one parameter's value, with its description and default. */
export function parameterSchema(parameter: Parameter): JsonSchema {
  return {
    ...valueSchema(parameter),
    ...described(parameter),
    ...('default' in parameter && parameter.default !== undefined ? { default: parameter.default } : {}),
    ...(parameter.deprecated === undefined ? {} : { deprecated: true }),
  }
}

import type { JsonSchema, Model, Parameter } from './catalogue.js'

/**
 * The whole submit body of one model as JSON Schema 2020-12: flat, closed, without `$ref` and without `x-` keywords.
 * The model's error rules stand under `allOf` in their order, each with its id as `$comment`; advice is not in it,
 * because advice refuses nothing. A model without a parameter table takes any parameter.
 */
export function modelSchema(model: Model): JsonSchema {
  const required = model.parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name)
  const rules = model.rules
    .filter((rule) => rule.severity === 'error')
    .map((rule): JsonSchema => ({ $comment: rule.id, ...rule.schema }))
  return {
    title: model.id,
    description: model.description,
    type: 'object',
    required: ['model', ...required],
    properties: modelProperties(model),
    additionalProperties: !model.reference,
    ...(rules.length > 0 ? { allOf: rules } : {}),
  }
}

function modelProperties(model: Model): JsonSchema {
  const properties: JsonSchema = {
    model: { type: 'string', const: model.id, enum: [model.id], description: 'The Model ID.' },
  }
  for (const parameter of model.parameters) properties[parameter.name] = parameterSchema(parameter)
  return properties
}

/** The JSON Schema of one parameter's value, with its description and default. */
export function parameterSchema(parameter: Parameter): JsonSchema {
  return {
    ...valueSchema(parameter),
    ...(parameter.description ? { description: parameter.description } : {}),
    ...defaultOf(parameter),
  }
}

function valueSchema(parameter: Parameter): JsonSchema {
  switch (parameter.kind) {
    case 'prompt':
      return { type: 'string', minLength: parameter.minLength, ...defined('maxLength', parameter.maxLength) }
    case 'string':
      return { type: 'string' }
    case 'enum':
      return { type: parameter.type, enum: [...parameter.values] }
    case 'integer':
      return { type: 'integer', ...defined('minimum', parameter.minimum), ...defined('maximum', parameter.maximum) }
    case 'boolean':
      return { type: 'boolean' }
    case 'array':
      return { type: 'array', items: {} }
    case 'media':
      return {
        type: 'array',
        ...(parameter.minItems > 0 ? { minItems: parameter.minItems } : {}),
        maxItems: parameter.maxItems,
        items: { type: 'string', pattern: parameter.pattern },
      }
  }
}

function defaultOf(parameter: Parameter): JsonSchema {
  return 'default' in parameter && parameter.default !== undefined ? { default: parameter.default } : {}
}

function defined(key: string, value: number | undefined): JsonSchema {
  return value === undefined ? {} : { [key]: value }
}

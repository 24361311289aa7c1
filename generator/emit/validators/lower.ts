import type { JsonSchema, Model, Parameter, TextClasses } from '../../catalogue.js'

/**
 * A model's request as the schema that the validators are compiled from: JSON Schema's form, with keywords of our own
 * (see `keywords.ts`) that report findings instead of ajv's errors.
 */
export function lowerModel(model: Model, text: TextClasses): JsonSchema {
  const parameters: JsonSchema = {}
  for (const parameter of model.parameters) parameters[parameter.name] = lowerParameter(parameter, text)
  return {
    parameters,
    rules: model.rules.map((rule) => ({ id: rule.id, parameters: rule.parameters, schema: rule.schema })),
  }
}

function lowerParameter(parameter: Parameter, text: TextClasses): JsonSchema {
  const { name, required } = parameter
  switch (parameter.kind) {
    case 'prompt': {
      const limits = parameter.limits.map((limit) => ({ ...limit, onlyWithHan: limit.onlyWithHan ?? false }))
      return {
        ...(parameter.minLength === 1 && parameter.maxLength === undefined
          ? { nonEmpty: { name, required } }
          : { textParameter: { name, required, minimum: parameter.minLength, maximum: parameter.maxLength ?? null } }),
        ...(limits.length > 0 ? { promptLimits: { name, limits: plain(limits), classes: plain(text) } } : {}),
        ...(parameter.tokens.length > 0 ? { promptTokens: { name, tokens: plain(parameter.tokens) } } : {}),
      }
    }
    case 'enum':
      return { choice: { name, required, type: parameter.type, values: parameter.values } }
    case 'integer':
      return { integer: { name, required, minimum: parameter.minimum ?? null, maximum: parameter.maximum ?? null } }
    case 'media':
      return {
        media: {
          name,
          required,
          minimum: parameter.minItems,
          maximum: parameter.maxItems,
          pattern: parameter.pattern,
          accepts: parameter.accepts,
        },
        ...(parameter.accepts.includes('data')
          ? { base64: { name, maximum: parameter.maxItems, pattern: parameter.pattern } }
          : {}),
      }
    case 'string':
    case 'boolean':
    case 'array':
      return { typed: { name, required, type: parameter.kind } }
  }
}

/** The same facts as plain JSON data. */
function plain(facts: unknown): JsonSchema[string] {
  return JSON.parse(JSON.stringify(facts)) as JsonSchema[string]
}

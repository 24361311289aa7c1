import { compile } from 'json-schema-to-typescript'
import type { JsonSchema, Model } from '../../catalogue.js'
import { isObject } from '../../load/resolve.js'
import { modelSchema } from '../../schema.js'
import { describeParameter } from './describe.js'

/** Names of the parameters that are required on the wire and have a default, so that a caller may leave them out. */
export function defaulted(model: Model): string[] {
  return model.parameters
    .filter((parameter) => parameter.required && 'default' in parameter && parameter.default !== undefined)
    .map((parameter) => parameter.name)
}

/** The declaration of what a caller writes for one model: `export interface <codegenName>Input`. */
export async function inputInterface(model: Model): Promise<string> {
  const declaration = await compile(inputSchema(model), placeholder, {
    bannerComment: '',
    format: false,
    ignoreMinAndMaxItems: true,
    additionalProperties: false,
  })
  // json-schema-to-typescript has its own idea of an identifier; the catalogue's is the one that is checked for collisions.
  return indent(declaration.replace(`export interface ${placeholder} `, `export interface ${model.codegenName}Input `))
}

/** Two spaces before the members of the one interface in `declaration`. */
function indent(declaration: string): string {
  return declaration.replace(/\{\n([^]*)\n\}/, (_, members: string) => `{\n${members.replace(/^(?=.)/gm, '  ')}\n}`)
}

const placeholder = 'ModelInput'

/** The parameters alone: what is between them (rules) and what the value types cannot say is left out. */
function inputSchema(model: Model): JsonSchema & { additionalProperties: boolean } {
  const schema = modelSchema(model)
  const optional = new Set(defaulted(model))
  const all = isObject(schema.properties) ? schema.properties : {}
  const properties: JsonSchema = {}
  for (const parameter of model.parameters) {
    const value = all[parameter.name]
    if (isObject(value)) properties[parameter.name] = { ...typeOnly(value), description: describeParameter(parameter) }
  }
  const required = model.parameters
    .filter(({ name, required }) => required && !optional.has(name))
    .map(({ name }) => name)
  return {
    title: placeholder,
    description: `${model.id}: ${model.description}`,
    type: 'object',
    properties,
    required,
    additionalProperties: false,
  }
}

/** What types can say; limits and defaults stand in the description. */
function typeOnly(schema: JsonSchema): JsonSchema {
  const {
    default: _default,
    minItems: _minItems,
    maxItems: _maxItems,
    minLength: _minLength,
    maxLength: _maxLength,
    minimum: _minimum,
    maximum: _maximum,
    ...rest
  } = schema
  // Of items that are not shown, all that is known is that they are JSON; `unknown[]` would not be assignable to it.
  return rest.type === 'array' && isObject(rest.items) && Object.keys(rest.items).length === 0
    ? { ...rest, tsType: 'JsonValue[]' }
    : rest
}

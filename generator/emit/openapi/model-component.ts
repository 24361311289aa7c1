import type { JsonSchema, Model, Parameter } from '../../catalogue.js'
import { isObject, objectOrEmpty } from '../../load/json-object.js'
import { modelSchema } from '../../schema.js'
import { listFacts, isListed } from '../../kinds/value-list.js'
import { json } from './json.js'
import { explicit, rewriteSchema } from './normalise.js'
import { flattenRules, portableErrors } from './rules.js'

/** Which parameters carry a `default`: those that a client must send, or all whose default the interface states. */
export type Defaults = 'sent' | 'stated'

/**
 * The flat component of a model, in both flavours: closed (open without a parameter table), its own `model` value, its error rules as
 * top-level keywords, and every fact that JSON Schema has no word for under `x-` keys.
 */
export function modelComponents(model: Model): Record<Defaults, JsonSchema> {
  const { allOf: _, properties, ...schema } = modelSchema(model)
  const rules = flattenRules(portableErrors(model.rules).map((schema) => rewriteSchema(schema, explicit)))
  const component = {
    ...schema,
    description: componentDescription(model),
    properties: {},
    ...rules,
    examples: [model.requests.smallest],
    'x-model-id': model.id,
    'x-kind': model.kind,
    'x-display-name': json(model.displayName),
    'x-listed': model.listed,
    'x-reference': model.reference,
    'x-availability': json(model.availability),
    'x-asset-library': json(model.assetLibrary),
    'x-response-extras': model.responseExtras,
    ...(model.rules.length > 0 ? { 'x-rules': model.rules.map((rule) => json(ruleFacts(rule))) } : {}),
    ...(model.deprecated === undefined ? {} : { 'x-deprecated': json(model.deprecated) }),
    ...(model.renamedFrom === undefined ? {} : { 'x-renamed-from': model.renamedFrom }),
    ...(model.notes.length > 0 ? { 'x-notes': json(model.notes) } : {}),
    'x-source': json(model.source),
  }
  const schemas = objectOrEmpty(properties)
  return {
    sent: { ...component, properties: withFacts(model, schemas, 'sent') },
    stated: { ...component, properties: withFacts(model, schemas, 'stated') },
  }
}

function ruleFacts({ id, severity, message, translations, parameters, schema, source }: Model['rules'][number]) {
  return {
    id,
    severity,
    message: { en: message, ...translations },
    parameters,
    schema: rewriteSchema(schema, explicit),
    source,
  }
}

/** The description of the model with its rules as sentences, for tools that show neither `if` nor `x-` keys. */
function componentDescription(model: Model): string {
  const paragraphs = [model.description]
  if (model.availability.status === 'unavailable')
    paragraphs.push(`Visible but unavailable: ${model.availability.reason}.`)
  if (!model.reference)
    paragraphs.push('Listed without a parameter table: any parameter passes, and nothing about it is checked.')
  if (model.rules.length > 0) {
    paragraphs.push(model.rules.map((rule) => `- ${rule.id} (${rule.severity}): ${rule.message}`).join('\n'))
  }
  return paragraphs.join('\n\n')
}

function withFacts(model: Model, schemas: JsonSchema, defaults: Defaults): JsonSchema {
  const result: JsonSchema = { model: rewriteSchema(schemas.model ?? {}, explicit) }
  for (const parameter of model.parameters) {
    const schema = schemas[parameter.name]
    if (isObject(schema))
      result[parameter.name] = {
        ...(defaults === 'stated' ? schema : withoutFilledDefault(parameter, schema)),
        ...parameterFacts(parameter),
      }
  }
  return result
}

/**
 * The `default` of an optional parameter under `x-default` and in words. As `default`, many generators would demand the
 * parameter or send it unasked; required ones keep theirs, because a client must send it.
 */
function withoutFilledDefault(parameter: Parameter, schema: JsonSchema): JsonSchema {
  const { default: value, ...rest } = schema
  const inner = withoutInnerDefaults(rest)
  return parameter.required && value !== undefined
    ? { ...inner, default: value }
    : toldDefault({ ...inner, ...(value === undefined ? {} : { default: value }) })
}

/** The same of every member of an object, in the items of a list and in each form of a union: a client sends those as they are given, required or not. */
function withoutInnerDefaults(schema: JsonSchema): JsonSchema {
  const { properties, items, oneOf, additionalProperties } = schema
  return {
    ...schema,
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [
              name,
              isObject(member) ? toldDefault(withoutInnerDefaults(member)) : member,
            ]),
          ),
        }
      : {}),
    ...(isObject(items) ? { items: withoutInnerDefaults(items) } : {}),
    ...(isObject(additionalProperties) ? { additionalProperties: withoutInnerDefaults(additionalProperties) } : {}),
    ...(Array.isArray(oneOf)
      ? { oneOf: oneOf.map((form) => (isObject(form) ? withoutInnerDefaults(form) : form)) }
      : {}),
  }
}

function toldDefault({ default: value, ...schema }: JsonSchema): JsonSchema {
  if (value === undefined) return schema
  const description = typeof schema.description === 'string' ? `${schema.description} ` : ''
  return {
    ...schema,
    description: `${description}Default: ${typeof value === 'string' ? value : JSON.stringify(value)}.`,
    'x-default': value,
  }
}

function parameterFacts(parameter: Parameter): JsonSchema {
  const facts: JsonSchema = { 'x-source': json(parameter.source) }
  if (parameter.notes.length > 0) facts['x-notes'] = json(parameter.notes)
  if (parameter.deprecated !== undefined) facts['x-deprecated'] = json(parameter.deprecated)
  if (parameter.renamedFrom !== undefined) facts['x-renamed-from'] = parameter.renamedFrom
  if (parameter.defaults !== undefined) facts['x-defaults'] = json(parameter.defaults)
  if (parameter.upcoming !== undefined) facts['x-upcoming'] = json(parameter.upcoming)
  if ('unit' in parameter && parameter.unit !== undefined) facts['x-unit'] = parameter.unit
  if ('options' in parameter && parameter.options !== undefined) facts['x-options'] = json(parameter.options)
  if (isListed(parameter)) facts['x-value-list'] = listFacts(parameter)
  if (parameter.kind === 'prompt' && parameter.limits.length > 0) facts['x-prompt-limits'] = json(parameter.limits)
  if (parameter.kind === 'prompt' && parameter.tokens.length > 0) facts['x-prompt-tokens'] = json(parameter.tokens)
  if (parameter.kind === 'string' && parameter.values) facts['x-values'] = json(parameter.values)
  if (parameter.kind === 'array') facts['x-items'] = json(parameter.items)
  if (parameter.kind === 'media') {
    facts['x-media'] = parameter.media
    facts['x-accepts'] = parameter.accepts
    if (parameter.limits.length > 0) facts['x-media-limits'] = json(parameter.limits)
  }
  return facts
}

import type { Availability, JsonSchema, Model, ModelSources, Parameter, Rule, Source, Words } from '../catalogue.js'
import { isObject } from '../load/json-object.js'
import { publishedPlaces } from '../description/media-places.js'
import { quantitiesOf } from '../description/quantities.js'
import { codegenName } from './codegen-name.js'
import { readParameter } from '../kinds/index.js'
import type { MediaTypes } from '../kinds/kind.js'
import type { Language } from '../messages/language.js'
import { demandOf, numbersRuleOf, portableSchema, readNumbersRule } from '../rules/index.js'
import { readDeprecation } from './base.js'
import { exampleRequests } from './requests.js'
import { readPrices } from './price.js'
import { MalformedSpecError, optional, type Reader } from './reader.js'

/** One model from its file, whose references are already inlined. */
export function readModel(schema: Reader, mediaTypes: MediaTypes, languages: Record<keyof Words, Language>): Model {
  // What the meta-schema fixes, and the title, which repeats the Model ID.
  schema.ignore('$schema', '$comment', 'title', 'type', 'additionalProperties')
  const properties = schema.object('properties')
  const id = properties.object('model').text('const')
  const required = new Set(schema.texts('required'))
  const names = Object.keys(properties.value).filter((name) => name !== 'model')
  const facts = {
    displayName: schema.unknown('x-display-name') ?? schema.text('x-display-name'),
    listed: schema.flag('x-listed'),
    availability: availability(schema.object('x-availability')),
    assetLibrary: schema.unknown('x-asset-library') ?? schema.flag('x-asset-library'),
    responseExtras: schema.texts('x-response-extras'),
    source: schema.source(),
  }
  const kind = schema.oneOf('x-kind', ['video', 'image', 'audio', 'mesh'])
  const reference = schema.flag('x-reference')
  const parameters = names.map((name) => readParameter(name, required.has(name), properties.object(name), mediaTypes))
  const rules = [...schema.objects('allOf'), ...schema.objects('x-advice')].map((entry) =>
    readRule(entry, parameters, languages),
  )
  return {
    id,
    codegenName: codegenName(id),
    kind,
    displayName: facts.displayName,
    listed: facts.listed,
    reference,
    availability: facts.availability,
    assetLibrary: facts.assetLibrary,
    responseExtras: facts.responseExtras,
    description: schema.text('description'),
    parameters,
    places: publishedPlaces({ reference, parameters }),
    quantities: quantitiesOf({ reference, parameters }),
    price: schema.has('x-price') ? readPrices(schema) : { unknown: 'not shown' },
    rules,
    requests: exampleRequests({ id, kind, reference, parameters, rules }),
    notes: schema.notes(),
    ...(schema.has('x-renamed-from') ? { renamedFrom: schema.texts('x-renamed-from') } : {}),
    ...optional('deprecated', readDeprecation(schema)),
    source: facts.source,
    sources: sourcesOf({ id, ...facts }),
  }
}

/**
 * The interface states these facts in the same place for all models: which are listed in its list, which cannot be
 * invoked in its first section, which have an asset library or further response fields where it describes those.
 */
function sourcesOf({
  id,
  listed,
  availability,
  assetLibrary,
  responseExtras,
  source,
}: Pick<Model, 'id' | 'listed' | 'availability' | 'assetLibrary' | 'responseExtras' | 'source'>): ModelSources {
  const place = (section: string, item?: string): Source => ({ section, ...optional('item', item) })
  return {
    displayName: source,
    listed: place('Models published in the list', listed ? id : undefined),
    availability: availability.status === 'unavailable' ? availability.source : place('What the service does'),
    assetLibrary: assetLibrary === true ? source : place('Asset library'),
    responseExtras: place('Task (the only resource)', responseExtras[0]),
  }
}

function availability(facts: Reader): Availability {
  const status = facts.oneOf('status', ['available', 'unavailable'])
  return status === 'available'
    ? { status, ...(facts.optionalFlag('inferred') ? { inferred: true as const } : {}) }
    : { status, reason: facts.text('reason'), source: facts.source() }
}

const conditions = ['if', 'then', 'else', 'not', 'allOf', 'anyOf', 'oneOf', 'dependentRequired'] as const

function readRule(entry: Reader, parameters: readonly Parameter[], languages: Record<keyof Words, Language>): Rule {
  const rule = entry.object('x-rule')
  const schema = readNumbersRule(entry, parameters) ?? readCondition(entry)
  const numbers = numbersRuleOf(schema)
  const { en, ...translations } = numbers === undefined ? rule.words('message') : demandOf(numbers, languages)
  const examples = rule.object('examples')
  return {
    id: rule.text('id'),
    severity: rule.severity(),
    message: en,
    translations,
    parameters: rule.texts('parameters'),
    schema,
    ...(portableSchema(schema) === undefined ? { portable: false as const } : {}),
    source: rule.source(),
    examples: { valid: bodies(examples, 'valid'), invalid: bodies(examples, 'invalid') },
  }
}

function readCondition(entry: Reader): JsonSchema {
  const schema: JsonSchema = {}
  for (const keyword of conditions) {
    const condition = entry.raw(keyword)
    if (condition !== undefined) schema[keyword] = condition
  }
  return schema
}

function bodies(examples: Reader, key: string): JsonSchema[] {
  return examples.list(key).map((body) => {
    if (!isObject(body)) throw new MalformedSpecError(`${examples.place}/${key} must hold objects`)
    return body
  })
}

import type { Availability, JsonSchema, Model, Rule } from '../catalogue.js'
import { isObject } from '../load/resolve.js'
import { codegenName } from './codegen-name.js'
import { buildParameter } from './parameter.js'
import { MalformedSpecError, type Reader } from './read.js'

/** One model from its file, whose references are already inlined. */
export function buildModel(schema: Reader): Model {
  const properties = schema.object('properties')
  const id = properties.object('model').text('const')
  const required = new Set(schema.texts('required'))
  const names = Object.keys(properties.value).filter((name) => name !== 'model')
  return {
    id,
    codegenName: codegenName(id),
    kind: schema.oneOf('x-kind', ['video', 'image']),
    displayName: schema.unknown('x-display-name') ?? schema.text('x-display-name'),
    listed: schema.flag('x-listed'),
    reference: schema.flag('x-reference'),
    availability: availability(schema.object('x-availability')),
    assetLibrary: schema.unknown('x-asset-library') ?? schema.flag('x-asset-library'),
    responseExtras: schema.texts('x-response-extras'),
    description: schema.text('description'),
    parameters: names.map((name) => buildParameter(name, required.has(name), properties.object(name))),
    rules: [...schema.objects('allOf'), ...schema.objects('x-advice')].map(buildRule),
    notes: schema.notes(),
    ...(schema.has('x-renamed-from') ? { renamedFrom: schema.texts('x-renamed-from') } : {}),
    source: schema.source(),
  }
}

function availability(facts: Reader): Availability {
  const status = facts.oneOf('status', ['available', 'unavailable'])
  return status === 'available' ? { status } : { status, reason: facts.text('reason'), source: facts.source() }
}

function buildRule(entry: Reader): Rule {
  const rule = entry.object('x-rule')
  const { 'x-rule': _, ...schema } = entry.value
  const examples = rule.object('examples')
  return {
    id: rule.text('id'),
    severity: rule.severity(),
    message: rule.text('message'),
    parameters: rule.texts('parameters'),
    schema,
    source: rule.source(),
    examples: { valid: bodies(examples, 'valid'), invalid: bodies(examples, 'invalid') },
  }
}

function bodies(examples: Reader, key: string): JsonSchema[] {
  return examples.list(key).map((body) => {
    if (!isObject(body)) throw new MalformedSpecError(`${examples.place}/${key} must hold objects`)
    return body
  })
}

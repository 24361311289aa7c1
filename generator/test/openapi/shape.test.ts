import { parse } from 'yaml'
import { describe, expect, test } from 'vitest'
import { catalogue, document30, document31, documentWithDefaults, object, schemas, walk, yaml } from './documents.js'

const components = schemas(document31)

test('YAML and JSON say the same', () => {
  expect(parse(yaml)).toEqual(document31)
})

describe.each(catalogue.models)('the component of $id', (model) => {
  const component = components[model.codegenName]!

  test('is flat, has its own model value and every parameter', () => {
    const properties = object(component.properties)
    expect(component.type).toBe('object')
    expect(component).not.toHaveProperty('allOf')
    expect(component).not.toHaveProperty('anyOf')
    expect(component).not.toHaveProperty('oneOf')
    expect(properties.model).toMatchObject({ type: 'string', const: model.id, enum: [model.id] })
    expect(Object.keys(properties)).toEqual(['model', ...model.parameters.map((parameter) => parameter.name)])
    expect(component.required).toEqual([
      'model',
      ...model.parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name),
    ])
    expect(component.additionalProperties).toBe(!model.reference)
  })

  test('names the source of every parameter and rule', () => {
    for (const parameter of model.parameters)
      expect(object(component.properties)[parameter.name]).toHaveProperty('x-source.section')
    for (const rule of (component['x-rules'] as unknown[] | undefined) ?? [])
      expect(rule).toHaveProperty('source.section')
  })

  test('shows the default of each parameter, as default only where the parameter must be sent', () => {
    for (const parameter of model.parameters) {
      if (!('default' in parameter) || parameter.default === undefined) continue
      expect(object(component.properties)[parameter.name]).toHaveProperty(
        parameter.required ? 'default' : 'x-default',
        parameter.default,
      )
      expect(object(schemas(documentWithDefaults)[model.codegenName]!.properties)[parameter.name]).toHaveProperty(
        'default',
        parameter.default,
      )
    }
  })
})

test('the flavour with defaults differs from the plain one in defaults and what tells of them', () => {
  const plain = (document: typeof document31): string =>
    JSON.stringify(document, (key, value: unknown) =>
      ['default', 'x-default', 'description'].includes(key) ? undefined : value,
    )
  expect(plain(documentWithDefaults)).toBe(plain(document31))
  expect(JSON.stringify(documentWithDefaults)).not.toContain('x-default":')
})

test('every integer has a format, int32 where its bounds fit', () => {
  for (const document of [document31, document30]) {
    for (const [pointer, value] of walk(document)) {
      const schema = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
      const isInteger =
        schema['type'] === 'integer' || (Array.isArray(schema['type']) && schema['type'].includes('integer'))
      if (!isInteger || /\/(if|then|not)(\/|$)/.test(pointer)) continue
      expect(schema['format'], pointer).toBe(
        schema['enum'] === undefined && (schema['minimum'] === undefined || schema['maximum'] === undefined)
          ? 'int64'
          : 'int32',
      )
    }
  }
})

test('states are a type of their own, and a Task may have others', () => {
  const known = ['queued', 'processing', 'completed', 'failed']
  expect(components.TaskStatus).toMatchObject({ type: 'string', enum: known })
  expect(components.Task).toHaveProperty('properties.status.anyOf', [
    { $ref: '#/components/schemas/TaskStatus' },
    { type: 'string' },
  ])
  expect(schemas(document30).Task).toHaveProperty('properties.status.type', 'string')
  expect(schemas(document30).Task).toHaveProperty('properties.status.x-extensible-enum', known)
  expect(schemas(document30).Task).not.toHaveProperty('properties.status.anyOf')
})

test('each field of the Task names its source, and marks what is inferred', () => {
  for (const document of [document31, document30]) {
    const properties = object(schemas(document).Task!.properties)
    for (const field of catalogue.task.fields)
      expect(properties[field.name]).toMatchObject({ 'x-source': { ...field.source }, 'x-present': field.present })
    expect(Object.keys(properties).filter((name) => object(properties[name])['x-inferred'] === true)).toEqual(
      schemas(document).Task!.required,
    )
  }
})

test('no pattern holds a character beyond ASCII, because Prism puts patterns into headers', () => {
  for (const [pointer, value] of walk(document31)) {
    if (pointer.endsWith('/pattern')) expect(value, pointer).toMatch(/^[\x20-\x7e]*$/)
  }
})

test('the union names every model once and maps each value to its component', () => {
  const union = components.SubmitRequest!
  const references = catalogue.models.map((model) => `#/components/schemas/${model.codegenName}`)
  expect(union.oneOf).toEqual(references.map(($ref) => ({ $ref })))
  expect(union.discriminator).toEqual({
    propertyName: 'model',
    mapping: Object.fromEntries(catalogue.models.map((model, index) => [model.id, references[index]])),
  })
})

describe.each([
  ['3.1', document31],
  ['3.0', document30],
])('the %s document', (version, document) => {
  test('has no schema that generators stumble on', () => {
    for (const [pointer, value] of walk(document)) {
      expect(pointer).not.toMatch(/\/\$defs(\/|$)/)
      if (typeof value === 'boolean')
        expect(pointer).toMatch(/\/(additionalProperties|required|default|const|nullable|deprecated|uniqueItems|\d+)$/)
    }
  })

  test('has no reference that leads nowhere', () => {
    for (const [pointer, value] of walk(document)) {
      if (!pointer.endsWith('/$ref')) continue
      const steps = text(value).slice(2).split('/')
      expect(
        steps.reduce<unknown>((place, step) => object(place)[step], document),
        text(value),
      ).toBeDefined()
    }
  })

  test('marks what the interface does not show', () => {
    for (const endpoint of catalogue.service.endpoints) {
      const operation = object(object(object(document.paths)[endpoint.path])[endpoint.method.toLowerCase()])
      expect(operation['x-extension'], endpoint.id).toBe(endpoint.extension)
      for (const [status, response] of Object.entries(object(operation.responses))) {
        if (!/^20[04]$/.test(status)) expect(response).toHaveProperty('$ref')
      }
    }
    for (const response of Object.values(object(object(document.components).responses))) {
      expect(response).toHaveProperty('x-extension', 'problems')
      expect(response).toHaveProperty(['content', 'application/problem+json'])
    }
  })

  test('has an example request of every model, and a version', () => {
    const body = object(
      object(object(object(object(document.paths)['/v2/model-center/tasks']).post).requestBody).content,
    )
    expect(Object.keys(object(object(body['application/json']).examples))).toEqual(
      catalogue.models.map((model) => model.id),
    )
    expect(document.openapi).toMatch(new RegExp(`^${version}`))
    expect(object(document.info).version).toBe(catalogue.version)
  })
})

test.each([
  ['webhooks', '3.1', document31],
  ['x-webhooks', '3.0', document30],
])('what the service sends by itself stands under %s in %s, marked as an extension', (section, _version, document) => {
  const { post } = object(object(document[section])['task-ended'])
  expect(post).toMatchObject({
    'x-extension': 'webhooks',
    security: [],
    requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/WebhookEvent' } } } },
  })
  expect(schemas(document)['WebhookEvent']).toMatchObject({
    'x-extension': 'webhooks',
    properties: { type: { enum: ['task.completed', 'task.failed'] }, data: { $ref: '#/components/schemas/Task' } },
  })
  expect(document).not.toHaveProperty(section === 'webhooks' ? 'x-webhooks' : 'webhooks')
})

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

test('3.0 uses only the keywords it has', () => {
  const absent = ['const', 'if', 'then', 'else', 'dependentRequired', 'examples', 'prefixItems', 'contains']
  for (const [name, schema] of Object.entries(schemas(document30))) {
    for (const [pointer, value] of walk(schema)) {
      if (/\/properties\/[^/]+$/.test(pointer) || pointer.includes('/discriminator')) continue
      const key = pointer.split('/').at(-1) ?? ''
      expect(absent, `${name}${pointer}`).not.toContain(key)
      if (key === 'type') expect(typeof value, `${name}${pointer}`).toBe('string')
    }
  }
})

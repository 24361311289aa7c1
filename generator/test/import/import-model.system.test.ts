import { spawnSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { importModel, type ImportRequest } from '../../import/import-model.js'
import { loadSpec } from '../../load/spec.js'
import { inlinedModelFile } from '../../read/model-file.js'
import { copySpecification, directory, documentWith, imported } from './support.js'

copySpecification()

const fal = fileURLToPath(new URL('documents/fal.json', import.meta.url))
const replicate = fileURLToPath(new URL('documents/replicate.json', import.meta.url))
const falPath = '/acme/glide/v2/image-to-video'

describe('a document of fal', () => {
  test('becomes a model with the ID, the kind and the order that the document states', async () => {
    const { path, file, parameters } = await imported({ document: fal, operation: falPath })
    expect(path).toBe('models/acme~glide~v2~image-to-video.schema.json')
    expect(file).toMatchObject({
      title: 'acme/glide/v2/image-to-video',
      'x-kind': 'video',
      additionalProperties: false,
    })
    expect(file.required).toEqual(['model', 'prompt', 'image_url'])
    expect(Object.keys(file.properties).slice(0, 5)).toEqual(['model', 'prompt', 'image_url', 'duration', 'seed'])
    expect(parameters).toBe(Object.keys(file.properties).length - 1)
  })

  test('has references to files wherever a name, a format or a form says so', async () => {
    const { file } = await imported({ document: fal, operation: falPath })
    const reference = { $ref: '../media.schema.json#/$defs/url' }
    const media = (type: string) => ({ 'x-media': { type, limits: [] } })
    expect(file.properties.image_url).toMatchObject({ ...reference, ...media('image') })
    expect(file.properties.tail_image_url).toMatchObject({ ...reference, ...media('image'), type: ['string', 'null'] })
    expect(file.properties.reference_image_urls).toMatchObject({
      type: 'array',
      maxItems: 4,
      items: reference,
      ...media('image'),
    })
    expect(file.properties.audio_urls).toMatchObject({ type: 'array', items: { ...reference, ...media('audio') } })
    expect(file.properties.camera).toMatchObject({
      properties: { keyframes: { items: { required: ['at'], properties: { image_url: reference } } } },
    })
  })

  test('lists every fact that is not held, with the place and the reason', async () => {
    const { reasons } = await imported({ document: fal, operation: falPath })
    const narrowed = expect.stringMatching(/^a reference to a file is an http or https URL; .*urlOrData/) as string
    expect(reasons).toEqual({
      '/components/schemas/Camera/properties/keyframes/items/properties/image_url/type': narrowed,
      '/components/schemas/Camera/properties/keyframes/items/required/1': 'what is required is not described',
      '/components/schemas/Node/properties/child': 'the document does not say of what type it is',
      '/components/schemas/Node/properties/child/$ref':
        'it leads back to where it stands, and a model file has no shape within itself',
      '/paths/~1acme~1glide~1v2~1image-to-video/post/parameters/0': expect.stringContaining(
        'no place in a model file',
      ) as string,
      '/paths/~1acme~1glide~1v2~1image-to-video/post/responses': expect.stringContaining('spec/upstreams') as string,
      dependentRequired: expect.stringContaining('write it under allOf') as string,
      anything: 'the document does not say of what type it is',
      'audio_urls/items/format': narrowed,
      'bad name': '"bad name" is not a name for this place (S014)',
      either: 'the language has one shape per value, not "integer" or "string"',
      'fps/deprecated': 'a deprecation states since when: write x-deprecated with the date',
      'fps/format': 'a number has no format: what it may be, minimum and maximum say',
      'image_size/anyOf/0': expect.stringContaining('one shape per value') as string,
      'image_url/examples': 'examples stand beside a string',
      'image_url/format': narrowed,
      'image_url/maxLength': expect.stringContaining('media.schema.json') as string,
      'image_url/minLength': expect.stringContaining('media.schema.json') as string,
      'loras/default': 'a list has no default',
      model: 'every request names its model under "model" already',
      pair: 'the items of a list are all of one form',
      'reference_image_urls/items/type': narrowed,
      'reference_image_urls/title': 'a parameter has its own name and no title',
      'seed/anyOf/0/maximum': expect.stringContaining('2^53') as string,
      'slug/pattern': 'it uses \\w (S035)',
      'steps/default': expect.stringContaining('(S030)') as string,
      'tail_image_url/anyOf/0/type': narrowed,
    })
  })
})

describe("Replicate's description of a model", () => {
  const request: ImportRequest = { document: replicate, operation: 'predict_predictions_post', kind: 'image' }

  test('is read whole: what is under input becomes the parameters, in their order', async () => {
    const { path, file, lost } = await imported(request)
    const beside = 'it stands beside "input", whose members become the parameters'
    const schemas = '/latest_version/openapi_schema/components/schemas'
    expect(lost).toEqual([
      { pointer: `${schemas}/Input/properties/image/format`, reason: expect.stringContaining('http') as string },
      { pointer: `${schemas}/PredictionRequest/properties/id`, reason: beside },
      { pointer: `${schemas}/PredictionRequest/properties/webhook`, reason: beside },
    ])
    expect(path).toBe('models/acme~canvas.schema.json')
    expect(file.description).toBe('Pictures in any style.')
    expect(Object.keys(file.properties)).toEqual([
      ...['model', 'prompt', 'image', 'aspect_ratio', 'num_outputs', 'guidance', 'seed', 'megapixels', 'go_fast'],
    ])
    expect(file.properties.aspect_ratio).toMatchObject({
      type: 'string',
      enum: ['1:1', '16:9', '9:16'],
      default: '1:1',
      description: 'Aspect ratio.',
    })
    expect(file.properties.seed).toMatchObject({ type: ['integer', 'null'] })
  })

  test('accepts what the document accepts, and rejects what it rejects', async () => {
    const { path } = await imported(request)
    const spec = await loadSpec(directory)
    const { latest_version: version } = JSON.parse(await readFile(replicate, 'utf8')) as {
      latest_version: { openapi_schema: { components: { schemas: Record<string, object> } } }
    }
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const vendor = ajv.compile({ ...version.openapi_schema, $ref: '#/components/schemas/Input' })
    const { $schema: _, ...file } = inlinedModelFile(spec, spec.files.get(path)!)
    const ours = ajv.compile(file)
    const url = 'https://example.com/a.png'
    const values: Record<string, unknown[]> = {
      image: [url, null, 7],
      aspect_ratio: ['16:9', '2:1', 1],
      num_outputs: [1, 4, 0, 5, 1.5, '1'],
      guidance: [0, 2.5, 10, -0.1, 10.1, null],
      seed: [0, -7, null, 1.5],
      megapixels: [0.25, 1, 0.5, '1'],
      go_fast: [true, 'true'],
    }
    expect(vendor({}), 'a prompt is required').toBe(false)
    expect(ours({ model: 'acme/canvas' }), 'a prompt is required').toBe(false)
    for (const [name, each] of Object.entries(values))
      for (const value of each) {
        const body = { prompt: 'a boat', [name]: value }
        expect(ours({ model: 'acme/canvas', ...body }), JSON.stringify(body)).toBe(vendor(body))
      }
  })
})

test('what stands beside "input" is in the answer', async () => {
  const properties = {
    model: { type: 'string' },
    input: { $ref: '#/components/schemas/Settings' },
    parameters: { type: 'object' },
  }
  const input = { type: 'object', properties: { prompt: { type: 'string' } } }
  const document = await documentWith(properties, { Settings: input })
  const { file, reasons } = await imported({ document, operation: '/one', id: 'one', kind: 'video' })
  expect(Object.keys(file.properties)).toEqual(['model', 'prompt'])
  const beside = 'it stands beside "input", whose members become the parameters'
  expect(reasons).toEqual({ model: beside, parameters: beside })
})

test('a required parameter of which a check rejects the name is left out, and the others stay required', async () => {
  const document = await documentWith({ a: { type: 'boolean' }, 'bad name': { type: 'boolean' } })
  const value = JSON.parse(await readFile(document, 'utf8')) as { components: { schemas: { Input: object } } }
  Object.assign(value.components.schemas.Input, { required: ['bad name', 'a'] })
  await writeFile(document, JSON.stringify(value))
  const { file, reasons } = await imported({ document, operation: '/one', id: 'one', kind: 'image' })
  expect(file.required).toEqual(['model', 'a'])
  expect(reasons).toEqual({
    'bad name': '"bad name" is not a name for this place (S014)',
    'required/0': expect.stringContaining('"bad name" is left out') as string,
  })
})

test('a description that a check rejects is replaced', async () => {
  const document = await documentWith({ a: { type: 'boolean' } })
  const value = JSON.parse(await readFile(document, 'utf8')) as { paths: { '/one': { post: object } } }
  Object.assign(value.paths['/one'].post, { description: 'TODO' })
  await writeFile(document, JSON.stringify(value))
  const { file, lost } = await imported({ document, operation: '/one', id: 'one', kind: 'image' })
  expect(file.description).toBe('Image from a prompt.')
  expect(lost).toEqual([
    { pointer: '/paths/~1one/post/description', reason: expect.stringContaining('(S093)') as string },
  ])
})

describe('a document that describes more than a file holds', () => {
  const nested = (levels: number, wrap: (inner: object) => object): object =>
    Array.from({ length: levels }).reduce<object>(wrap, { type: 'boolean' })

  test('is imported as deep as a file may be', async () => {
    const document = await documentWith({
      objects: nested(200, (inner) => ({ type: 'object', properties: { a: inner, b: { type: 'boolean' } } })),
      parts: nested(1100, (inner) => ({ allOf: [inner] })),
    })
    const { lost } = await imported({ document, operation: '/one', id: 'one', kind: 'image' })
    expect(new Set(lost.map(({ reason }) => reason))).toEqual(
      new Set([
        'a model file has at most 100 levels',
        'it lies within 1000 other schemas',
        'the document does not say of what type it is',
        'the language holds none of its members',
      ]),
    )
  })

  test('is rejected where references make it endless', async () => {
    const level = (index: number): object => ({
      type: 'object',
      properties: Object.fromEntries(
        ['a', 'b'].map((name) => [name, { $ref: `#/components/schemas/Level${index + 1}` }]),
      ),
    })
    const levels = Array.from({ length: 30 }, (_, index) => [`Level${index}`, level(index)] as const)
    const document = await documentWith(
      { a: level(-1) },
      { ...Object.fromEntries(levels), Level30: { type: 'boolean' } },
    )
    await expect(importModel(directory, { document, operation: '/one', id: 'one', kind: 'image' })).rejects.toThrow(
      'the body has more than 10000 schemas',
    )
  })
})

describe('nothing is written, and the message says what there is, where', () => {
  test.each<[ImportRequest, string]>([
    [
      { document: fal, operation: 'acme/glide/v2/image-to-vido' },
      'the document has no operation "acme/glide/v2/image-to-vido"; the nearest of its names are "/acme/glide/v2/image-to-video", ',
    ],
    [
      { document: fal, operation: 'status' },
      '"get /acme/glide/v2/image-to-video/requests/{request_id}/status" takes no JSON body, so it does not submit a task; those that do: "post /acme/glide/v2/image-to-video"',
    ],
    [{ document: replicate, operation: '/predictions' }, 'the document does not say what the model makes; add --kind'],
    [{ document: '/no/such.json', operation: 'x' }, '/no/such.json cannot be read: ENOENT'],
    [{ document: fileURLToPath(import.meta.url), operation: 'x' }, 'is not JSON ('],
    [
      { document: fileURLToPath(new URL('../../../package.json', import.meta.url)), operation: 'x' },
      'is not an OpenAPI document',
    ],
    [{ document: fal, operation: falPath, id: 'not an id' }, '"not an id" is not a Model ID'],
    ...['../beta', '..', 'a/../../beta', '/etc/beta', 'a\\..\\beta'].map((id): [ImportRequest, string] => [
      { document: fal, operation: falPath, id },
      'is not a Model ID',
    ]),
    [{ document: fal, operation: falPath, id: 'beta-5.0' }, 'spec/models/beta-5.0.schema.json is there already'],
    [{ document: fal, operation: falPath, id: 'beta/5.0' }, 'S021'],
  ])('%j', async (request, message) => {
    const before = await readdir(join(directory, 'models'))
    await expect(importModel(directory, request)).rejects.toThrow(message)
    expect(await readdir(join(directory, 'models'))).toEqual(before)
  })

  test('where the document has no ID, no parameters, or another version', async () => {
    const document = await documentWith({ value: {} })
    const request: ImportRequest = { document, operation: '/one', kind: 'image' }
    await expect(importModel(directory, request)).rejects.toThrow('add --id <model-id>')
    const post = { requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } }
    await writeFile(document, JSON.stringify({ openapi: '3.0.0', paths: { '/one': { post } } }))
    await expect(importModel(directory, { ...request, id: 'one' })).rejects.toThrow(
      'POST /one takes a body whose members the document does not name (at /paths/~1one/post/requestBody/content/application~1json/schema), so that no parameter can be imported',
    )
    const info = { 'x-acme-metadata': { category: 'text-to-constructor' } }
    await writeFile(document, JSON.stringify({ openapi: '3.0.0', info, paths: { '/one': { post } } }))
    await expect(importModel(directory, { document, operation: '/one', id: 'one' })).rejects.toThrow('add --kind')
    await writeFile(document, JSON.stringify({ openapi: '2.0' }))
    await expect(importModel(directory, request)).rejects.toThrow('is OpenAPI 2.0; expected version 3.0 or 3.1')
  })
})

test.each([
  [['a.json'], 'expected a document and an operation, got 1 word'],
  [['a.json', 'b', 'c'], 'expected a document and an operation, got 3 words'],
  [['a.json', 'b', '--kind', 'film'], '"film" is not a kind of model; use video, image, audio, mesh'],
  [['--kin', 'video'], "Unknown option '--kin'"],
])('spec:import %j is answered with what is wrong, and writes nothing', (words, mistake) => {
  const main = fileURLToPath(new URL('../../dist/import/main.js', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' })
  expect(stderr).toContain(mistake)
  expect(stderr).toContain('npm run spec:import -- <openapi.json> <operation>')
  expect(status).toBe(2)
})

test('what a document says reaches the terminal without its control characters', async () => {
  const document = await documentWith({})
  await writeFile(document, JSON.stringify({ openapi: '3.0.0', paths: { '/\u001b[2J': { post: {} } } }))
  const main = fileURLToPath(new URL('../../dist/import/main.js', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [main, document, 'x'], { encoding: 'utf8' })
  expect(stderr).toContain('the nearest of its names are "/\\u001b[2J"')
  expect(stderr).not.toContain('\u001b')
  expect(status).toBe(1)
})

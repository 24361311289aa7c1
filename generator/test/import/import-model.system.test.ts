import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkSpec } from '../../check/index.js'
import { importModel, type Imported, type ImportRequest } from '../../import/import-model.js'
import { loadSpec } from '../../load/spec.js'
import { inlinedModelFile } from '../../read/model-file.js'

const fal = fileURLToPath(new URL('documents/fal.json', import.meta.url))
const replicate = fileURLToPath(new URL('documents/replicate.json', import.meta.url))
const falPath = '/acme/glide/v2/image-to-video'

let directory: string

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'spec-import-')), 'spec')
  await cp(fileURLToPath(new URL('../../../spec', import.meta.url)), directory, { recursive: true })
})
afterEach(() => rm(dirname(directory), { recursive: true }))

interface Read extends Imported {
  file: { required: string[]; properties: Record<string, Record<string, unknown>> } & Record<string, unknown>
  /** The reason of each fact that is not held, by what follows the schema of the input in its pointer. */
  reasons: Record<string, string>
}

/** Imports, and reads what was written. Fails where a check of the generator has anything to say of it. */
async function imported(request: ImportRequest): Promise<Read> {
  const made = await importModel(directory, request)
  expect(checkSpec(await loadSpec(directory))).toEqual([])
  const file = JSON.parse(await readFile(join(directory, made.path), 'utf8')) as Read['file']
  const reasons = Object.fromEntries(
    made.lost.map(({ pointer, reason }) => [pointer.replace(/^.*\/(Input|GlideInput)\/(properties\/)?/, ''), reason]),
  )
  return { ...made, file, reasons }
}

/** A document with one operation that takes these parameters, written to a file. */
async function documentWith(properties: object, schemas: object = {}): Promise<string> {
  const path = join(dirname(directory), 'document.json')
  const schema = { $ref: '#/components/schemas/Input' }
  await writeFile(
    path,
    JSON.stringify({
      openapi: '3.1.0',
      paths: { '/one': { post: { requestBody: { content: { 'application/json': { schema } } } } } },
      components: { schemas: { ...schemas, Input: { type: 'object', properties } } },
    }),
  )
  return path
}

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
    expect(reasons).toEqual({
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
      'bad name': '"bad name" is not a name for this place (S014)',
      either: 'the language has one shape per value, not "integer" or "string"',
      'fps/deprecated': 'a deprecation states since when: write x-deprecated with the date',
      'fps/format': 'a number has no format: what it may be, minimum and maximum say',
      headers: 'the language has no objects whose members may have any name',
      'image_size/anyOf/0': expect.stringContaining('one shape per value') as string,
      'image_url/examples': 'examples stand beside a string',
      'image_url/maxLength': expect.stringContaining('media.schema.json') as string,
      'image_url/minLength': expect.stringContaining('media.schema.json') as string,
      'loras/default': 'a list has no default',
      model: 'every request names its model under "model" already',
      pair: 'the items of a list are all of one form',
      'reference_image_urls/title': 'a parameter has its own name and no title',
      'seed/anyOf/0/maximum': expect.stringContaining('2^53') as string,
      'slug/pattern': 'the pattern of slug uses \\w (S035)',
      'steps/default': expect.stringContaining('(S030)') as string,
    })
  })
})

describe("Replicate's description of a model", () => {
  const request: ImportRequest = { document: replicate, operation: 'predict_predictions_post', kind: 'image' }

  test('is read whole: what is under input becomes the parameters, in their order', async () => {
    const { path, file, lost } = await imported(request)
    expect(lost).toEqual([])
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

type Row = [what: string, schema: object, value: object | undefined, reasons: unknown[]]

const shared = { Size: { title: 'SizeClass', type: 'integer', minimum: 8, default: 8 } }

const rows: Row[] = [
  ['null by a type', { type: ['integer', 'null'], minimum: 0 }, { type: ['integer', 'null'], minimum: 0 }, []],
  [
    'null by anyOf',
    { anyOf: [{ type: 'boolean' }, { type: 'null' }], default: true },
    { type: ['boolean', 'null'], default: true },
    [],
  ],
  [
    'null by oneOf with an enum',
    { oneOf: [{ enum: ['a', 'b'] }, { const: null }] },
    { type: ['string', 'null'], enum: ['a', 'b', null] },
    [],
  ],
  ['null among the values', { enum: ['a', null] }, { type: ['string', 'null'], enum: ['a', null] }, []],
  [
    'null as the default',
    { type: 'number', nullable: true, default: null },
    { type: ['number', 'null'] },
    ['/default: null is not a default: what is left out is not sent'],
  ],
  ['one value', { const: 'v1' }, { type: 'string', enum: ['v1'] }, []],
  [
    'values of two types',
    {
      anyOf: [
        { type: 'string', enum: ['auto'] },
        { type: 'integer', enum: [5, 10] },
      ],
      default: 5,
    },
    { type: ['string', 'integer'], enum: ['auto', 5, 10], default: 5 },
    [],
  ],
  ['values that are objects', { enum: [{ a: 1 }] }, undefined, [': its values are not strings and numbers']],
  [
    'a reference with keywords beside it',
    { $ref: '#/components/schemas/Size', default: 64 },
    { type: 'integer', minimum: 8, default: 64 },
    [],
  ],
  [
    'a reference out of the document',
    { $ref: 'other.json#/Size' },
    undefined,
    [': the document does not say of what type it is', '/$ref: the document has nothing at "other.json#/Size"'],
  ],
  [
    'parts that limit each other',
    {
      allOf: [
        { type: 'number', minimum: 0, maximum: 9 },
        { type: 'integer', minimum: 2, maximum: 20 },
      ],
    },
    { type: 'integer', minimum: 2, maximum: 9 },
    [],
  ],
  [
    'parts that contradict each other',
    {
      allOf: [
        { type: 'string', pattern: '^a$' },
        { type: 'string', pattern: '^b$' },
      ],
      examples: ['a'],
    },
    { type: 'string', pattern: '^a$', examples: ['a'] },
    ['/allOf/1/pattern: it contradicts /allOf/0/pattern, which is in the file'],
  ],
  [
    'exclusive bounds of OpenAPI 3.0',
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: false },
    { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    [],
  ],
  [
    'two lower bounds',
    { type: 'number', minimum: 1, exclusiveMinimum: 1 },
    { type: 'number', exclusiveMinimum: 1 },
    [],
  ],
  [
    'a bound between integers',
    { type: 'integer', minimum: 0.5, exclusiveMaximum: 9.5 },
    { type: 'integer', minimum: 1, maximum: 9 },
    [],
  ],
  ['a format', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }, []],
  [
    'a format of its own',
    { type: 'string', format: 'password' },
    { type: 'string' },
    ['/format: the language has the formats date, time, date-time, uuid, email, uri, uint64'],
  ],
  ['an address without a type of file', { type: 'string', format: 'uri' }, { type: 'string', format: 'uri' }, []],
  [
    'a pattern without an example',
    { type: 'string', pattern: '^[a-z]+$' },
    { type: 'string' },
    ['/pattern: a pattern needs an example beside it, and the document has none that it accepts'],
  ],
  [
    'a pattern that stands anywhere',
    { type: 'string', pattern: '[a-z]', examples: ['a'] },
    { type: 'string', examples: ['a'] },
    ['/pattern: a pattern has to be a regular expression from ^ to $'],
  ],
  [
    'a pattern that takes very long',
    { type: 'string', pattern: '^(a+)+$', examples: ['aa'] },
    { type: 'string', examples: ['aa'] },
    [expect.stringContaining('(S090)')],
  ],
  [
    'a list of lists',
    { type: 'array', minItems: 1, items: { type: 'array', items: { type: 'number', default: 1 }, maxItems: 2 } },
    { type: 'array', minItems: 1, items: { type: 'array', maxItems: 2, items: { type: 'number' } } },
    ['/items/items/default: an item of a list has no default'],
  ],
  [
    'a list of anything',
    { type: 'array', items: true, maxItems: 2 },
    { type: 'array', maxItems: 2, 'x-items': { unknown: 'not shown' } },
    [],
  ],
  [
    'unique objects',
    { type: 'array', items: { type: 'object', properties: { a: { type: 'boolean' } } }, uniqueItems: true },
    { type: 'array', items: { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false } },
    ['/uniqueItems: only strings, numbers and booleans are compared'],
  ],
  ['an object without members', { type: 'object' }, undefined, [': the document does not name its members']],
  [
    'an open object',
    { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: true, default: {} },
    { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false },
    [
      '/additionalProperties: a misspelt member is an error: members beside those that are listed are rejected',
      '/default: an object has no default: its members have',
    ],
  ],
  [
    'a demand of one of several members',
    { type: 'object', properties: { a: { type: 'boolean' } }, anyOf: [{ required: ['a'] }] },
    { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false },
    [expect.stringMatching(/^\/anyOf\/0: a rule over several values/)],
  ],
  [
    'a member of a shape without a kind',
    { type: 'object', required: ['a', 'b'], properties: { a: { type: 'boolean' }, b: {} } },
    { type: 'object', required: ['a'], properties: { a: { type: 'boolean' } }, additionalProperties: false },
    ['/properties/b: the document does not say of what type it is'],
  ],
]

test('each form of schema becomes what a model file writes, or a reason', async () => {
  const named = rows.map((row, index) => [`two_words${index}`, row] as const)
  const document = await documentWith(Object.fromEntries(named.map(([name, [, schema]]) => [name, schema])), shared)
  const { file, lost } = await imported({ document, operation: '/one', id: 'one', kind: 'image' })
  for (const [name, [what, , value, reasons]] of named) {
    const { 'x-source': _, ...written } = file.properties[name] ?? {}
    expect(file.properties[name] && written, what).toEqual(value)
    const place = `/components/schemas/Input/properties/${name}`
    const found = lost
      .filter(({ pointer }) => `${pointer}/`.startsWith(`${place}/`))
      .map(({ pointer, reason }) => `${pointer}: ${reason}`.replaceAll(place, ''))
    expect(found, what).toEqual(reasons)
  }
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
      'POST /one takes a body whose members the document does not name (at /paths/~1one/post/requestBody/content/application~1json/schema)',
    )
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

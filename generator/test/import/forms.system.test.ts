import { expect, test } from 'vitest'
import { copySpecification, documentWith, imported } from './support.js'

copySpecification()

type Row = [what: string, schema: object, value: object | undefined, reasons: unknown[]]

const shared = {
  Size: { title: 'SizeClass', type: 'integer', minimum: 8, default: 8 },
  '100%': { type: 'boolean' },
}
const size = { $ref: '#/components/schemas/Size' }
const long = `${'a'.repeat(40)}!`
const leftOut = (name: string) =>
  `${JSON.stringify(name)} is left out, so that a request without it passes, which the vendor rejects`

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
    'a reference to what every object of JavaScript has',
    { $ref: '#/constructor' },
    undefined,
    [': the document does not say of what type it is', '/$ref: the document has nothing at "#/constructor"'],
  ],
  ['a reference that is not encoded', { $ref: '#/components/schemas/100%' }, { type: 'boolean' }, []],
  [
    'two parts made of the same schema',
    { allOf: [{ allOf: [size] }, { allOf: [size] }] },
    { type: 'integer', minimum: 8, default: 8 },
    [],
  ],
  [
    'a part for each of forty',
    { allOf: Array.from({ length: 40 }, () => ({ type: 'boolean' })) },
    { type: 'boolean' },
    [],
  ],
  [
    'values with a text each',
    {
      oneOf: [
        { const: 'a', title: 'Alpha', description: 'The first.' },
        { enum: ['b', null], title: 'b' },
        { const: 5, title: 'Five' },
        { const: 6, title: 'Five' },
        { enum: [7, 8], title: 'Seven and eight' },
      ],
    },
    {
      type: ['string', 'integer', 'null'],
      enum: ['a', 'b', 5, 6, 7, 8, null],
      'x-options': [
        { value: 'a', label: { en: 'Alpha' } },
        { value: 5, label: { en: 'Five' } },
      ],
    },
    [
      '/oneOf/0/description: what is said of one value of a choice has no place',
      '/oneOf/3/title: what is said of one value of a choice has no place',
      '/oneOf/4/title: what is said of one value of a choice has no place',
    ],
  ],
  [
    'null among values as the default, with a text',
    {
      oneOf: [{ const: 'a', title: 'Alpha' }, { const: 'b' }, { const: null, title: 'Neither' }],
      default: null,
    },
    {
      type: ['string', 'null'],
      enum: ['a', 'b', null],
      'x-options': [
        { value: 'a', label: { en: 'Alpha' } },
        { value: null, label: { en: 'Neither' } },
      ],
      default: null,
    },
    [],
  ],
  [
    'null as the default of what is not a choice',
    { type: ['integer', 'null'], default: null },
    { type: ['integer', 'null'] },
    ['/default: null is not a default: what is left out is not sent'],
  ],
  [
    'a title that a check rejects',
    { oneOf: [{ const: 'a', title: 'A\u202eB' }, { const: 'b' }] },
    { type: 'string', enum: ['a', 'b'] },
    [expect.stringContaining('S006')],
  ],
  [
    'a keyword that every object of JavaScript has',
    { type: 'boolean', constructor: 1 },
    { type: 'boolean' },
    ['/constructor: the language has no "constructor" here'],
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
  [
    'a bound that is a string',
    { type: 'integer', minimum: '3', maximum: 9 },
    { type: 'integer', maximum: 9 },
    ['/minimum: a bound is a number'],
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
    'a pattern that takes very long for its example',
    { type: 'string', pattern: '^(a+)+$', examples: [long] },
    { type: 'string', examples: [long] },
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
    'a list of files, each with a text',
    { type: 'array', maxItems: 2, items: { type: 'string', ui: { field: 'image' }, description: 'A frame.' } },
    {
      type: 'array',
      maxItems: 2,
      items: { $ref: '../media.schema.json#/$defs/url' },
      'x-media': { type: 'image', limits: [] },
    },
    ['/items/description: an item of a list has no description', expect.stringMatching(/^\/items\/type: .* http/)],
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
    'an object with any names',
    {
      type: 'object',
      additionalProperties: { type: 'number', minimum: 0, default: 1 },
      maxProperties: 4,
      propertyNames: { pattern: '^[a-z]+$' },
    },
    { type: 'object', maxProperties: 4, additionalProperties: { type: 'number', minimum: 0 } },
    [
      '/additionalProperties/default: a member whose name is chosen has no default',
      '/propertyNames: a form of names needs an example of a name beside it',
    ],
  ],
  [
    'an object whose values are files',
    { type: 'object', additionalProperties: { type: 'string', format: 'uri', ui: { field: 'image' } } },
    {
      type: 'object',
      additionalProperties: { $ref: '../media.schema.json#/$defs/url', 'x-media': { type: 'image', limits: [] } },
    },
    [expect.stringMatching(/^\/additionalProperties\/format: a reference to a file/)],
  ],
  [
    'objects that a constant tells apart',
    {
      discriminator: { propertyName: 'type' },
      oneOf: [
        {
          type: 'object',
          required: ['type', 'seed'],
          properties: { type: { const: 'fixed', type: 'string' }, seed: { type: 'integer' } },
        },
        { type: 'object', properties: { type: { enum: ['random'], description: 'How.' } } },
        { type: 'null' },
      ],
    },
    {
      type: ['object', 'null'],
      oneOf: [
        {
          type: 'object',
          required: ['type', 'seed'],
          properties: { type: { const: 'fixed' }, seed: { type: 'integer' } },
          additionalProperties: false,
        },
        {
          type: 'object',
          required: ['type'],
          properties: { type: { const: 'random', description: 'How.' } },
          additionalProperties: false,
        },
      ],
    },
    ['/oneOf/1: "type" has to be sent in every form, since it tells them apart'],
  ],
  [
    'forms in which a member means two things',
    {
      oneOf: ['boolean', 'integer'].map((type, index) => ({
        type: 'object',
        required: ['kind'],
        properties: { kind: { const: `k${index}` }, a: { type } },
      })),
    },
    {
      type: 'object',
      required: ['kind'],
      properties: { kind: { const: 'k0' }, a: { type: 'boolean' } },
      additionalProperties: false,
    },
    ['/oneOf/1: "a" means something else there than in a form before it'],
  ],
  [
    'a member of a shape without a kind',
    { type: 'object', required: ['a', 'b'], properties: { a: { type: 'boolean' }, b: {} } },
    { type: 'object', required: ['a'], properties: { a: { type: 'boolean' } }, additionalProperties: false },
    ['/properties/b: the document does not say of what type it is', `/required/1: ${leftOut('b')}`],
  ],
  [
    'a required member of which a check rejects the name',
    {
      type: 'object',
      required: ['bad name', 'a'],
      properties: { a: { type: 'boolean' }, 'bad name': { type: 'boolean' } },
    },
    { type: 'object', required: ['a'], properties: { a: { type: 'boolean' } }, additionalProperties: false },
    ['/properties/bad name: "bad name" is not a name for this place (S014)', `/required/0: ${leftOut('bad name')}`],
  ],
  [
    'members with the names of an index and of a prototype',
    {
      type: 'object',
      properties: { a: { type: 'boolean' }, 0: { type: 'boolean' }, ['__proto__']: { type: 'boolean' } },
    },
    { type: 'object', properties: { a: { type: 'boolean' } }, additionalProperties: false },
    [
      '/properties/0: "0" is not a name for this place (S014)',
      '/properties/__proto__: "__proto__" is not a name for this place (S014)',
    ],
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

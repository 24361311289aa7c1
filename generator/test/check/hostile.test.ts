import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { checkSpec } from '../../check/index.js'
import { readingMistakes } from '../../check/reading.js'
import { loadSpec, parseSpecFile } from '../../load/spec.js'

const small = await loadSpec(fileURLToPath(new URL('./fixtures/base/spec', import.meta.url)))
const real = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
const shared = [...real.files].filter(([path]) => path.startsWith('meta/') || path === 'media.schema.json')
const path = 'models/any-mesh.schema.json'
const model = readFileSync(new URL('../kinds/any-mesh.schema.json', import.meta.url), 'utf8')

/** What is said of the model, with a part of its file written otherwise. */
function said(old: string, now: string): string[] {
  expect(model).toContain(old)
  const text = model.replace(old, () => now)
  const files = new Map([...small.files, ...shared, [path, parseSpecFile(path, text)]])
  const spec = { directory: 'spec', files, meta: real.meta }
  const diagnostics = checkSpec(spec).filter(({ file }) => file === path)
  // A check reads the models when nothing else is wrong anywhere; this specification is made of two.
  const found = diagnostics.length > 0 ? diagnostics : [...readingMistakes(spec)].filter(({ file }) => file === path)
  return found.map(({ code, message }) => `${code} ${message}`)
}

test('the model is right as it is, with any line ends', () => {
  expect(said('', '')).toEqual([])
  expect(said(model, model.replaceAll('\n', '\r\n'))).toEqual([])
})

const limit =
  '{ "rule": "media-bytes", "severity": "error", "maximum": 20, "unit": "MB", "x-source": { "section": "any-mesh" } }'

test.each<[old: string, now: string, message: string]>([
  ['{', '\uFEFF{', 'S001 the file starts with a byte order mark (U+FEFF), which JSON does not allow'],
  ['"maxLength": 40', '"maxLength": 40, "max\\u004cength": 50', 'S002 the key "maxLength" is written twice'],
  [
    '"maximum": 359',
    '"maximum": 12345678901234567890',
    'S005 the number 12345678901234567890 would be read as 12345678901234567000',
  ],
  ['"maximum": 359', '"maximum": 1e999', 'S005 the number 1e999 would be read as Infinity'],
  [
    '"multipleOf": 0.1',
    '"multipleOf": 0.10000000000000000001',
    'S005 the number 0.10000000000000000001 would be read as 0.1',
  ],
  ['What to make.', 'What to \u202emake.', 'S006 the text holds U+202E, which is invisible'],
  ['What to make.', 'What to \\u0007make.', 'S006 the text holds U+0007, which is invisible'],
  ['What to make.', 'What to \\ud800 make.', 'S006 the text holds U+D800, which is invisible'],
  ['"usdz"', '"e\u0301"', 'S006 the text is not in Unicode normalization form C'],
  ['"maxLength": 40', '"__proto__": {}', 'S010 the keyword "__proto__" is unknown here'],
  ['"formats": {', '"constructor": {', 'S014 "constructor" is not a name for this place'],
  ['"maxLength": 40', '"maxLength": 1000000000', 'S014 prompt.maxLength must be an integer from 0 to 1000000'],
  ['"enum": [0.25, 0.5, 1]', '"enum": []', 'S014 detail.enum must be a list of 1 item or more'],
  ['"multipleOf": 0.1', '"multipleOf": 0', 'S014 smoothing.multipleOf must be 0.000001 or more'],
  [
    '"required": ["model", "image"]',
    '"required": ["image"]',
    'S014 required must be a list of names with "model" among them, each once',
  ],
  [
    '"normal": { "type": "boolean" }',
    '"normal": { "type": "boolean", "x-renamed-from": ["x"] }',
    'S016 the keyword "x-renamed-from" has no effect here',
  ],
  [
    '"required": ["normal"]',
    '"required": ["normal", "nothing"]',
    'S017 required must be names of members, and "nothing" is none',
  ],
  ['"maximum": 359 }', '"maximum": 359, "default": 5 }', 'S017 default must be left out: an item is there or not'],
  [
    '"maxItems": 3,\n      "description": "Points',
    '"maxItems": 3, "uniqueItems": true, "description": "Points',
    'S017 uniqueItems must be left out: only strings, numbers and booleans are compared',
  ],
  ['"title": "any-mesh"', '"title": "Any-Mesh"', 'S020 the title is "Any-Mesh", the file is named after "any-mesh"'],
  ['"enum": [512, 1024]', '"enum": [512, 1024], "default": 7', 'S030 the default 7 of texture is not one of 512, 1024'],
  ['"enum": [512, 1024]', '"enum": [512, 1024], "default": null', 'S013 size.default is null'],
  [
    '"type": "integer", "enum": [512, 1024]',
    '"type": ["integer", "string"], "enum": [512, "auto"], "default": null',
    'S030 the default null of texture is not one of 512, "auto"',
  ],
  [
    '"enum": [512, 1024]',
    '"enum": [512, 1024], "x-options": [{ "value": null, "label": { "en": "None" } }]',
    'S039 texture does not offer null',
  ],
  [
    '"type": "integer", "enum": [512, 1024]',
    '"type": ["integer", "null"], "enum": [512, 1024, null], "x-options": [{ "value": null, "x-deprecated": { "since": "2026-10-01", "x-source": { "section": "any-mesh" } } }]',
    'S039 null of texture cannot be deprecated',
  ],
  [
    '"examples": ["#00ff7f"]',
    '"examples": ["green"]',
    'S030 the example "green" of texture is not of type string, of the form ^#[0-9a-f]{6}$',
  ],
  ['"minimum": 0, "maximum": 359', '"minimum": 360, "maximum": 359', 'S031 minimum 360 of angles is above maximum 359'],
  ['"pattern": "^#[0-9a-f]{6}$"', '"pattern": "^(#$"', 'S035 the pattern of colour is not a regular expression'],
  [
    '"minimum": 0, "maximum": 359',
    '"exclusiveMinimum": 1, "exclusiveMaximum": 2',
    'S039 exclusiveMinimum of angles leaves no multiple of 1 between 1 and 2',
  ],
  [
    '"maxItems": 3, "x-source"',
    '"maxItems": 4, "x-source"',
    'S039 maxItems 4 of angles rejects nothing that 4 accepts',
  ],
  ['"enum": [1000, 10000], "x-source"', '"enum": [5], "x-source"', 'S039 faces does not offer 5 today'],
  ['"from": "2027-01-01", "enum"', '"from": "2027-02-30", "enum"', 'S039 2027-02-30 is not a day of the calendar'],
  [
    '"limits": []',
    `"limits": [${limit.replace('"MB"', '"px"')}]`,
    'S039 media-bytes of image is measured in KB, MB or GB, not "px"',
  ],
  ['"limits": []', `"limits": [${limit}, ${limit}]`, 'S039 media-bytes of image is limited twice'],
  [
    '"dependentRequired": { "smoothing": ["detail"] }',
    '"dependentRequired": { "smothing": ["detail"] }',
    'S050 the condition reads "smothing", which any-mesh does not have',
  ],
  [
    '"invalid": [{ "smoothing": 0.3 }]',
    '"invalid": [{ "smoothing": 0.3, "detail": 1 }]',
    'S052 the invalid example keeps the rule',
  ],
])('%s written as %s is one mistake', (old, now, message) => {
  expect(said(old, now)).toEqual([message])
})

test('a rule that every request breaks, or none, is told by its examples', () => {
  const condition = '"dependentRequired": { "smoothing": ["detail"] }'
  const rule = model.slice(model.indexOf('"x-rule": {'), model.indexOf(condition))
  const replaced = (names: string, valid: string, invalid: string, other: string): string =>
    `${rule
      .replace('["smoothing", "detail"]', names)
      .replace('[{ "smoothing": 0.3, "detail": 1 }, {}]', valid)
      .replace('[{ "smoothing": 0.3 }]', invalid)}${other}`
  expect(
    said(
      rule + condition,
      replaced('["image"]', '[{}]', '[{ "image": "https://example.com/a.png" }]', '"not": { "required": ["image"] }'),
    ),
  ).toEqual(['S052 with the required parameters the valid example breaks the rule'])
  expect(
    said(
      rule + condition,
      replaced(
        '["smoothing", "image"]',
        '[{}]',
        '[{ "smoothing": 0.3 }]',
        '"dependentRequired": { "smoothing": ["image"] }',
      ),
    ),
  ).toEqual(['S052 with the required parameters the invalid example keeps the rule'])
})

test('what is not a JSON file, is in another place or has no text is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  try {
    await mkdir(join(folder, 'models/inside'), { recursive: true })
    const names = [
      'models/a.schema.JSON',
      'models/a.schema.jsonc',
      'models/a.yaml',
      'models/a.json',
      'models/inside/a.schema.json',
      'a.schema.json',
    ]
    for (const name of [...names, '.DS_Store', 'models/a.schema.json~']) await writeFile(join(folder, name), '{}')
    const found = checkSpec(await loadSpec(folder)).filter(({ code }) => code !== 'S003')
    expect(found.map(({ code, file }) => `${code} ${file}`).sort()).toEqual(names.map((name) => `S004 ${name}`).sort())
    const latin = join(folder, 'models/a.schema.json')
    await writeFile(latin, Buffer.from('{ "title": "caf\xe9" }', 'latin1'))
    await expect(loadSpec(folder)).rejects.toThrow(`${latin} cannot be read as a file: it is not UTF-8`)
    await writeFile(latin, `${'['.repeat(200)}${']'.repeat(200)}`)
    await expect(loadSpec(folder)).rejects.toThrow('it is nested too deeply')
  } finally {
    await rm(folder, { recursive: true })
  }
})

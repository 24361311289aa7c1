import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { getLanguageService, TextDocument, type Diagnostic } from 'vscode-json-languageservice'

/** What an editor on the JSON language service of VS Code offers and reports for the files of `spec/`, with the settings of this repository. */
const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

const service = getLanguageService({
  schemaRequestService: (url) => Promise.resolve(readFileSync(fileURLToPath(url), 'utf8')),
  workspaceContext: { resolveRelativePath: (path, resource) => new URL(path, resource).href },
})
const settings = JSON.parse(read('.vscode/settings.json')) as {
  'json.schemas': { fileMatch: string[]; url: string }[]
}
service.configure({
  validate: true,
  schemas: settings['json.schemas'].map(({ fileMatch, url }) => ({
    uri: new URL(url, pathToFileURL(root)).href,
    fileMatch: fileMatch.map((glob) => `${pathToFileURL(root).href.replace(/\/$/, '')}${glob}`),
  })),
})

/** A file of `spec/` as an editor holds it, with a part of its text replaced. `¦` in the replacement is the cursor. */
function opened(path: string, old = '', replacement = '') {
  const source = read(path)
  expect(source).toContain(old)
  const text = old === '' ? source : source.replace(old, () => replacement)
  const cursor = text.indexOf('¦')
  const document = TextDocument.create(pathToFileURL(`${root}${path}`).href, 'json', 1, text.replace('¦', ''))
  return { document, json: service.parseJSONDocument(document), at: document.positionAt(Math.max(0, cursor)) }
}

async function problems(path: string, old?: string, replacement?: string): Promise<string[]> {
  const { document, json } = opened(path, old, replacement)
  const found: Diagnostic[] = await service.doValidation(document, json)
  return found.map(
    ({ message, range }) => `${document.getText(range)}: ${typeof message === 'string' ? message : message.value}`,
  )
}

async function offered(path: string, old: string, replacement: string): Promise<string[]> {
  const { document, json, at } = opened(path, old, replacement)
  return ((await service.doComplete(document, at, json))?.items ?? []).map(({ label }) => label)
}

async function hover(path: string, old: string, replacement: string): Promise<string> {
  const { document, json, at } = opened(path, old, replacement)
  return JSON.stringify((await service.doHover(document, at, json))?.contents ?? '')
}

/** The types of files that the catalogue has. */
const types = Object.keys((JSON.parse(read('spec/media.schema.json')) as { 'x-types': object })['x-types'])
const model = 'spec/models/sd_2.0_discount.schema.json'
const files = [
  model,
  'spec/parameters.schema.json',
  'spec/media.schema.json',
  'spec/task.schema.json',
  'spec/service.json',
  'spec/findings.json',
]

test.each(files)('%s has no problem as it is', async (path) => {
  expect(await problems(path)).toEqual([])
})

test.each([
  [model, '"x-kind": "video"', '"x-kind": "vdeo"', '"vdeo"'],
  [model, '"x-listed"', '"x-listd"', '"x-listd"'],
  [model, '"maximum": 15', '"maximum": "15"', '"15"'],
  [model, '"type": "video",\n        "limits"', '"type": "a video",\n        "limits"', '"a video"'],
  ['spec/models/epsilonO3.schema.json', '"enum": ["image", "frame"]', '"enum": ["image", 5]', '5'],
  ['spec/models/epsilonO3.schema.json', '"default": "image"', '"default": 5', '5'],
  ['spec/parameters.schema.json', '"minLength": 1', '"minlength": 1', '"minlength"'],
  ['spec/media.schema.json', '"x-accepts": ["url"]', '"x-accepts": ["link"]', '"link"'],
  ['spec/task.schema.json', '"x-present": "always"', '"x-present": "sometimes"', '"sometimes"'],
  ...['^(a$', '^a)$', '^[a$', '^a\\\\$', '^a**$', '^*a$', '^(?<=a)b$', 'a$', '^a'].map((pattern) => [
    model,
    '"seed": {',
    `"colour": { "type": "string", "pattern": "${pattern}" }, "seed": {`,
    `"${pattern}"`,
  ]),
])('%s: %s written as %s is marked', async (path, old, replacement, marked) => {
  const found = await problems(path, old, replacement)
  expect(
    found.some((problem) => problem.startsWith(marked)),
    found.join('\n'),
  ).toBe(true)
})

test.each([
  [model, '"x-kind": "video"', '"x-kind": ¦', ['"video"', '"image"', '"audio"', '"mesh"']],
  [model, '"x-listed"', '"¦", "x-listed"', ['x-deprecated', 'x-renamed-from', '$comment']],
  [model, '"x-asset-library": true', '"x-asset-library": ¦', ['true', 'false', '{"unknown":"not shown"}']],
  [
    model,
    '"$ref": "../parameters.schema.json#/$defs/promptSd"',
    '"$ref": ¦',
    ['"../parameters.schema.json#/$defs/prompt"'],
  ],
  [model, '"$ref": "../media.schema.json#/$defs/urlOrAsset"', '"$ref": ¦', ['"../media.schema.json#/$defs/urlOrData"']],
  [model, '"formats": ["mp4", "mov"]', '"formats": [¦]', ['"mp4"', '"mov"']],
  [
    model,
    '"type": "video",\n        "limits"',
    '"type": ¦,\n        "limits"',
    types.map((type) => JSON.stringify(type)),
  ],
  [model, '"seed": {', '"seed": { "¦",', ['minimum', 'maximum', 'multipleOf', 'x-unit', 'x-upcoming']],
  [
    'spec/parameters.schema.json',
    '"minLength": 1,',
    '"minLength": 1, "¦",',
    ['maxLength', 'pattern', 'x-prompt-limits'],
  ],
  ['spec/media.schema.json', '"x-accepts": ["url"]', '"x-accepts": ["url", ¦]', ['"asset"', '"data"']],
  ['spec/task.schema.json', '"x-present": "always"', '"x-present": ¦', ['"always"', '"completed"', '"usual"']],
])('%s: %s with the cursor in %s offers what may stand there', async (path, old, replacement, labels) => {
  expect(await offered(path, old, replacement)).toEqual(expect.arrayContaining(labels))
})

test.each([
  [model, '"x-asset-library"', '"x-as¦set-library"', 'true, false, or'],
  [model, '"minimum": 4', '"min¦imum": 4', 'Lowest value'],
  ['spec/parameters.schema.json', '"minLength": 1', '"minL¦ength": 1', 'code points'],
  ['spec/media.schema.json', '"x-accepts"', '"x-acc¦epts"', 'http or https'],
  ['spec/task.schema.json', '"x-present"', '"x-pr¦esent"', 'there'],
])('%s: hovering over %s explains it', async (path, old, replacement, words) => {
  expect(await hover(path, old, replacement)).toContain(words)
})

test.each(['model', 'parameters', 'media', 'task'])(
  'the dialect of %s files is named by its vocabularies, and an $id is fetched by no editor',
  async (name) => {
    const path = `spec/meta/${name}.schema.json`
    const meta = JSON.parse(read(path)) as Record<string, unknown>
    expect(Object.entries(meta['$vocabulary'] as object).filter(([, isRequired]) => isRequired === false)).toEqual([
      ['https://model-tasks.example/spec/vocab/catalogue', false],
    ])
    // The address is told to no one: what it says is asked for by its file, and references are relative to that.
    const asked: string[] = []
    const offline = getLanguageService({
      schemaRequestService: (url) => {
        asked.push(url)
        return Promise.resolve(
          JSON.stringify({
            $id: `https://example.com/${url.split('/').at(-1)}`,
            ...JSON.parse(readFileSync(fileURLToPath(url), 'utf8')),
          }),
        )
      },
      workspaceContext: { resolveRelativePath: (relative, resource) => new URL(relative, resource).href },
    })
    const file = name === 'model' ? model : `spec/${name}.schema.json`
    const document = TextDocument.create(pathToFileURL(`${root}${file}`).href, 'json', 1, read(file))
    offline.configure({
      validate: true,
      schemas: [{ uri: pathToFileURL(`${root}${path}`).href, fileMatch: [`*${file.split('/').at(-1)}`] }],
    })
    expect(await offline.doValidation(document, offline.parseJSONDocument(document))).toEqual([])
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([])
  },
)

test('an editor with the published copies of the meta-schemas checks by their addresses, and fetches nothing', async () => {
  const folder = new URL('generated/json-schema/meta/', pathToFileURL(root))
  const schemas = readdirSync(folder).map((name) => {
    const schema = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as { $id: string }
    expect(schema.$id).toMatch(new RegExp(`^https://.*/json-schema/meta/${name}$`))
    return { name, schema }
  })
  const store = JSON.parse(read('generated/json-schema/catalog.json')) as {
    schemas: { url: string; fileMatch?: string[] }[]
  }
  const asked: string[] = []
  const offline = getLanguageService({
    schemaRequestService: (url) => {
      asked.push(url)
      return Promise.reject(new Error('there is no network'))
    },
    workspaceContext: { resolveRelativePath: (relative, resource) => new URL(relative, resource).href },
  })
  offline.configure({
    validate: true,
    schemas: schemas.map(({ schema }) => {
      const { fileMatch } = store.schemas.find(({ url }) => url === schema.$id) ?? {}
      return { uri: schema.$id, schema, ...(fileMatch === undefined ? {} : { fileMatch }) }
    }),
  })
  const checked = async (path: string, text: string): Promise<string[]> => {
    const { $schema: _, ...rest } = JSON.parse(text) as { $schema?: string }
    // Its own "$schema" would be asked for first: by its address in the copy, the file names none.
    const document = TextDocument.create(`file:///elsewhere/${path}`, 'json', 1, JSON.stringify(rest))
    return (await offline.doValidation(document, offline.parseJSONDocument(document))).map(({ message }) =>
      typeof message === 'string' ? message : message.value,
    )
  }
  const service = 'spec/service.json'
  expect(await checked(service, read(service))).toEqual([])
  expect((await checked(service, read(service).replace('"method": "POST"', '"method": "PSOT"'))).join()).toContain(
    'POST',
  )
  const wrong = await checked(model, read(model).replace('"x-kind": "video"', '"x-kind": "vdeo"'))
  expect(wrong.join()).toContain('"video", "image", "audio", "mesh"')
  expect(asked).toEqual([])
})

test('an editor without these settings follows the "$schema" of the file', async () => {
  service.configure({ validate: true, schemas: [] })
  expect(await problems(model, '"x-kind": "video"', '"x-kind": "vdeo"')).toEqual([
    '"vdeo": Value is not accepted. Valid values: "video", "image", "audio", "mesh".',
  ])
})

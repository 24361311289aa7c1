import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Catalogue, ListParameter, Model } from '@model-tasks/spec/catalogue'
import { loadSpec, parseSpecFile } from '../../../generator/dist/load/spec.js'
import { readCatalogue } from '../../../generator/dist/read/catalogue.js'
import { finderData } from '../src/pages/finder.js'
import { playgroundFields } from '../src/pages/model-fields.js'
import { leadOf } from '../src/pages/model-lead.js'
import { modelMarkdown } from '../src/pages/model-markdown.js'
import { modelPage } from '../src/pages/model.js'
import { factsOf, parameterRow, type ParameterRow } from '../src/pages/model-rows.js'
import { navigationOf } from '../src/pages/navigation.js'
import { english } from '../src/texts/en.js'
import { languages, type Language } from '../src/texts/language.js'

const root = new URL('../../../', import.meta.url)
const ids = ['every-kind', 'any-mesh']
const spec = await loadSpec(fileURLToPath(new URL('spec', root)))
const added = ids.map((id) => {
  const path = `models/${id}.schema.json`
  const text = readFileSync(new URL(`generator/test/kinds/${id}.schema.json`, root), 'utf8')
  return [path, parseSpecFile(path, text)] as const
})
const catalogue: Catalogue = readCatalogue({ ...spec, files: new Map([...spec.files, ...added]) })
const model = (id: string): Model => {
  const found = catalogue.models.find((each) => each.id === id)
  if (found === undefined) throw new Error(`No model ${id}`)
  return found
}
const row = (id: string, name: string, language: Language): ParameterRow => {
  const parameter = model(id).parameters.find((each) => each.name === name)
  if (parameter === undefined) throw new Error(`No parameter ${name}`)
  return parameterRow(parameter, '', language)
}
const markdown = '## Response\n\n```json\n{}\n```\n'

/** Every "undefined" in a text of a page, with what stands around it. */
const undefinedIn = (page: object): string[] => [...(JSON.stringify(page).match(/.{0,40}undefined.{0,40}/g) ?? [])]

test.each(languages.map((language) => [language.code, language] as const))(
  'nothing on the page of a model with other kinds of files and of results is undefined (%s)',
  (_, language) => {
    for (const id of ids) {
      expect(undefinedIn(modelPage(catalogue, model(id), language, markdown, '../'))).toEqual([])
      expect(leadOf(model(id), language)).not.toContain('undefined')
    }
    expect(undefinedIn(finderData(catalogue, language.texts))).toEqual([])
  },
)

test('files are called what the catalogue calls them, and the finder offers what there is', () => {
  expect(factsOf(model('every-kind'), english)).toContainEqual({
    label: 'Inputs',
    text: 'images\u00a0≤3, audio\u00a0≤2, masks\u00a01–2',
    wide: true,
  })
  const { outputs, inputs } = finderData(catalogue, english) as Record<string, { value: string; label: string }[]>
  expect(outputs?.map(({ label }) => label)).toEqual(['Any', 'Video', 'Image', 'Audio', '3D model'])
  expect(inputs).toContainEqual({ value: 'mask', label: 'masks' })
})

test.each([
  [
    'en',
    'Deprecated since 2026-10-01. Retired on 2027-01-01. Use sd_2.0_discount instead. Formerly any-kind.',
    {
      loop: 'Deprecated since 2026-10-01. Use speed instead.',
      steps: 'From 2027-01-01: at most 30.',
      style: 'film: Deprecated since 2026-10-01. Retired on 2027-01-01. Use anime instead.',
    },
    { faces: 'From 2027-01-01: only 1000, 10000.', angles: 'From 2027-01-01: at most 3 items.' },
  ],
  [
    'zh',
    '自 2026-10-01 起不建议使用。2027-01-01 起停用。请改用 sd_2.0_discount。曾用名：any-kind。',
    {
      loop: '自 2026-10-01 起不建议使用。请改用 speed。',
      steps: '自 2027-01-01 起：至多 30。',
      style: 'film：自 2026-10-01 起不建议使用。2027-01-01 起停用。请改用 anime。',
    },
    { faces: '自 2027-01-01 起：仅 1000、10000。', angles: '自 2027-01-01 起：至多 3 个元素。' },
  ],
])('a page says what is deprecated, retired, renamed and announced (%s)', (code, ofModel, ...ofParameters) => {
  const language = languages.find((each) => each.code === code)
  if (language === undefined) throw new Error(`No language ${code}`)
  expect(modelPage(catalogue, model('every-kind'), language, markdown, '../').data).toMatchObject({ dated: ofModel })
  for (const [index, sentences] of ofParameters.entries())
    for (const [name, sentence] of Object.entries(sentences))
      expect(row(ids[index] ?? '', name, language).dated).toBe(sentence)
  const twin = modelMarkdown(model('every-kind'), language, { response: '{}', root: '../' })
  expect(twin).toContain(ofModel)
  for (const sentence of Object.values(ofParameters[0])) expect(twin).toContain(sentence)
})

test('the navigation leads to the list of models, and has no empty group', () => {
  for (const language of languages) {
    const groups = navigationOf(language)
    expect(groups.filter(({ links }) => links.length === 0)).toEqual([])
    const paths = groups.flatMap(({ links }) => links.map(({ path }) => path))
    expect(paths).toContain('models/')
  }
})

test('the twin of a Chinese page names values for people, as the page does', () => {
  const chinese = languages.find(({ code }) => code === 'zh')
  if (chinese === undefined) throw new Error('No Chinese')
  const twin = modelMarkdown(model('every-kind'), chinese, { response: '{}', root: '../' })
  expect(twin).toContain('`film`（老电影）、`anime`（动漫）')
  expect(twin).toContain('`auto`（As it comes）')
  expect(twin).toContain('film：自 2026-10-01 起不建议使用')
})

test('the playground marks a value that should no longer be used', () => {
  const labels = languages.map(({ texts }) => {
    const fields = playgroundFields(model('every-kind'), { model: 'every-kind' }, texts)
    const { options } = fields.find(({ name }) => name === 'style') as { options: { label: string }[] }
    return options.map(({ label }) => label)
  })
  expect(labels).toEqual([
    ['', 'Old film (Deprecated since 2026-10-01)', 'Drawn'],
    ['', '老电影（自 2026-10-01 起不建议使用）', '动漫'],
  ])
})

test('members of an object are described by their paths', () => {
  for (const language of languages)
    expect(row('every-kind', 'camera', language).members).toEqual([
      { path: 'angle', description: 'Angle.' },
      { path: 'target', description: 'Target.' },
    ])
})

test('null, and values of several types, are told and offered', () => {
  for (const [language, guidance] of [
    [languages[0], '0 to 20, or null'],
    [languages[1], '0 到 20，或 null'],
  ] as const) {
    expect(row('every-kind', 'guidance', language!)).toMatchObject({ type: 'integer | null', phrase: guidance })
    expect(row('every-kind', 'length', language!)).toMatchObject({
      type: 'number | string',
      values: [{ text: '5' }, { text: '10' }, { text: 'auto', isDefault: true }],
    })
    expect(row('every-kind', 'style', language!).values).toMatchObject([
      { text: 'film' },
      { text: 'anime' },
      { text: 'null' },
    ])
  }
  const fields = playgroundFields(model('every-kind'), { model: 'every-kind' }, english)
  expect(fields.filter(({ nullable }) => nullable === true).map(({ name }) => name)).toEqual([
    'weights',
    'sound',
    'guidance',
    'style',
    'fade',
    'ending',
    'accents',
  ])
})

test('the known values of a list that grows are suggested by their names, and any other may be typed', () => {
  const { kind, items } = model('every-kind').parameters.find(({ name }) => name === 'speakers') as ListParameter
  expect(kind).toBe('list')
  const parameters = [{ ...items, name: 'speaker' }]
  for (const [{ texts }, anna] of [
    [languages[0]!, 'Anna, calm'],
    [languages[1]!, '安娜，平静'],
  ] as const)
    expect(playgroundFields({ ...model('every-kind'), parameters }, { model: 'every-kind' }, texts)).toMatchObject([
      {
        isText: true,
        suggestions: [
          { value: 'anna', label: anna },
          { value: 'ben', label: '' },
          { value: 'cleo', label: expect.stringMatching(/2026-10-01/) as string },
        ],
      },
    ])
})

test('values are shown and offered by their names for people, in English where a language has none', () => {
  for (const [language, film, drawn, auto] of [
    [languages[0]!, 'Old film', 'Drawn', 'As it comes'],
    [languages[1]!, '老电影', '动漫', 'As it comes'],
  ] as const) {
    expect(row('every-kind', 'style', language).values).toMatchObject([
      { text: 'film', label: film },
      { text: 'anime' },
      { text: 'null', label: undefined },
    ])
    const fields = playgroundFields(model('every-kind'), { model: 'every-kind' }, language.texts)
    const optionsOf = (name: string): unknown => fields.find((field) => field.name === name)?.options
    expect(optionsOf('style')).toContainEqual({ value: 'anime', label: drawn, checked: false })
    expect(optionsOf('length')).toContainEqual({ value: 'auto', label: auto, checked: false })
    expect(optionsOf('length')).toContainEqual({ value: '5', label: '5', checked: false })
  }
})

test('the members of all forms of an object are described, and its field takes JSON', () => {
  const [english, chinese] = languages
  if (english === undefined || chinese === undefined) throw new Error('No languages')
  for (const language of [english, chinese]) {
    const { type, phrase, members } = row('every-kind', 'sound', language)
    expect([type, members.map(({ path }) => path)]).toEqual(['object | null', ['from', 'text', 'pace', 'file', 'cuts']])
    expect(phrase).toContain(
      language.code === 'en' ? 'an object by its from: words with text' : '按 from 区分的对象：words，含 text',
    )
  }
  const field = playgroundFields(model('every-kind'), { model: 'every-kind' }, english.texts).find(
    ({ name }) => name === 'sound',
  )
  expect(field).toMatchObject({ kind: 'union', isJson: true, empty: '{}', nullable: true })
})

test('an empty object is offered as an object', () => {
  const fields = playgroundFields(model('any-mesh'), { model: 'any-mesh' }, english)
  expect(fields.find(({ name }) => name === 'texture')).toMatchObject({ empty: '{}' })
  expect(fields.find(({ name }) => name === 'angles')).toMatchObject({ empty: '[]' })
})

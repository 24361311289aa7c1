import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Catalogue, Model } from '@model-tasks/spec/catalogue'
import catalogueJson from '@model-tasks/documents/catalogue.json' with { type: 'json' }
import { capabilitiesOf } from '../src/facts/capabilities.js'
import { boundsPhrase, constraintOf, constraintText, mediaLimitWords } from '../src/facts/limits.js'
import { ruleSentence } from '../src/facts/rule-message.js'
import { differencesBetween, siblingsOf } from '../src/facts/siblings.js'
import { leadOf } from '../src/pages/model-lead.js'
import { modelPage } from '../src/pages/model.js'
import { english } from '../src/texts/en.js'
import { parameterDescription } from '../src/texts/parameters.js'
import { chinese } from '../src/texts/zh.js'

const catalogue: Catalogue = catalogueJson
/** The sections of the interface; a model that was added since names itself as its source. */
const { sections } = JSON.parse(readFileSync(new URL('../../../spec/sections.json', import.meta.url), 'utf8')) as {
  sections: string[]
}
const model = (id: string): Model => {
  const found = catalogue.models.find((candidate) => candidate.id === id)
  if (found === undefined) throw new Error(`No model ${id}`)
  return found
}
const takes = (id: string, name: string, texts = english): string => {
  const parameter = model(id).parameters.find((candidate) => candidate.name === name)
  return parameter === undefined ? '' : constraintText(constraintOf(parameter, texts), texts)
}

test('closed bounds and open bounds are told apart', () => {
  expect(boundsPhrase({ minimum: 2, maximum: 15 }, 's', english)).toBe('2 to 15 s')
  expect(boundsPhrase({ exclusiveMinimum: 300, exclusiveMaximum: 6000 }, 'px', english)).toBe(
    'over 300 and under 6000 px',
  )
  expect(boundsPhrase({ exclusiveMaximum: 30 }, 'MB', english)).toBe('under 30 MB')
  expect(boundsPhrase({ maximum: 20 }, 'MB', chinese)).toBe('至多 20 MB')
  expect(boundsPhrase({}, 's', english)).toBe('')
})

test('what a parameter takes is said in a phrase, and a single value as only that', () => {
  expect(takes('sd_2.0_discount', 'prompt')).toBe(
    'at least 1 character · at most 500 Han characters, at most 1000 words',
  )
  expect(takes('videos_900_720p-c1', 'prompt')).toBe('1 to 1500 characters')
  expect(takes('videos_900_720p-c1', 'duration')).toBe('only 15 s')
  expect(takes('gamma-1.0-i2v', 'first_image')).toBe('exactly 1 image · URL')
  expect(takes('sd_2.0_discount', 'reference_images')).toBe('0 to 9 images · URL, assetId://{id}')
  expect(takes('hh-1.1-r2v-o', 'seed')).toBe('0 to 2 147 483 647 · integer')
  expect(takes('beta-5.0', 'size', chinese)).toBe('任意文本 · 取值未说明')
  expect(takes('sd_2.0_discount', 'prompt', chinese)).toBe('至少 1 个字符 · 至多 500 个汉字、至多 1000 个英文词')
  expect(takes('sd_2.0_discount', 'duration', chinese)).toBe('4 到 15 秒 · 整数')
})

test('every parameter and every media limit can be said in both languages', () => {
  for (const { parameters } of catalogue.models) {
    for (const parameter of parameters) {
      for (const texts of [english, chinese]) {
        expect(constraintText(constraintOf(parameter, texts), texts)).not.toMatch(/undefined|\{(?!id\})|^$/)
        for (const limit of parameter.kind === 'media' ? parameter.limits : [])
          expect(mediaLimitWords(limit, texts).to).not.toMatch(/undefined|^$/)
      }
    }
  }
})

test('capabilities are read off the table, and nothing is claimed of a model without one', () => {
  expect(capabilitiesOf(model('sd_2.5_discount_v1'))).toMatchObject({
    seconds: [4, 30],
    audio: true,
    seed: true,
    assetLibrary: true,
  })
  expect(capabilitiesOf(model('beta_5.0Pro'))).toEqual({
    inputs: [],
    seconds: undefined,
    resolutions: [],
    ratios: [],
    audio: false,
    seed: false,
    assetLibrary: undefined,
  })
})

test('models with the same parameters differ in nothing, and the nearest sibling comes first', () => {
  expect(differencesBetween(model('delta3.0-r2v'), model('delta3.0-prime-r2v'), english)).toEqual([])
  expect(siblingsOf(model('hh-1.1-r2v-o'), catalogue.models, english)[0]?.model.id).toBe('gamma-1.0-r2v')
  expect(
    differencesBetween(model('hh-1.1-r2v-o'), model('gamma-1.0-r2v'), english).map(({ label }) => label),
  ).toContain('watermark')
})

test('every model with a table names its nearest sibling, unless it is the only one of its kind', () => {
  const withTable = catalogue.models.filter(({ reference }) => reference)
  expect(
    withTable.filter((one) => siblingsOf(one, catalogue.models, english).length === 0).map(({ id }) => id),
  ).toEqual(
    withTable.filter(({ kind }) => withTable.filter((one) => one.kind === kind).length === 1).map(({ id }) => id),
  )
  expect(siblingsOf(model('sd_2.0_discount'), catalogue.models, english)).not.toEqual([])
})

test('siblings differ in limits, tokens, rules and response fields too, and not in the order of a set', () => {
  const labels = (here: string, there: string): string[] =>
    differencesBetween(model(here), model(there), english).map(({ label }) => label)
  const far = labels('sd_2.0_discount', 'zeta-H3_933_1080p')
  for (const label of [
    'Prompt tokens',
    'Media rules: reference_images',
    'Rules between parameters',
    'Further response fields',
  ])
    expect(far).toContain(label)
  expect(labels('alpha_1_5_pro', 'sd_2.0_discount')).not.toContain('aspect_ratio')
  expect(labels('gamma-1.0-t2v', 'epsilonO3')).toContain('Prompt rules')
  expect(labels('zeta-H3_933_1080p', 'sd_2.0_discount').toSorted()).toEqual(far.toSorted())
})

test('what is not offered and what is not stated are told apart', () => {
  const facts = (id: string): string =>
    JSON.stringify(
      modelPage(catalogue, model(id), { code: 'en', tag: 'en', folder: '', texts: english }, '', '').data.facts,
    )
  expect(facts('video_30_10_10')).toContain('not stated: URLs only')
  expect(facts('video_30_10_10')).toContain('no such parameter')
  expect(facts('video_30_10_10')).not.toContain('"no"')
})

test('the Chinese lead of a model is made of its facts, and its parameters are described in Chinese', () => {
  const language = { code: 'zh', tag: 'zh-Hans', folder: 'zh/', texts: chinese } as const
  expect(leadOf(model('sd_2.5_discount_v1'), language)).toMatch(
    /^由提示词生成视频，可用素材：图片.*、.*，时长 4–30 秒。$/,
  )
  expect(leadOf(model('gamma-1.0-t2v'), language)).toMatch(/^由提示词生成视频，时长/)
  expect(leadOf(model('beta_5.0Pro'), language)).toContain('未说明')
  // A model that was added since is described in the language of its file.
  for (const { parameters } of catalogue.models.filter(({ source }) => sections.includes(source.section)))
    for (const parameter of parameters) expect(parameterDescription(parameter, 'zh')).toMatch(/\p{Script=Han}/u)
  expect(parameterDescription({ name: 'new_one', description: 'Said in English.' }, 'zh')).toBe('Said in English.')
})

test('a rule is a sentence that begins with a capital letter, unless it begins with the name of a parameter', () => {
  const [framed] = model('epsilonO3').rules.map((rule) => ruleSentence(rule, english))
  const [mixed] = model('sd_2.0_discount').rules.map((rule) => ruleSentence(rule, english))
  expect(framed).toMatch(/^reference_mode .*\.$/)
  expect(mixed).toMatch(/^Frames .*\.$/)
})

import { expect, test } from 'vitest'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import catalogueJson from '@model-tasks/spec/catalogue.json' with { type: 'json' }
import { checkRequestSync } from '@model-tasks/validation/all'
import { chinese } from '@model-tasks/validation/chinese'
import { answersTo, type Answers, type ModelAnswer } from '../browser/by-request/answers.js'
import { chinese as inChinese, english as words } from '../browser/by-request/words.js'
import { askedModel, examplePriceText } from '../src/facts/prices.js'
import { exampleBody } from '../src/samples/example.js'

const catalogue: Catalogue = catalogueJson
const models = catalogue.models.map(askedModel)

const ask = (request: unknown): Promise<Answers> =>
  answersTo(typeof request === 'string' ? request : JSON.stringify(request), models, { words })

const faultOf = async (text: string): Promise<string | undefined> => {
  const answers = await ask(text)
  return 'fault' in answers ? answers.fault : undefined
}

const answersOf = (answers: Answers): ModelAnswer[] =>
  'fault' in answers ? [] : answers.groups.flatMap((group) => group.models)

const of = (answers: Answers, id: string): ModelAnswer | undefined =>
  answersOf(answers).find((answer) => answer.id === id)

test('every model answers once, and what it accepts, or would after changes, its validator accepts', async () => {
  const answers = answersOf(await ask({ prompt: 'A paper boat', duration: 5, resolution: '720p', colour: 'red' }))
  expect(answers.map(({ id }) => id).toSorted()).toEqual(models.map(({ id }) => id).toSorted())
  const taken = answers.filter(({ request }) => request !== undefined)
  expect(taken.length).toBeGreaterThan(8)
  for (const { request, id } of taken) {
    expect(request?.model).toBe(id)
    expect(checkRequestSync(request).ok, id).toBe(true)
  }
})

test.each(catalogue.models.filter(({ reference, availability }) => reference && availability.status === 'available'))(
  'the example of $id is accepted by the model it names, which comes first, at the price of its page',
  async (model) => {
    const [first] = answersOf(await ask(exampleBody(model)))
    expect(first).toMatchObject({ id: model.id, verdict: 'accepts', isNamed: true, says: [] })
    expect(first?.cost).toBe(`${examplePriceText(model)} credits`)
  },
)

test('a model says which parameters to change, to what, and what that costs then', async () => {
  const answers = await ask({ prompt: 'A paper boat', duration: 5, resolution: '720p', aspect_ratio: '16:9' })
  expect(of(answers, 'sd_2.0_discount')).toMatchObject({ verdict: 'accepts', cost: '≈\u00a05 credits' })
  expect(of(answers, 'zeta-H3-768p')).toEqual({
    id: 'zeta-H3-768p',
    verdict: 'changes',
    isNamed: false,
    says: ['duration: 5 becomes 10', 'resolution: "720p" becomes "768p"'],
    advice: [],
    request: { model: 'zeta-H3-768p', prompt: 'A paper boat', duration: 10, resolution: '768p', aspect_ratio: '16:9' },
    cost: '≈\u00a010 credits',
  })
})

test('a model that no change helps says the exact finding, without a price', async () => {
  const answers = await ask({ prompt: 'A paper boat' })
  expect(of(answers, 'gamma-1.0-i2v')).toEqual({
    id: 'gamma-1.0-i2v',
    verdict: 'rejects',
    isNamed: false,
    says: ['first_image: is required; add an array of 1 image (http or https URL)'],
    advice: [],
  })
})

test('a model that cannot be invoked says so, and nothing is guessed of one whose parameters are not published', async () => {
  const answers = await ask({ prompt: 'A paper boat' })
  expect(of(answers, 'zeta-H3_933_1080p')).toMatchObject({
    verdict: 'rejects',
    says: ['cannot be invoked (brand_model_missing)'],
  })
  expect(of(answers, 'sd_2.0_special')).toMatchObject({ verdict: 'unknown', says: [] })
})

test('what makes something else than the named model does not fit', async () => {
  const answers = await ask({ model: 'beta-5.0', prompt: 'A paper boat' })
  expect(of(answers, 'sd_2.0_discount')).toMatchObject({
    verdict: 'rejects',
    says: ['makes a video; beta-5.0, which the request names, makes an image'],
  })
  expect(of(answers, 'beta-5.0')).toMatchObject({ verdict: 'accepts', isNamed: true })
})

test('a name that is not a Model ID is said to be none, and the request is asked of every model', async () => {
  const answers = await ask({ model: 'sd_2.0_discont', prompt: 'A paper boat', duration: 5 })
  expect('notes' in answers ? answers.notes : []).toEqual([expect.stringMatching(/^model: .*sd_2\.0_discount/)])
  expect(of(answers, 'sd_2.0_discount')).toMatchObject({ verdict: 'accepts', isNamed: false })
})

test('the order is by what is lost, then by what is changed, then by the price', async () => {
  const answers = await ask({ prompt: 'A paper boat', duration: 5, resolution: '720p', seed: 7 })
  const changed = answersOf(answers).filter(({ verdict }) => verdict === 'changes')
  const lost = changed.map(({ says }) => says.filter((one) => one.includes('dropped')).length)
  expect(lost).toEqual(lost.toSorted((left, right) => left - right))
  expect(new Set(lost).size).toBeGreaterThan(1)
})

test.each([
  ['{"prompt": "a",\n "duration": 5,\n}', 'Line 3, column 1: expected a name in double quotes, got }'],
  ["{'prompt': 1}", "Line 1, column 2: expected a name in double quotes, got 'prompt': 1}"],
  ['{"prompt": "纸船" "duration": 5}', 'Line 1, column 17: expected a comma or }, got "duration": 5}'],
  ['{"prompt": "a"', 'Line 1, column 15: expected a comma or }, got the end of the text'],
  ['\n  [1]', 'Line 2, column 3: expected an object with parameters, such as {"prompt": "A paper boat"}'],
  [
    '{\n  "seed": 9007199254740993\n}',
    'Line 2, column 11: 9007199254740993 cannot be kept exactly; use a number from -9007199254740991 to 9007199254740991',
  ],
])('%j is answered by one sentence with its place', async (text, fault) => {
  expect(await faultOf(text)).toBe(fault)
})

test('a text beyond what the service takes is not read', async () => {
  const text = JSON.stringify({ prompt: '船'.repeat(6_000_000) })
  expect(await faultOf(text)).toBe('The text has 17.2 MiB; a request has at most 16. Give media by URL, not as base64.')
})

test('the answers are in Chinese on a Chinese page', async () => {
  const answers = await answersTo('{"prompt": "一只纸船", "duration": 5, "resolution": "720p"}', models, {
    words: inChinese,
    language: chinese,
  })
  expect(of(answers, 'zeta-H3-768p')).toMatchObject({ says: ['duration：5 改为 10', 'resolution："720p" 改为 "768p"'] })
  expect('summary' in answers ? answers.summary : '').toMatch(/^\d+ 个模型会接受/)
})

import { expect, test } from 'vitest'
import type { Catalogue } from '@model-tasks/spec/catalogue'
import catalogueJson from '@model-tasks/documents/catalogue.json' with { type: 'json' }
import { loaders, protocols } from '@model-tasks/documents/upstreams'
import { inOurWords, toUpstream, type JsonObject } from '@model-tasks/documents/upstreams/interpreter'
import { models as upstreamModels } from '@model-tasks/documents/upstreams/models'
import { checkRequestSync } from '@model-tasks/validation/all'
import { chinese } from '@model-tasks/validation/chinese'
import { answersTo, type Answers, type ModelAnswer } from '../browser/by-request/answers.js'
import * as vendorRequests from '../browser/by-request/vendors.js'
import { chinese as inChinese, english as words } from '../browser/by-request/words.js'
import { askedModel, examplePriceText } from '../src/facts/prices.js'
import { exampleBody } from '../src/samples/example.js'

const catalogue: Catalogue = catalogueJson
const models = catalogue.models.map(askedModel)

const vendors = (): Promise<typeof vendorRequests> => Promise.resolve(vendorRequests)

const ask = (request: unknown): Promise<Answers> =>
  answersTo(typeof request === 'string' ? request : JSON.stringify(request), models, { words, vendors })

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
    vendors,
    language: chinese,
  })
  expect(of(answers, 'zeta-H3-768p')).toMatchObject({ says: ['duration：5 改为 10', 'resolution："720p" 改为 "768p"'] })
  expect('summary' in answers ? answers.summary : '').toMatch(/^\d+ 个模型会接受/)
})

const notesOf = (answers: Answers): string[] => ('notes' in answers ? answers.notes : [])

test.each([
  [
    'fal',
    { prompt: 'A paper boat', image_url: 'https://example.com/a.png', duration: '5', aspect_ratio: '16:9' },
    { first_image: ['https://example.com/a.png'], duration: 5, aspect_ratio: '16:9' },
  ],
  [
    'Ark',
    {
      model: 'doubao-seedance-1-0-pro',
      content: [
        { type: 'text', text: 'A paper boat' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' }, role: 'first_frame' },
      ],
      ratio: '16:9',
      duration: 5,
    },
    { first_image: ['https://example.com/a.png'], duration: 5, aspect_ratio: '16:9' },
  ],
  [
    'OpenAI-shaped',
    { model: 'sora-2', prompt: 'A paper boat', seconds: '4', size: '1280x720' },
    { duration: 4, aspect_ratio: '16:9', resolution: '720p' },
  ],
])('a request of %s is read in our words, and a model that accepts it says so', async (title, body, ours) => {
  const answers = await ask(body)
  expect(notesOf(answers)).toEqual([expect.stringContaining(`Read as a request of ${title}`)])
  expect(of(answers, 'sd_2.0_discount')).toMatchObject({
    verdict: 'accepts',
    says: [],
    request: { model: 'sd_2.0_discount', prompt: 'A paper boat', ...ours },
  })
})

test('what a vendor asks for and no parameter says is named, and the model is asked for the rest', async () => {
  const answers = await ask({
    prompt: 'A paper boat',
    image_url: 'https://example.com/a.png',
    end_image_url: 'https://example.com/b.png',
    duration: '5',
    resolution: '720p',
    camera_control: { type: 'pan' },
  })
  expect(notesOf(answers)).toEqual([expect.stringContaining('Read as a request of fal')])
  expect(of(answers, 'sd_2.0_discount')).toMatchObject({
    verdict: 'changes',
    says: ['camera_control is dropped: no parameter here says the same'],
  })
  expect(of(answers, 'zeta-H3-768p')?.says).toEqual([
    'camera_control is dropped: no parameter here says the same',
    'first_image is named reference_images there',
    'last_image is dropped: the model has no such parameter',
    'duration: 5 becomes 10',
    'resolution: "720p" becomes "768p"',
  ])
  expect(of(answers, 'gamma-1.0-r2v')?.says).toContain('first_image is named reference_images there')
})

test('a value that a vendor writes another way is the one that the model has', async () => {
  const image = 'https://example.com/a.png'
  const answers = await ask({ prompt: 'A paper boat', image_url: image, duration: '5', resolution: '720p' })
  expect(of(answers, 'gamma-1.0-i2v')).toMatchObject({
    verdict: 'accepts',
    request: { first_image: [image], duration: 5, resolution: '720P' },
  })
})

test('our model in the words of a vendor is the one that is named', async () => {
  const answers = await ask({
    model: 'sd_2.0_discount',
    content: [{ type: 'text', text: 'A paper boat' }],
    duration: 5,
  })
  expect(answersOf(answers)[0]).toMatchObject({ id: 'sd_2.0_discount', isNamed: true, verdict: 'accepts' })
})

test('a request in our own words is ours, although a vendor could mean it too; scripts for vendors are not loaded', async () => {
  const none = (): never => {
    throw new Error('loaded')
  }
  const answers = await answersTo('{"prompt": "A paper boat", "duration": 5, "aspect_ratio": "16:9"}', models, {
    words,
    vendors: none,
  })
  expect(notesOf(answers)).toEqual([])
})

test.each(catalogue.models.filter(({ reference, availability }) => reference && availability.status === 'available'))(
  'the example of $id, sent through any vendor that has words for all of it, is accepted when it is read back',
  async (model) => {
    const { model: id, ...parameters } = exampleBody(model)
    let said = 0
    for (const protocol of protocols) {
      const { mapping } = await loaders[protocol]()
      const facts = upstreamModels[model.id]
      if (facts === undefined || mapping.operations[facts.kind] === undefined) continue
      const forwards = toUpstream(mapping, { facts, upstreamModel: model.id, parameters: parameters })
      if ('rejections' in forwards) continue
      const back = inOurWords(mapping, facts, forwards.body as JsonObject)
      expect(back?.untold, protocol).toEqual([])
      const { findings } = checkRequestSync({ ...back?.parameters, model: id })
      expect(
        findings.filter(({ severity, rule }) => severity === 'error' && rule !== 'required'),
        protocol,
      ).toEqual([])
      said++
    }
    expect(said).toBeGreaterThan(0)
  },
)

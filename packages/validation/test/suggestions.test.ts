import { checkRequest } from '@model-tasks/validation'
import { checkRequestSync } from '@model-tasks/validation/all'
import fc from 'fast-check'
import { formatCount } from '@model-tasks/validation/count'
import { describe, expect, test } from 'vitest'
import { documented, everyParameter, minimalBody, modelOf, type Body } from './bodies.js'

const messageOf = async (body: Body, path: string): Promise<string | undefined> =>
  (await checkRequest(body)).findings.find((finding) => finding.path === path)?.message

/** A model's own rules, about several parameters: no suggestion for one of them answers for those. */
const rulesOf = (model: (typeof documented)[number]): object =>
  Object.fromEntries(model.rules.map(({ id }) => [id, true]))

const near = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(0, -0, 1, 720, 1080, 5.5, -0.4, 4.4, 20.4, 1e400, -1e400, 1e300),
  fc.constantFrom(
    'true',
    'FALSE',
    '5',
    ' 7 ',
    '-0',
    '720',
    '720P',
    ' 1080p',
    '16 : 9',
    'https://example.com/a.png',
    'HTTP://h',
    'cat.png',
    '',
  ),
  fc.jsonValue({ maxDepth: 1 }),
)

test('a suggestion is never what was sent, and is right for its parameter', () => {
  fc.assert(
    fc.property(fc.constantFrom(...everyParameter), near, ([, model, { name }], value) => {
      const body = { ...minimalBody(model), [name]: value }
      for (const { rule, path, parameter, suggestion, message } of checkRequestSync(body).findings) {
        // What a parameter is replaced by is the name of another.
        if (suggestion === undefined || parameter !== name || rule === 'parameter-deprecated') continue
        const item = path !== `/${name}`
        expect(suggestion, message).not.toEqual(
          item && Array.isArray(value) ? value[Number(path.split('/')[2])] : value,
        )
        const corrected = { ...minimalBody(model), [name]: item ? [suggestion] : suggestion }
        expect(
          checkRequestSync(corrected).findings.filter(
            (finding) =>
              finding.severity === 'error' && finding.parameter === name && !(finding.rule in rulesOf(model)),
          ),
          message,
        ).toEqual([])
      }
    }),
    { numRuns: 4000 },
  )
})

describe('what a wrong value was meant to be', () => {
  const sd = minimalBody(modelOf('sd_2.0_discount'))
  test.each<[Body, string, string]>([
    [{ watermark: 0 }, '/watermark', 'watermark: must be true or false, not 0 (did you mean false?)'],
    [{ watermark: 1 }, '/watermark', 'watermark: must be true or false, not 1 (did you mean true?)'],
    [{ watermark: 'True' }, '/watermark', 'watermark: must be true or false, not "True" (did you mean true?)'],
    [{ watermark: 2 }, '/watermark', 'watermark: must be true or false, not 2'],
    [{ duration: 1e400 }, '/duration', 'duration: must be an integer, not Infinity'],
    [{ duration: 99.5 }, '/duration', 'duration: must be an integer, not 99.5'],
    [{ duration: '15' }, '/duration', 'duration: must be an integer, not "15" (did you mean 15?)'],
    [{ resolution: 720 }, '/resolution', 'resolution: must be a string, not 720 (did you mean "720p"?)'],
    [{ resolution: 5 }, '/resolution', 'resolution: must be a string, not 5'],
    [{ first_image: 'cat.png' }, '/first_image', 'first_image: must be an array, not "cat.png"'],
    [
      { promt: 'x' },
      '/promt',
      'promt: is not a parameter of sd_2.0_discount; did you mean prompt, which is there too?',
    ],
    [
      { first_image: ['data:image/png;base64,AA=='] },
      '/first_image/0',
      'first_image[0]: sd_2.0_discount does not accept base64; use an absolute http or https URL or assetId://{id}',
    ],
    [{ duration: null }, '/duration', 'duration: must not be null; send an integer from 4 to 15 s'],
    [{ resolution: null }, '/resolution', 'resolution: must not be null; send 480p, 720p or 1080p, or leave it out'],
  ])('%j', async (wrong, path, message) => {
    expect(await messageOf({ ...sd, ...wrong }, path)).toBe(message)
  })

  test('what JSON cannot hold is not carried as null', async () => {
    expect((await checkRequest({ ...sd, duration: 1e400 })).findings[0]).not.toHaveProperty('received')
  })
})

describe('what is missing is named with what it takes', () => {
  test.each([
    ['sd_2.0_discount', 'prompt', 'prompt: is required; add a non-empty string'],
    ['sd_2.0_discount', 'duration', 'duration: is required; add it, such as 5 (use an integer from 4 to 15 s)'],
    ['videos_900_720p-c1', 'prompt', 'prompt: is required; add a string of 1 to 1500 characters'],
    ['gamma-1.0-t2v', 'resolution', 'resolution: is required; add it, such as 1080P (use 720P or 1080P)'],
    ['gamma-1.0-i2v', 'first_image', 'first_image: is required; add an array of 1 image (http or https URL)'],
  ])('%s %s', async (model, parameter, message) => {
    expect(await messageOf({ model }, `/${parameter}`)).toBe(message)
  })

  test('a default is suggested', async () => {
    for (const model of documented) {
      for (const { parameter, rule, severity, suggestion } of (await checkRequest({ model: model.id })).findings) {
        if (severity === 'advice' || rule in rulesOf(model)) continue
        const facts = model.parameters.find(({ name }) => name === parameter)
        expect(rule).toBe('required')
        expect(suggestion).toEqual(facts !== undefined && 'default' in facts ? facts.default : undefined)
      }
    }
  })
})

test('a token that no item could ever have is not advised to be attached', async () => {
  const zeta = minimalBody(modelOf('zeta-H3-768p'))
  const of = (prompt: string): Promise<string | undefined> => messageOf({ ...zeta, prompt }, '/prompt')
  expect(await of('@图片9')).toBe(
    'prompt: @图片9 names no item of reference_images, which has 0 items; attach it or change the number',
  )
  expect(await of('@图片10')).toBe(
    'prompt: @图片10 is not a token of zeta-H3-768p; items of reference_images are @图片1 to @图片9',
  )
  expect(await of('@视频0')).toBe(
    'prompt: @视频0 is not a token of zeta-H3-768p; items of reference_videos are @视频1 to @视频3',
  )
})

test('a number of things', () => {
  expect([0, 1, 2].map((count) => formatCount(count, 'item'))).toEqual(['0 items', '1 item', '2 items'])
  expect([1, 2].map((count) => formatCount(count, 'query', 'queries'))).toEqual(['1 query', '2 queries'])
})

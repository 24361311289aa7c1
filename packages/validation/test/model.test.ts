import { checkRequest, nearest } from '@model-tasks/validation'
import { checkRequestSync } from '@model-tasks/validation/all'
import { describe, expect, test } from 'vitest'
import { catalogue, minimalBody, modelOf } from './bodies.js'

const only = async (body: unknown): Promise<unknown> => {
  const report = await checkRequest(body)
  expect(checkRequestSync(body)).toEqual(report)
  expect(report).toMatchObject({ ok: false, model: undefined })
  expect(report.findings).toHaveLength(1)
  return report.findings[0]
}

describe('a body that is not an object', () => {
  test.each([
    [undefined, 'nothing'],
    [null, 'null'],
    [5, '5'],
    [true, 'true'],
    ['{}', '"{}"'],
    [[], 'an array'],
    [[{ model: 'beta-5.0' }], 'an array'],
  ])('%j', async (body, shown) => {
    expect(await only(body)).toMatchObject({
      rule: 'body',
      path: '',
      message: `request: must be a JSON object that holds model and its parameters, not ${shown}`,
    })
  })
})

describe('model comes first, and alone', () => {
  test('missing, even when other parameters are wrong too', async () => {
    expect(await only({ duration: 'x', promt: 1 })).toMatchObject({
      rule: 'required',
      path: '/model',
      message: 'model: is required; use a Model ID, such as beta-5.0',
    })
  })
  test.each([
    [null, 'null'],
    [5, 'type'],
    [{}, 'type'],
    [['beta-5.0'], 'type'],
    ['', 'model-unknown'],
  ])('%j', async (model, rule) => {
    expect(await only({ model, prompt: 1 })).toMatchObject({ rule, path: '/model' })
  })
  test('an inherited member is not a model', async () => {
    expect(await only(Object.create({ model: 'beta-5.0' }))).toMatchObject({ rule: 'required' })
    for (const model of ['toString', '__proto__', 'constructor', 'hasOwnProperty'])
      expect(await only({ model })).toMatchObject({ rule: 'model-unknown', path: '/model' })
  })
  test.each([
    ['SD_2.0_DISCOUNT', 'sd_2.0_discount'],
    [' sd_2.0_discount ', 'sd_2.0_discount'],
    ['sd_2_0_discount', 'sd_2.0_discount'],
    ['beta5.0', 'beta-5.0'],
    ['epsilon03', 'epsilonO3'],
    ['gamma-1.1-r2v', 'gamma-1.0-r2v'],
    // One without a reference only where no other is near, or where it differs by no more than case and punctuation.
    ['sd_2.0', 'sd_2.0_discount'],
    ['BETA_5.0PRO', 'beta_5.0Pro'],
  ])('%s: did you mean %s', async (model, suggestion) => {
    expect(await only({ model })).toMatchObject({
      rule: 'model-unknown',
      received: model,
      suggestion,
      message: `model: ${JSON.stringify(model)} is not a Model ID; did you mean ${suggestion}?`,
    })
  })
  test('one like no other is answered without a guess', async () => {
    expect(await only({ model: 'a thing of another kind' })).toMatchObject({
      message: 'model: "a thing of another kind" is not a Model ID; use a Model ID, such as beta-5.0',
    })
  })
  test.each(
    catalogue.models.flatMap(({ id, displayName }) => (typeof displayName === 'string' ? [[displayName, id]] : [])),
  )('display name %s', async (displayName, id) => {
    expect(await only({ model: displayName, prompt: 'x' })).toMatchObject({
      rule: 'model-unknown',
      suggestion: id,
      message: `model: "${displayName}" is a display name; send its Model ID, ${id}`,
    })
  })
})

test('a display name in another case or between blanks is one still', async () => {
  for (const { id, displayName } of catalogue.models) {
    if (typeof displayName !== 'string') continue
    for (const model of [` ${displayName} `, displayName.toUpperCase(), displayName.toLowerCase()]) {
      if (model !== id)
        expect(await only({ model })).toMatchObject({
          suggestion: id,
          message: `model: ${JSON.stringify(model)} is a display name; send its Model ID, ${id}`,
        })
    }
  }
})

describe('models listed without a reference', () => {
  test.each(catalogue.models.filter(({ reference }) => !reference).map(({ id }) => id))(
    '%s takes anything, with one advice',
    async (id) => {
      const report = await checkRequest({ model: id, anything: [null, { deep: true }] })
      expect(report).toMatchObject({
        ok: true,
        model: id,
        findings: [{ rule: 'no-reference', severity: 'advice', path: '/model' }],
      })
    },
  )
})

test('an unavailable model is checked like any other', async () => {
  expect(await checkRequest(minimalBody(modelOf('zeta-H3_933_1080p')))).toMatchObject({ ok: true, findings: [] })
})

test('nearest knows no words that are far', () => {
  expect(nearest('promt', ['prompt', 'seed'])).toBe('prompt')
  expect(nearest('aspectRatio', ['aspect_ratio', 'resolution'])).toBe('aspect_ratio')
  expect(nearest('images', ['prompt', 'reference_images'])).toBe('reference_images')
  expect(nearest('x', ['prompt', 'seed'])).toBeUndefined()
  expect(nearest('im', ['reference_images'])).toBeUndefined()
  expect(nearest('', ['prompt'])).toBeUndefined()
  expect(nearest('x'.repeat(1e6), ['prompt'])).toBeUndefined()
})

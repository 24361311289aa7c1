import { modules } from '@model-tasks/spec/validators/all'
import { expect, test } from 'vitest'

const { validate } = modules['sd_2.0_discount']
const body = { model: 'sd_2.0_discount', prompt: 'a', duration: 5 }

test('a parameter that is only inherited is missing', () => {
  expect(
    validate(Object.assign(Object.create({ prompt: 'a' }) as object, { model: body.model, duration: 5 })).map(
      (finding) => finding.rule,
    ),
  ).toEqual(['required'])
})

test('a parameter that is undefined is absent', () => {
  expect(validate({ ...body, seed: undefined, nonsense: undefined })).toEqual([])
  expect(validate({ ...body, prompt: undefined }).map((finding) => finding.path)).toEqual(['/prompt'])
})

test('a body without a prototype is read like any other', () => {
  expect(validate(Object.assign(Object.create(null) as object, body))).toEqual([])
})

test('findings of one call are not those of the next, and share nothing with the validator', () => {
  const first = validate({ ...body, resolution: '720P' })
  ;(first[0]!.params.allowed as string[]).length = 0
  const second = validate({ ...body, resolution: '720P' })
  expect(second).not.toBe(first)
  expect(second[0]!.params.allowed).toEqual(['480p', '720p', '1080p'])
  expect(validate(body)).toEqual([])
})

test('the body is not changed', () => {
  const frozen = Object.freeze({ ...body, reference_images: Object.freeze([]), seed: null, x: 1 })
  validate(frozen)
  expect(frozen).toEqual({ ...body, reference_images: [], seed: null, x: 1 })
})

test.each([
  ['a URL with a space at its end', `https://${'a'.repeat(200_000)} `],
  ['a URL of user information', `https://${'a:'.repeat(100_000)} `],
  ['an address of brackets', `https://[${':'.repeat(200_000)} `],
  ['base64 that never ends', `data:${';base64'.repeat(30_000)},`],
  ['base64 with a wrong end', `data:image/png;base64,${'A'.repeat(200_000)}!`],
])('%s is rejected in linear time', (_, item) => {
  const start = performance.now()
  for (const id of ['sd_2.0_discount', 'zeta-H3-768p', 'beta-5.0'] as const) {
    expect(
      modules[id].validate({ model: id, prompt: 'a', reference_images: [item] }).map((finding) => finding.rule),
    ).toContain('media-reference')
  }
  expect(performance.now() - start).toBeLessThan(5000)
})

test('base64 of ten megabytes is read', () => {
  const item = `data:image/png;base64,${'A'.repeat(10_000_000)}`
  const id = 'zeta-H3-768p'
  expect(
    modules[id].validate({ model: id, prompt: 'a', reference_images: [item] }).map((finding) => finding.rule),
  ).toEqual(['media-base64'])
})

import { checkRequest } from '@model-tasks/validation'
import { describe, expect, test } from 'vitest'
import { documented, minimalBody, modelOf } from './bodies.js'

const parse = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>

describe('hostile bodies', () => {
  test('an own __proto__ is an unknown parameter', async () => {
    const report = await checkRequest(parse('{"model": "beta-5.0", "prompt": "x", "__proto__": {"prompt": 5}}'))
    expect(report.findings).toMatchObject([{ rule: 'unknown-parameter', path: '/__proto__' }])
  })

  test.each(['toString', 'constructor', 'hasOwnProperty', 'valueOf'])('%s as a parameter', async (name) => {
    const report = await checkRequest({ ...minimalBody(modelOf('beta-5.0')), [name]: 1 })
    expect(report.findings).toMatchObject([{ rule: 'unknown-parameter', path: `/${name}` }])
  })

  test('inherited parameters do not count', async () => {
    const body = Object.assign(Object.create({ prompt: 'inherited' }), { model: 'beta-5.0' })
    expect((await checkRequest(body)).findings).toMatchObject([{ rule: 'required', path: '/prompt' }])
    const bare = Object.assign(Object.create(null), { model: 'beta-5.0', prompt: 'x' })
    expect((await checkRequest(bare)).findings).toEqual([])
  })

  test('a body is never changed', async () => {
    for (const model of documented) {
      const body = { ...minimalBody(model), nothing: null, reference_images: ['x', null], duration: '5' }
      const before = JSON.stringify(body)
      Object.freeze(body)
      await checkRequest(body)
      await checkRequest(body, { as: 'beta-5.0' })
      expect(JSON.stringify(body)).toBe(before)
    }
  })

  test('deep nesting and huge arrays give one finding each', async () => {
    const deep = parse(`{"model": "beta-5.0", "prompt": ${'['.repeat(5000)}${']'.repeat(5000)}}`)
    expect((await checkRequest(deep)).findings).toMatchObject([{ rule: 'type', path: '/prompt' }])
    const many = {
      ...minimalBody(modelOf('beta-5.0')),
      reference_images: Array.from({ length: 100_000 }, () => 'https://example.com/a.png'),
    }
    expect((await checkRequest(many)).findings).toMatchObject([
      { rule: 'max-items', message: 'reference_images: has 100000 items; send at most 10' },
    ])
  })

  test('a huge prompt is counted, not repeated', async () => {
    const secret = 'secret '.repeat(1_000_000)
    const report = await checkRequest({ ...minimalBody(modelOf('videos_900_720p-c1')), prompt: secret })
    expect(report.findings).toMatchObject([
      { rule: 'max-length', message: 'prompt: has 7000000 characters; use at most 1500' },
    ])
    expect(JSON.stringify(report)).not.toContain('secret')
  })

  test('huge values, names and models are shortened', async () => {
    const long = 'x'.repeat(1e6)
    for (const body of [
      { model: long },
      { ...minimalBody(modelOf('beta-5.0')), resolution: long },
      { ...minimalBody(modelOf('beta-5.0')), reference_images: [`data:${long}`] },
    ]) {
      const report = await checkRequest(body)
      expect(report.findings).toHaveLength(1)
      expect(JSON.stringify(report).length).toBeLessThan(2000)
    }
  })

  test('40,000 unknown parameters get a short answer', async () => {
    const body = {
      ...minimalBody(modelOf('beta-5.0')),
      ...Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`key${index}`, index])),
    }
    const { findings } = await checkRequest(body)
    expect(JSON.stringify(findings).length).toBeLessThan(20_000)
    expect(findings).toHaveLength(21)
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['unknown-parameter']))
    expect(findings[20]).toMatchObject({
      path: '/key20',
      message: expect.stringMatching(
        /^key20, key21, key22 and 39977 more: are not parameters of beta-5\.0 either; it accepts prompt, /,
      ),
    })
    const moved = await checkRequest(body, { as: 'gamma-1.1-t2v' })
    expect(
      moved.remaining.filter(({ severity, rule }) => severity === 'error' && rule === 'unknown-parameter'),
    ).toEqual([])
  })

  test('10,000 tokens get a short answer too, long ones are shortened', async () => {
    const prompt = Array.from({ length: 10_000 }, (_, index) => `@图片${index + 100}`).join(' ')
    const { findings } = await checkRequest({ ...minimalBody(modelOf('zeta-H3-768p')), prompt })
    const tokens = findings.filter(({ rule }) => rule === 'prompt-token')
    expect(tokens).toHaveLength(21)
    expect(tokens[20]?.message).toMatch(/^prompt: @图片120 .* \(and 9979 more like this\)$/)
    const long = await checkRequest({ ...minimalBody(modelOf('zeta-H3-768p')), prompt: `@图片${'9'.repeat(1e5)}` })
    expect(JSON.stringify(long).length).toBeLessThan(2000)
  })

  test('a monstrous name is cut, and its path is a pointer still', async () => {
    const report = await checkRequest({
      ...minimalBody(modelOf('beta-5.0')),
      [`${'x'.repeat(998)}~${'y'.repeat(1e6)}`]: 1,
      ['z'.repeat(500)]: 2,
    })
    expect(JSON.stringify(report).length).toBeLessThan(5000)
    expect(report.findings.map(({ path }) => path)).toEqual([`/${'x'.repeat(998)}…`, `/${'z'.repeat(500)}`])
  })

  test('a prompt of the wrong type is not shown either', async () => {
    const report = await checkRequest({ model: 'beta-5.0', prompt: ['my secret'] })
    expect(JSON.stringify(report)).not.toContain('my secret')
  })
})

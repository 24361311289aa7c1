import type { Parameter } from '@model-tasks/spec/catalogue'
import { checkRequest, type Finding } from '@model-tasks/validation'
import { describe, expect, test } from 'vitest'
import { documented, everyParameter, goodValue, minimalBody, urls, type Body } from './bodies.js'

async function errorsOf(body: unknown): Promise<Finding[]> {
  const report = await checkRequest(body)
  const errors = report.findings.filter(({ severity }) => severity === 'error')
  expect(report.ok).toBe(errors.length === 0)
  return errors
}

/** The request is rejected with exactly this one finding, and its message reads like one. */
async function expectOne(body: Body, rule: string, path: string): Promise<Finding> {
  const errors = await errorsOf(body)
  expect(errors.map((finding) => [finding.rule, finding.path, finding.message])).toEqual([
    [rule, path, expect.any(String)],
  ])
  const finding = errors[0]!
  expect(finding.message).toMatch(/^[^:]+: \S.*[^.]$/)
  expect(finding.message).not.toMatch(/undefined|\[object|NaN/)
  expect(finding.source).toBeTruthy()
  return finding
}

describe('every model takes its smallest request, and each parameter', () => {
  test.each(documented.map((model) => [model.id, model] as const))('%s', async (_, model) => {
    expect(await errorsOf(minimalBody(model))).toEqual([])
    for (const parameter of model.parameters) {
      expect(
        await errorsOf(withoutRules(model.id, { ...minimalBody(model), [parameter.name]: goodValue(parameter) })),
      ).toEqual([])
    }
  })
})

describe('one clear finding a mistake', () => {
  test.each(everyParameter)('%s missing, null, of the wrong type', async (_, model, parameter) => {
    const body = minimalBody(model)
    const path = `/${parameter.name}`
    if (parameter.required) {
      const rest = Object.entries(body).filter(([name]) => name !== parameter.name)
      await expectOne(Object.fromEntries(rest), 'required', path)
    }
    await expectOne({ ...body, [parameter.name]: null }, 'null', path)
    for (const wrong of wrongTypes(parameter)) await expectOne({ ...body, [parameter.name]: wrong }, 'type', path)
  })

  test.each(everyParameter)('%s out of its limits', async (_, model, parameter) => {
    const body = minimalBody(model)
    const path = `/${parameter.name}`
    const send = (value: Body[string]): Body => ({ ...body, [parameter.name]: value })
    switch (parameter.kind) {
      case 'prompt':
        await expectOne(send(''), 'min-length', path)
        if (parameter.maxLength !== undefined) {
          expect(await errorsOf(send('😀'.repeat(parameter.maxLength)))).toEqual([])
          await expectOne(send('😀'.repeat(parameter.maxLength + 1)), 'max-length', path)
        }
        break
      case 'enum': {
        const [first] = parameter.values
        const finding = await expectOne(send(typeof first === 'number' ? first + 1 : 'no such value'), 'enum', path)
        expect(finding.allowed).toEqual(parameter.values)
        break
      }
      case 'integer':
        if (parameter.minimum !== undefined)
          expect(await expectOne(send(parameter.minimum - 1), 'minimum', path)).toMatchObject({
            limit: parameter.minimum,
            suggestion: parameter.minimum,
          })
        if (parameter.maximum !== undefined)
          expect(await expectOne(send(parameter.maximum + 1), 'maximum', path)).toMatchObject({
            limit: parameter.maximum,
            suggestion: parameter.maximum,
          })
        break
      case 'media': {
        if (parameter.minItems > 0) await expectOne(send([]), 'min-items', path)
        expect(await errorsOf(withoutRules(model.id, send(urls(parameter, parameter.maxItems))))).toEqual([])
        await expectOne(withoutRules(model.id, send(urls(parameter, parameter.maxItems + 1))), 'max-items', path)
        break
      }
      default:
    }
  })

  test.each(everyParameter.filter(([, , parameter]) => parameter.kind === 'enum'))(
    '%s in the wrong case',
    async (_, model, parameter) => {
      const values =
        parameter.kind === 'enum' ? parameter.values.filter((value): value is string => typeof value === 'string') : []
      for (const value of values) {
        const swapped = value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()
        if (swapped === value) continue
        const finding = await expectOne(
          { ...minimalBody(model), [parameter.name]: swapped },
          'enum',
          `/${parameter.name}`,
        )
        expect(finding.suggestion).toBe(value)
      }
    },
  )

  test.each(everyParameter.filter(([, , parameter]) => parameter.kind === 'media'))(
    '%s with items that are not references',
    async (_, model, parameter) => {
      for (const item of [
        'cat.png',
        '/cat.png',
        'ftp://example.com/cat.png',
        'https://',
        '',
        'https://exa mple.com/',
        'javascript:alert(1)',
      ]) {
        await expectOne(
          withoutRules(model.id, { ...minimalBody(model), [parameter.name]: [item] }),
          'media-reference',
          `/${parameter.name}/0`,
        )
      }
      for (const item of [null, 5, {}, ['https://example.com/a.png']]) {
        await expectOne(
          withoutRules(model.id, { ...minimalBody(model), [parameter.name]: [item] }),
          'type',
          `/${parameter.name}/0`,
        )
      }
      const asset = await errorsOf(
        withoutRules(model.id, { ...minimalBody(model), [parameter.name]: ['assetId://a1'] }),
      )
      expect(asset.map(({ rule }) => rule)).toEqual(model.assetLibrary === true ? [] : ['media-reference'])
    },
  )

  test.each(everyParameter)('%s misspelt', async (_, model, parameter) => {
    const misspelt = `${parameter.name.slice(0, -1)}x`
    const { [parameter.name]: value = goodValue(parameter), ...rest } = minimalBody(model)
    const finding = await expectOne({ ...rest, [misspelt]: value }, 'unknown-parameter', `/${misspelt}`)
    expect(finding.suggestion).toBe(parameter.name)
    expect(finding.message).toContain(`did you mean ${parameter.name}?`)
  })

  test.each(documented.map((model) => [model.id, model] as const))(
    '%s with a parameter that no model has',
    async (_, model) => {
      const finding = await expectOne({ ...minimalBody(model), 'a~/b': 1 }, 'unknown-parameter', '/a~0~1b')
      expect(finding.message).toMatch(/^"a~\/b": /)
      for (const { name } of model.parameters.filter(({ required }) => !required))
        expect(finding.message).toContain(name)
    },
  )
})

/** Audio may not come alone: a picture beside it keeps the model's own rules out of a test about something else. */
function withoutRules(model: string, body: Body): Body {
  return model === 'sd_2.0_discount' && 'reference_audios' in body
    ? { ...body, reference_images: ['https://example.com/beside.png'] }
    : body
}

function wrongTypes(parameter: Parameter): Body[string][] {
  switch (parameter.kind) {
    case 'prompt':
    case 'string':
      return [5, true, [], {}]
    case 'enum':
      return parameter.type === 'string' ? [5, false, [], {}] : ['15', true, [], 15.5]
    case 'number':
      return ['5', true, [], {}]
    case 'object':
    case 'union':
    case 'map':
      return ['text', 5, true, []]
    case 'integer':
      return ['5', 5.5, true, [], {}]
    case 'boolean':
      return ['true', 1, 0, [], {}]
    case 'media':
    case 'list':
    case 'array':
      return ['https://example.com/a.png', 5, true, {}]
  }
}

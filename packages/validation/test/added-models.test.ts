/** What is said about parameters, limits and dates that no published model has, in both languages. */
import { checkRequest, formatFinding, type Finding } from '@model-tasks/validation'
import { chinese } from '@model-tasks/validation/chinese'
import { describe, expect, test } from 'vitest'
import { addModels } from './added-models.js'
import { mistakes } from './added-mistakes.js'

addModels()

const beforeNewYear = Date.UTC(2026, 11, 31, 23, 59, 59, 999)
const newYear = Date.UTC(2027, 0, 1)

const bodies: Record<string, Record<string, unknown>> = {
  'every-kind': { model: 'every-kind', prompt: 'a boat', camera: { angle: 1 }, voice: 'https://example.com/a.mp3' },
  'any-mesh': { model: 'any-mesh', image: 'https://example.com/a.png' },
  retiring: { model: 'retiring', title: 'A boat', mode: 'std' },
}

/** What is found in a good request with these parameters over it; what is said of the model itself is left out. */
async function found(model: string, wrong: object, now = beforeNewYear): Promise<Finding[]> {
  const body = { ...bodies[model], ...wrong }
  const [report, translated] = [await checkRequest(body, { now }), await checkRequest(body, { now, language: chinese })]
  const bare = ({ findings }: typeof report): unknown => findings.map(({ message: _, ...finding }) => finding)
  expect(bare(translated)).toEqual(bare(report))
  return report.findings
    .map((finding, index) => ({ ...finding, message: `${finding.message} | ${translated.findings[index]?.message}` }))
    .filter(({ parameter }) => parameter !== 'model')
}

describe('a mistake is named once, with what would be right', () => {
  test.each(mistakes)('%s %j', async (model, wrong, message, suggestion) => {
    const findings = await found(model, wrong)
    expect(findings.map((finding) => finding.message)).toEqual([message])
    expect(findings[0]).toMatchObject({ severity: 'error' })
    expect(findings[0]?.suggestion).toEqual(suggestion)
  })
})

test('a required parameter that is missing is suggested with its default', async () => {
  const findings = await found('retiring', { mode: undefined })
  expect(findings).toMatchObject([
    { rule: 'required', suggestion: 'std', message: 'mode: is required; add std | mode：必填；请填写 std' },
  ])
})

describe('an announcement is advice until its date, and an error from midnight UTC on', () => {
  test.each<[string, object, string, string]>([
    [
      'every-kind',
      { steps: 40 },
      'steps: is accepted until 2027-01-01; from then on use at most 30 | steps：在 2027-01-01 之前可用；此后至多 30',
      'steps: is no longer accepted since 2027-01-01; use at most 30 | steps：自 2027-01-01 起不再可用；至多 30',
    ],
    [
      'every-kind',
      { style: 'film' },
      'style: film is deprecated since 2026-10-01 and is retired on 2027-01-01; use anime instead | style：film 自 2026-10-01 起不建议使用，2027-01-01 起停用；请改用 anime',
      'style: film was retired on 2027-01-01; use anime instead | style：film 已于 2027-01-01 停用；请改用 anime',
    ],
    [
      'any-mesh',
      { faces: 100_000 },
      'faces: is accepted until 2027-01-01; from then on use 1000 or 10000 | faces：在 2027-01-01 之前可用；此后可用 1000、10000',
      'faces: is no longer accepted since 2027-01-01; use 1000 or 10000 | faces：自 2027-01-01 起不再可用；可用 1000、10000',
    ],
    [
      'any-mesh',
      { angles: [1, 2, 3, 4] },
      'angles: is accepted until 2027-01-01; from then on use at most 3 items | angles：在 2027-01-01 之前可用；此后至多 3 项',
      'angles: is no longer accepted since 2027-01-01; use at most 3 items | angles：自 2027-01-01 起不再可用；至多 3 项',
    ],
    [
      'retiring',
      { views: [1] },
      'views: is accepted until 2027-01-01; from then on use at least 2 items | views：在 2027-01-01 之前可用；此后至少 2 项',
      'views: is no longer accepted since 2027-01-01; use at least 2 items | views：自 2027-01-01 起不再可用；至少 2 项',
    ],
    [
      'retiring',
      { title: 'A paper boat' },
      'title: is accepted until 2027-01-01; from then on use at most 8 characters | title：在 2027-01-01 之前可用；此后至多 8 个字符',
      'title: is no longer accepted since 2027-01-01; use at most 8 characters | title：自 2027-01-01 起不再可用；至多 8 个字符',
    ],
    [
      'retiring',
      { old: true },
      'old: is deprecated since 2026-10-01 and is retired on 2027-01-01 | old：自 2026-10-01 起不建议使用，2027-01-01 起停用',
      'old: was retired on 2027-01-01; nothing replaces it | old：已于 2027-01-01 停用',
    ],
  ])('%s %j', async (model, wrong, advice, error) => {
    expect(await found(model, wrong)).toMatchObject([{ severity: 'advice', message: advice }])
    expect(await found(model, wrong, newYear)).toMatchObject([{ severity: 'error', message: error }])
  })

  test('one without a date stays advice, and names what replaces it', async () => {
    for (const now of [beforeNewYear, newYear])
      expect(await found('every-kind', { loop: true }, now)).toMatchObject([
        {
          rule: 'parameter-deprecated',
          severity: 'advice',
          suggestion: 'speed',
          message:
            'loop: is deprecated since 2026-10-01; use speed instead | loop：自 2026-10-01 起不建议使用；请改用 speed',
        },
      ])
  })

  test('a value that goes to another model becomes none that should no longer be used', async () => {
    const request = { model: 'every-kind', title: 'A boat', mode: 'std', lines: 690 }
    const { request: moved } = await checkRequest(request, { as: 'retiring' })
    expect(moved).toMatchObject({ model: 'retiring', lines: 720 })
  })

  test('what is allowed has null where null may be sent, and the word "null" suggests it', async () => {
    expect((await found('retiring', { lines: 690 }))[0]?.allowed).toEqual([480, 700, 720, null])
    expect(await found('every-kind', { style: 'null' })).toMatchObject([
      {
        allowed: ['film', 'anime', null],
        suggestion: null,
        message: expect.stringContaining('(did you mean null?)') as string,
      },
    ])
  })

  test('of a value inside a list, at its own place', async () => {
    expect(await found('every-kind', { moods: ['calm', 'loud'] })).toMatchObject([
      { rule: 'value-deprecated', path: '/moods/1', message: expect.stringContaining('loud is deprecated') as string },
    ])
  })

  test('of a value that a list that grows did not have, for which the list says nothing for certain', async () => {
    expect(await found('every-kind', { speakers: ['anna', 'bem'] }, newYear)).toMatchObject([
      {
        rule: 'value-unlisted',
        path: '/speakers/1',
        severity: 'advice',
        suggestion: 'ben',
        message:
          'speakers[1]: "bem" was not in the list on 2026-11-20; use anna, ben or cleo, or a value that was added since (did you mean "ben"?) | speakers[1]："bem" 不在 2026-11-20 的列表中；请用 anna、ben、cleo，或之后新增的值（是否指 "ben"？）',
      },
    ])
    expect(await found('every-kind', { speakers: ['ben', 'cleo'] })).toMatchObject([
      { rule: 'value-deprecated', path: '/speakers/1', suggestion: 'ben' },
    ])
    expect(await found('every-kind', { speakers: [''] })).toMatchObject([{ rule: 'min-length', severity: 'error' }])
  })

  test('of a value among values of several types', async () => {
    for (const now of [beforeNewYear, newYear])
      expect(await found('every-kind', { length: 10 }, now)).toMatchObject([
        {
          rule: 'value-deprecated',
          path: '/length',
          severity: 'advice',
          suggestion: 'auto',
          message:
            'length: 10 is deprecated since 2026-10-01; use auto instead | length：10 自 2026-10-01 起不建议使用；请改用 auto',
        },
      ])
  })

  test('of a whole model', async () => {
    const of = async (model: string, now: number): Promise<unknown[]> =>
      (await checkRequest(bodies[model], { now })).findings.map(formatFinding)
    expect(await of('every-kind', beforeNewYear)).toEqual([
      'advice: model: every-kind is deprecated since 2026-10-01 and is retired on 2027-01-01; use sd_2.0_discount instead [every-kind]',
    ])
    expect(await of('every-kind', newYear)).toEqual([
      'error: model: every-kind was retired on 2027-01-01; use sd_2.0_discount instead [every-kind]',
    ])
    expect(await of('retiring', newYear)).toEqual(['advice: model: retiring is deprecated since 2026-10-01 [retiring]'])
    const [retired] = (await checkRequest(bodies['every-kind'], { now: newYear, language: chinese })).findings
    expect(retired).toMatchObject({
      rule: 'model-retired',
      suggestion: 'sd_2.0_discount',
      message: 'model：every-kind 已于 2027-01-01 停用；请改用 sd_2.0_discount',
    })
  })
})

test('a model that was renamed is named as it is called now', async () => {
  const body = { ...bodies['every-kind'], model: 'any-kind' }
  expect((await checkRequest(body)).findings).toMatchObject([
    { suggestion: 'every-kind', message: 'model: "any-kind" was renamed to every-kind; send that' },
  ])
  expect((await checkRequest(body, { language: chinese })).findings).toMatchObject([
    { message: 'model："any-kind" 已更名为 every-kind；请填写后者' },
  ])
})

describe('a request that moves to such a model', () => {
  const moved = async (body: object, as: string): Promise<object> => {
    const { request, changes, remaining } = await checkRequest(
      { model: 'beta-5.0', ...body },
      { as, now: beforeNewYear },
    )
    return {
      request,
      changes: changes.map(({ message }) => message),
      remaining: remaining.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    }
  }
  const retiring = { model: 'retiring', title: 'A boat', mode: 'std' }

  test('gets names, values and steps that it accepts', async () => {
    const body = {
      ...bodies['every-kind'],
      avoid: 'rain',
      steps: 34,
      strength: 7,
      scale: -1,
      negative_prompt: undefined,
    }
    expect(await moved(body, 'every-kind')).toEqual({
      request: { ...bodies['every-kind'], negative_prompt: 'rain', steps: 30, strength: 1, scale: -1 },
      changes: ['avoid is named negative_prompt there', 'strength: 7 becomes 1', 'steps: 34 becomes 30'],
      remaining: ['scale: -1 is too small; use more than 0'],
    })
  })

  test('gets the only value that there is, and a default for what is missing', async () => {
    for (const mode of ['pro', '720p', '16:9'])
      expect(await moved({ title: 'A boat', mode }, 'retiring')).toMatchObject({ request: retiring, remaining: [] })
    expect(await moved({ title: 'A boat' }, 'retiring')).toEqual({
      request: retiring,
      changes: ['mode: "std" is added, the default of a required parameter'],
      remaining: [],
    })
  })

  test.each([
    ['seconds', 5, 4],
    ['seconds', 3, 4],
    ['seconds', 1, 0.5],
    ['seconds', 19, 20],
    ['seconds', 0, undefined],
    ['seconds', -3, undefined],
    ['aspect_ratio', 'adaptive', 'keep_ratio'],
    ['aspect_ratio', '9:16', '1:1'],
    ['aspect_ratio', '1920x1080', '16:9'],
    ['aspect_ratio', '1080*1920', '1:1'],
    ['aspect_ratio', '21:9', '16:9'],
    ['aspect_ratio', 'a1:1', undefined],
    ['aspect_ratio', '1:1a', undefined],
    ['aspect_ratio', 'wide', undefined],
    ['resolution', '1080p', '720p'],
    ['resolution', '1500', '2K'],
    ['resolution', '900', '720p'],
    ['resolution', '1k', '720p'],
    ['resolution', '4K', '2K'],
    ['resolution', '480P', '720p'],
    ['resolution', '1080i', undefined],
    ['resolution', 'x1080', undefined],
  ])('%s %j', async (parameter, value, expected) => {
    const { request } = (await moved({ ...retiring, model: 'beta-5.0', [parameter]: value }, 'retiring')) as {
      request: Record<string, unknown>
    }
    expect(request[parameter]).toBe(expected ?? value)
  })

  test('keeps both values where a name and its former name are there', async () => {
    const both = { ...bodies['every-kind'], avoid: 'rain', negative_prompt: 'snow', lens: undefined }
    expect(await moved(both, 'every-kind')).toEqual({
      request: { ...bodies['every-kind'], negative_prompt: 'snow' },
      changes: ['avoid is dropped: the model has no such parameter'],
      remaining: [],
    })
  })

  test('is left as it is where nothing is known of the model, or there is none', async () => {
    const body = { model: 'beta-5.0', prompt: 'x', lens: 5, duration: 'long' }
    expect(await moved(body, 'beta_5.0Pro')).toEqual({
      request: { ...body, model: 'beta_5.0Pro' },
      changes: [],
      remaining: [],
    })
    expect(await moved(body, 'beta')).toMatchObject({ request: undefined, changes: [] })
  })

  test('loses null and what it has no name for, and keeps what only a person can decide', async () => {
    expect(
      await moved({ ...retiring, model: 'beta-5.0', old: null, lens: 5, views: [1, 2, 3, 4, 5] }, 'retiring'),
    ).toEqual({
      request: { ...retiring, views: [1, 2, 3, 4] },
      changes: [
        'lens is dropped: the model has no such parameter',
        'views keeps its first 4 of 5 items',
        'old is dropped: null is not a value',
      ],
      remaining: [],
    })
    expect(await moved({ ...retiring, model: 'beta-5.0', title: '', views: [400] }, 'retiring')).toEqual({
      request: { ...retiring, title: '', views: [400] },
      changes: [],
      remaining: ['title: is empty; write at least 3 characters', 'views[0]: 400 is too large; use 359 or less'],
    })
  })
})

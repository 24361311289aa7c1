import { checkRequest } from '@model-tasks/validation'
import { describe, expect, test } from 'vitest'
import { documented, goodValue, minimalBody, modelOf } from './bodies.js'

const url = 'https://example.com/a.png'

describe('a request moves to another model', () => {
  test('values become the nearest allowed ones', async () => {
    const migration = await checkRequest(
      { ...minimalBody(modelOf('sd_2.0_discount')), duration: 15, resolution: '720p', aspect_ratio: '21:9' },
      { as: 'gamma-1.1-t2v' },
    )
    expect(migration).toMatchObject({
      ok: false,
      from: 'sd_2.0_discount',
      model: 'gamma-1.1-t2v',
      remaining: [],
      request: { model: 'gamma-1.1-t2v', duration: 15, resolution: '720P', aspect_ratio: '21:9' },
      changes: [
        {
          kind: 'replaced',
          parameter: 'resolution',
          from: '720p',
          to: '720P',
          message: 'resolution: "720p" becomes "720P"',
        },
      ],
    })
  })

  test('by size where no name is alike', async () => {
    const body = { model: 'alpha_1_5_pro', prompt: 'x', duration: 4, resolution: '720p', aspect_ratio: '3:4' }
    expect((await checkRequest(body, { as: 'zeta-H3-768p' })).request).toEqual({
      ...body,
      model: 'zeta-H3-768p',
      duration: 10,
      resolution: '768p',
    })
    expect((await checkRequest(body, { as: 'delta3.0-r2v' })).request).toMatchObject({
      resolution: '720P',
      aspect_ratio: '9:16',
      duration: 4,
    })
  })

  test('aspect_ratio and size are one thing', async () => {
    const there = await checkRequest(
      { ...minimalBody(modelOf('alpha_1_5_pro')), aspect_ratio: '21:9' },
      { as: 'alpha_1_5_pro_720p' },
    )
    expect(there.changes).toMatchObject([
      { kind: 'renamed', from: 'aspect_ratio', to: 'size', message: 'aspect_ratio is named size there' },
    ])
    expect(there.request).toMatchObject({ size: '21:9' })
    const back = await checkRequest(
      { model: 'alpha_1_5_pro_720p', prompt: 'x', size: 'keep_ratio' },
      { as: 'alpha_1_5_pro' },
    )
    expect(back.request).toEqual({ model: 'alpha_1_5_pro', prompt: 'x', aspect_ratio: 'adaptive', duration: 5 })
    expect(back.changes.map(({ kind }) => kind).sort()).toEqual(['added', 'renamed', 'replaced'])
  })

  test('what the other model lacks is dropped and named; nothing else is', async () => {
    const migration = await checkRequest(
      { model: 'sd_2.0_discount', prompt: 'x', duration: 5, seed: 7, watermark: true, generate_audio: false },
      { as: 'video_30_10_10' },
    )
    expect(migration.request).toEqual({ model: 'video_30_10_10', prompt: 'x', duration: 5 })
    expect(
      migration.changes
        .filter(({ kind }) => kind === 'dropped')
        .map(({ parameter }) => parameter)
        .sort(),
    ).toEqual(['generate_audio', 'seed', 'watermark'])
    expect(migration.remaining).toMatchObject([{ rule: 'required', path: '/resolution' }])
  })

  test('a frame becomes a reference and the other way round, and lists are cut', async () => {
    const frame = await checkRequest(
      { model: 'gamma-1.0-i2v', prompt: 'x', resolution: '720P', first_image: [url] },
      { as: 'delta2.7-r2v' },
    )
    expect(frame.request).toEqual({
      model: 'delta2.7-r2v',
      prompt: 'x',
      resolution: '720P',
      reference_images: [url],
      duration: 5,
    })
    const many = await checkRequest(
      { model: 'hh-1.1-r2v-o', prompt: 'x', resolution: '720P', reference_images: [url, url, url, url] },
      { as: 'gamma-1.0-i2v' },
    )
    expect(many.request).toMatchObject({ first_image: [url] })
    expect(many.changes.map(({ message }) => message)).toContain('first_image keeps its first 1 of 4 items')
  })

  test('what no change can fix is left to a person', async () => {
    const migration = await checkRequest(
      { model: 'alpha_1_5_pro', prompt: 'x', duration: 5, first_image: ['assetId://a'] },
      { as: 'gamma-1.0-i2v' },
    )
    expect(migration.remaining).toMatchObject([{ rule: 'media-reference', path: '/first_image/0' }])
  })

  test('no model, no object', async () => {
    expect(await checkRequest([], { as: 'beta-5.0' })).toMatchObject({
      ok: false,
      request: undefined,
      findings: [{ rule: 'body' }],
    })
    expect(await checkRequest({ model: 'beta-5.0' }, { as: 'beta' })).toMatchObject({
      ok: false,
      from: 'beta-5.0',
      request: undefined,
      findings: [{ rule: 'model-unknown' }],
    })
    expect(await checkRequest({ prompt: 'x' }, { as: 'beta-5.0' })).toMatchObject({
      ok: true,
      from: undefined,
      request: { model: 'beta-5.0', prompt: 'x' },
    })
  })

  test('every full request moves to every model, with nothing left but what needs a person', async () => {
    for (const source of documented) {
      const body = {
        ...minimalBody(source),
        ...Object.fromEntries(source.parameters.map((parameter) => [parameter.name, goodValue(parameter)])),
      }
      for (const target of documented) {
        const { request, remaining, changes } = await checkRequest(body, { as: target.id })
        expect(request?.model).toBe(target.id)
        const errors = remaining.filter(({ severity }) => severity === 'error')
        for (const { rule } of errors)
          expect([
            'required',
            ...(source.id === 'beta-5.0' ? ['enum'] : []),
            ...target.rules.map(({ id }) => id),
          ]).toContain(rule)
        const kept = Object.keys(request ?? {}).length
        expect(kept).toBe(
          Object.keys(body).length -
            changes.filter(({ kind }) => kind === 'dropped').length +
            changes.filter(({ kind }) => kind === 'added').length,
        )
      }
    }
  })
})

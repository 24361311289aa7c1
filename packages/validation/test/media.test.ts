import { checkMedia, type MediaProbe } from '@model-tasks/validation'
import { describe, expect, test } from 'vitest'
import { documented } from './bodies.js'

const image: MediaProbe = {
  parameter: 'reference_images',
  index: 0,
  format: 'jpeg',
  bytes: 1_000_000,
  width: 1000,
  height: 1000,
}
const video: MediaProbe = {
  parameter: 'reference_videos',
  index: 0,
  format: 'mp4',
  bytes: 1_000_000,
  seconds: 5,
  framesPerSecond: 30,
}
const audio: MediaProbe = { parameter: 'reference_audios', index: 0, format: 'mp3', bytes: 1_000_000, seconds: 5 }

async function rulesOf(model: string, ...probes: MediaProbe[]): Promise<string[]> {
  return (await checkMedia(model, probes)).findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`)
}

const MB = 1e6
const MiB = 1024 * 1024

describe('sd_2.0_discount', () => {
  const model = 'sd_2.0_discount'

  test('good files pass', async () => {
    expect(await rulesOf(model, image, video, audio)).toEqual([])
    for (const format of [
      'jpeg',
      'jpg',
      '.JPG',
      'image/jpeg',
      'png',
      'webp',
      'bmp',
      'image/x-ms-bmp',
      'tif',
      'tiff',
      'gif',
      'heic',
      'heif',
    ]) {
      expect(await rulesOf(model, { ...image, format })).toEqual([])
    }
    for (const format of ['mov', 'video/quicktime', 'video/mp4'])
      expect(await rulesOf(model, { ...video, format })).toEqual([])
    for (const format of ['wav', 'audio/x-wav', 'audio/mpeg'])
      expect(await rulesOf(model, { ...audio, format })).toEqual([])
  })

  test('a format off the list', async () => {
    const { findings } = await checkMedia(model, [{ ...video, format: 'webm', index: 2 }])
    expect(findings).toMatchObject([
      {
        rule: 'media-format',
        path: '/reference_videos/2',
        message: 'reference_videos[2]: is webm; use mp4 or mov',
        allowed: ['mp4', 'mov'],
      },
    ])
  })

  test('under 30 MB: beyond the binary reading an error, between the two advice', async () => {
    expect(await rulesOf(model, { ...image, bytes: 30 * MB - 1 })).toEqual([])
    expect(await rulesOf(model, { ...image, bytes: 30 * MB })).toEqual(['advice media-bytes /reference_images/0'])
    expect(await rulesOf(model, { ...image, bytes: 30 * MiB - 1 })).toEqual(['advice media-bytes /reference_images/0'])
    expect(await rulesOf(model, { ...image, bytes: 30 * MiB })).toEqual(['error media-bytes /reference_images/0'])
  })

  test('open limits leave out their ends', async () => {
    expect(await rulesOf(model, { ...image, width: 300, height: 500 })).toEqual([
      'error media-width /reference_images/0',
    ])
    expect(await rulesOf(model, { ...image, width: 301, height: 301 })).toEqual([])
    expect(await rulesOf(model, { ...image, width: 5999, height: 5999 })).toEqual([])
    expect(await rulesOf(model, { ...image, width: 5000, height: 6000 })).toEqual([
      'error media-height /reference_images/0',
    ])
    expect(await rulesOf(model, { ...image, width: 400, height: 1000 })).toEqual([
      'error media-aspect-ratio /reference_images/0',
    ])
    expect(await rulesOf(model, { ...image, width: 1000, height: 400 })).toEqual([
      'error media-aspect-ratio /reference_images/0',
    ])
    expect(await rulesOf(model, { ...image, width: 999, height: 400 })).toEqual([])
  })

  test('closed limits hold their ends', async () => {
    for (const seconds of [2, 15]) expect(await rulesOf(model, { ...video, seconds })).toEqual([])
    expect(await rulesOf(model, { ...video, seconds: 1.99 })).toEqual(['error media-duration /reference_videos/0'])
    for (const framesPerSecond of [24, 60]) expect(await rulesOf(model, { ...video, framesPerSecond })).toEqual([])
    expect(await rulesOf(model, { ...video, framesPerSecond: 23.976 })).toEqual([
      'error media-frame-rate /reference_videos/0',
    ])
  })

  test('totals count the files of one parameter together', async () => {
    const clips = [5.1, 4.9, 5].map((seconds, index) => ({ ...video, index, seconds }))
    expect(await rulesOf(model, ...clips, audio)).toEqual([])
    const { findings } = await checkMedia(model, [...clips.slice(1), { ...video, seconds: 5.2 }])
    expect(findings).toMatchObject([
      {
        rule: 'media-total-duration',
        path: '/reference_videos',
        limit: 15,
        message: 'reference_videos: the total duration is 15.1 s; it must be at most 15 s',
      },
    ])
  })

  test('frames obey the image limits too', async () => {
    for (const parameter of ['first_image', 'last_image'])
      expect(await rulesOf(model, { ...image, parameter, format: 'svg' })).toEqual([
        `error media-format /${parameter}/0`,
      ])
  })
})

describe('other models', () => {
  test('gamma-1.0-i2v: closed ratio, at least 300 px, at most 20 MB', async () => {
    const frame = { ...image, parameter: 'first_image' }
    expect(await rulesOf('gamma-1.0-i2v', { ...frame, width: 300, height: 750 })).toEqual([])
    expect(await rulesOf('gamma-1.0-i2v', { ...frame, width: 750, height: 300 })).toEqual([])
    expect(await rulesOf('gamma-1.0-i2v', { ...frame, width: 299, height: 300 })).toEqual([
      'error media-width /first_image/0',
    ])
    expect(await rulesOf('gamma-1.0-i2v', { ...frame, bytes: 20 * MB })).toEqual([])
    expect(await rulesOf('gamma-1.0-i2v', { ...frame, bytes: 20 * MB + 1 })).toEqual([
      'advice media-bytes /first_image/0',
    ])
    expect(await rulesOf('gamma-1.0-i2v', { ...frame, bytes: 20 * MiB + 1 })).toEqual([
      'error media-bytes /first_image/0',
    ])
  })

  test('video_30_10_10: what is advised only advises, the total duration refuses', async () => {
    expect(
      (await rulesOf('video_30_10_10', { ...image, width: 4000, height: 4000, bytes: 100 * MB, format: 'gif' })).every(
        (rule) => rule.startsWith('advice '),
      ),
    ).toBe(true)
    expect(await rulesOf('video_30_10_10', { ...audio, seconds: 15.5 })).toEqual([
      'error media-total-duration /reference_audios',
    ])
    expect(await rulesOf('video_30_10_10', { ...audio, bytes: 60 * MB })).toEqual([
      'advice media-total-bytes /reference_audios',
    ])
    const { findings } = await checkMedia('video_30_10_10', [{ ...audio, format: 'ogg' }])
    expect(findings).toMatchObject([
      { severity: 'advice', message: 'reference_audios[0]: ogg is discouraged; use mp3 or wav' },
    ])
  })

  test('zeta: a limit without a unit is quoted once, as advice', async () => {
    const { ok, findings } = await checkMedia('zeta-H3-768p', [image, { ...image, index: 1 }])
    expect(ok).toBe(true)
    expect(findings).toMatchObject([{ rule: 'media-size-unclear', severity: 'advice', path: '/reference_images' }])
    expect(findings[0]?.message).toContain('1.5K')
  })

  test('sd_2.5 does not take over video formats and frame rates from sd_2.0', async () => {
    expect(
      await rulesOf('sd_2.5_discount_v1', {
        ...video,
        format: 'webm',
        framesPerSecond: 10,
        bytes: 500 * MB,
        seconds: 30,
      }),
    ).toEqual([])
  })

  test('a model with no limits, unknown facts, no files', async () => {
    for (const { id } of documented) {
      expect(await rulesOf(id)).toEqual([])
      expect(
        (await rulesOf(id, { parameter: 'reference_images', index: 0 })).filter((rule) => !rule.includes('unclear')),
      ).toEqual([])
    }
    expect(await rulesOf('epsilonO3', { ...image, bytes: 1e12 })).toEqual([])
  })

  test.each(
    [
      undefined,
      null,
      'sd',
      5,
      {},
      [null, undefined, 'x', 5, [image], () => image],
      [{ ...image, format: 1, bytes: '1e12', width: {}, height: null }],
      [
        { parameter: 5, index: '0', format: 'avi' },
        { path: {}, format: 'avi' },
        JSON.parse('{"__proto__":{"format":1}}'),
      ],
    ].map((probes: unknown) => [probes]),
  )('probes that are none say nothing: %j', async (probes) => {
    const report = await checkMedia('sd_2.0_discount', probes as MediaProbe[], { request: null as unknown as object })
    expect(report).toEqual({ ok: true, model: 'sd_2.0_discount', findings: [] })
  })

  test('of a probe with facts of other types, those that are right are checked', async () => {
    const probes = [null, { ...image, format: 1, height: 'high', bytes: 1e12 }] as unknown as MediaProbe[]
    expect(await rulesOf('sd_2.0_discount', ...probes)).toEqual(['error media-bytes /reference_images/0'])
    const codec = { parameter: 'reference_videos', index: 0, codec: ['h264'] } as unknown as MediaProbe
    for (const { id } of documented)
      expect((await checkMedia(id, [codec])).findings.filter(({ rule }) => rule === 'media-codec')).toEqual([])
  })

  test('a model that is none', async () => {
    expect(await checkMedia('sd_2.0_discont', [image])).toMatchObject({
      ok: false,
      model: undefined,
      findings: [{ rule: 'model-unknown', suggestion: 'sd_2.0_discount' }],
    })
  })
})

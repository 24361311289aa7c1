import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkMedia, checkRequest } from '@model-tasks/validation'
import { chinese } from '@model-tasks/validation/chinese'
import { describe, expect, test } from 'vitest'
import { english } from '../src/english.js'
import { catalogue } from './bodies.js'

interface Vector {
  body: unknown
}

const vectorsOf = (id: string): Vector[] =>
  JSON.parse(
    readFileSync(
      fileURLToPath(new URL(`vectors/${id}.json`, import.meta.resolve('@model-tasks/documents/package.json'))),
      'utf8',
    ),
  )

test('every general rule has words in both languages', () => {
  expect(Object.keys(chinese.rules).sort()).toEqual(Object.keys(english.rules).sort())
})

describe('the same findings in Chinese', () => {
  test.each(catalogue.models.map(({ id }) => id))('%s', async (id) => {
    for (const { body } of vectorsOf(id)) {
      const [told, translated] = [await checkRequest(body), await checkRequest(body, { language: chinese })]
      const bare = (report: typeof told): unknown => report.findings.map(({ message: _, ...finding }) => finding)
      expect(bare(translated)).toEqual(bare(told))
      for (const { message } of translated.findings) expect(message).toMatch(/\p{Script=Han}/u)
    }
  })

  test.each<[unknown, string]>([
    [{ model: 'sd_2.0_discount', prompt: '纸船', duration: 16 }, 'duration：16 太大；最大为 15'],
    [
      { model: 'sd_2.0_discount', prompt: '纸船', duration: 5, resolution: '720P' },
      'resolution：sd_2.0_discount 不提供 "720P"；可用 480p、720p、1080p（是否指 "720p"？）',
    ],
    [{ model: 'sd_2.0_discount', duration: 5 }, 'prompt：必填；请填写非空字符串'],
    [{ model: 'sd_2.0_discount', promt: '纸船', duration: 5 }, 'promt：sd_2.0_discount 没有此参数；是否指 prompt？'],
    [{ model: 'epsilonO3', prompt: '纸船', first_image: 'a.png' }, 'first_image：应为数组，而不是 "a.png"'],
    [{ model: 'alpha 1.5_pro', prompt: 'x' }, 'model："alpha 1.5_pro" 是显示名称；请填写其模型 ID alpha_1_5_pro'],
    [{}, 'model：必填；请填写模型 ID，例如 beta-5.0'],
    [[], '请求应为 JSON 对象，含 model 及其参数，而不是 数组'],
  ])('%j', async (body, message) => {
    expect((await checkRequest(body, { language: chinese })).findings[0]?.message).toBe(message)
  })

  test('a crowd of unknown parameters is told in one', async () => {
    const body = {
      model: 'beta-5.0',
      prompt: 'x',
      ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`stray${index}`, 1])),
    }
    const { findings } = await checkRequest(body, { language: chinese })
    expect(findings.at(-1)?.message).toMatch(
      /^stray20、stray21、stray22 等 10 个：也不是 beta-5\.0 的参数；可用 prompt、/,
    )
  })
})

describe('files in Chinese', () => {
  const model = 'sd_2.0_discount'
  const broken = [
    { parameter: 'reference_images', index: 0, format: 'psd', bytes: 40_000_000, width: 200, height: 7000 },
    { parameter: 'reference_videos', index: 0, format: 'mp4', bytes: 90_000_000, seconds: 1, framesPerSecond: 10 },
    { parameter: 'reference_videos', index: 1, format: 'mp4', bytes: 1_000_000, seconds: 15, framesPerSecond: 30 },
  ]

  test('the same findings in the same places, each with its limit in Chinese words', async () => {
    const [told, translated] = [await checkMedia(model, broken), await checkMedia(model, broken, { language: chinese })]
    const places = ({ findings }: typeof told) => findings.map(({ rule, path, severity }) => [rule, path, severity])
    expect(told.findings.length).toBeGreaterThan(5)
    expect(places(translated)).toEqual(places(told))
    for (const { message, rule } of translated.findings) {
      expect(message, rule).toMatch(/\p{Script=Han}/u)
      // Names of parameters, formats and units stay; English words do not.
      expect(message, rule).not.toMatch(/ (is|at|must|and|most|least|than) /)
    }
  })

  test('a model that is not known is told in Chinese', async () => {
    const { findings } = await checkMedia('sd_2.0', [], { language: chinese })
    expect(findings.map(({ rule }) => rule)).toEqual(['model-unknown'])
    expect(findings[0]?.message).toMatch(/\p{Script=Han}/u)
  })
})

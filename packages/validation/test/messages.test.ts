/** What a person reads about a request or a file, whole, in both languages; and the finding that carries it. */
import { modelIds } from '@model-tasks/spec'
import { checkMedia, checkRequest, type Finding, type MediaProbe, type Report } from '@model-tasks/validation'
import { chinese } from '@model-tasks/validation/chinese'
import { describe, expect, test } from 'vitest'
import { minimalBody, modelOf } from './bodies.js'

/** The findings with the messages of both languages, which differ in nothing else. */
function both(english: Report, translated: Report): Finding[] {
  const bare = ({ findings }: Report): unknown => findings.map(({ message: _, ...finding }) => finding)
  expect(bare(translated)).toEqual(bare(english))
  return english.findings.map((finding, index) => ({
    ...finding,
    message: `${finding.message} | ${translated.findings[index]?.message}`,
  }))
}

const ofRequest = async (body: object): Promise<Finding[]> =>
  both(await checkRequest(body), await checkRequest(body, { language: chinese }))

const ofFile = async (model: string, file: Omit<MediaProbe, 'index'>): Promise<Finding[]> => {
  const files = [{ index: 0, ...file }]
  return both(await checkMedia(model, files), await checkMedia(model, files, { language: chinese }))
}

const stray = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`stray${index}`, 1]))
const request = (model: string, more: object): object => ({ ...minimalBody(modelOf(model)), ...more })

describe('about a request', () => {
  test.each<[object, string]>([
    [
      { model: null },
      'model: must not be null; use a Model ID, such as beta-5.0 | model：不能为 null；请填写模型 ID，例如 beta-5.0',
    ],
    [
      { model: 5 },
      'model: must be a string, not 5; use a Model ID, such as beta-5.0 | model：应为字符串，而不是 5；请填写模型 ID，例如 beta-5.0',
    ],
    [
      { model: ['a'] },
      'model: must be a string, not an array; use a Model ID, such as beta-5.0 | model：应为字符串，而不是 数组；请填写模型 ID，例如 beta-5.0',
    ],
    [
      { model: 'no such thing' },
      'model: "no such thing" is not a Model ID; use a Model ID, such as beta-5.0 | model："no such thing" 不是模型 ID；请填写模型 ID，例如 beta-5.0',
    ],
    [
      { model: 'beta5.0' },
      'model: "beta5.0" is not a Model ID; did you mean beta-5.0? | model："beta5.0" 不是模型 ID；是否指 beta-5.0？',
    ],
    [
      { model: 'beta_5.0Pro' },
      'model: the parameters of beta_5.0Pro are not published, so nothing about them was checked | model：beta_5.0Pro 的参数没有公布，因此未作任何检查',
    ],
    [
      { model: 'sd_2.0_discount', prompt: 'x' },
      'duration: is required; add it, such as 5 (use an integer from 4 to 15 s) | duration：必填；请填写，例如 5（4 到 15 s 的整数）',
    ],
    [
      request('sd_2.0_discount', { prompt: null }),
      'prompt: must not be null; send a non-empty string | prompt：不能为 null；请填写非空字符串',
    ],
    [
      request('sd_2.0_discount', { prompt: '船'.repeat(501) }),
      'prompt: has 501 Chinese characters; use at most 500 | prompt：有 501 个汉字；至多 500 个汉字',
    ],
    [
      request('sd_2.0_discount', { prompt: 'boat '.repeat(1001) }),
      'prompt: has 1001 words; use at most 1000 | prompt：有 1001 个英文单词；至多 1000 个英文单词',
    ],
    [
      request('sd_2.0_discount', { prompt: `船${'a'.repeat(500)}` }),
      'prompt: has 501 characters; Chinese prompts may have 500, and whether other characters count is not stated | prompt：有 501 个字符；中文提示词至多 500 字，其他字符是否计入未说明',
    ],
    [
      request('gamma-1.0-t2v', { prompt: '😀'.repeat(5001) }),
      'prompt: has 5001 characters that are not Chinese; the service cuts off what is beyond 5000 | prompt：有 5001 个非汉字字符；超出 5000 个非汉字字符的部分会被服务截断',
    ],
    [
      request('video_30_10_10', { prompt: 'a'.repeat(5001) }),
      'prompt: has 5001 characters; at most 5000 are advised | prompt：有 5001 个字符；建议至多 5000 个字符',
    ],
    [
      request('videos_900_720p-c1', { prompt: `a${'😀'.repeat(1500)}` }),
      'prompt: has 1501 characters; use at most 1500 | prompt：有 1501 个字符；至多 1500 个',
    ],
    [
      request('zeta-H3-768p', { prompt: '@图片1' }),
      'prompt: @图片1 names no item of reference_images, which has 0 items; attach it or change the number | prompt：@图片1 没有对应的 reference_images（现有 0 项）；请补上素材或改编号',
    ],
    [
      request('zeta-H3-768p', { prompt: '@图片10' }),
      'prompt: @图片10 is not a token of zeta-H3-768p; items of reference_images are @图片1 to @图片9 | prompt：@图片10 不是 zeta-H3-768p 的引用写法；reference_images 的引用从 @图片1 到 @图片9',
    ],
    [
      request('zeta-H3-768p', { reference_images: ['data:image/png;base64,AAAA'] }),
      'reference_images[0]: is base64, which the interface both allows and rules out; a public URL is safer | reference_images[0]：是 base64：接口既允许又排除它，公开的 URL 更稳妥',
    ],
    [
      request('alpha_1_5_pro', { size: '1:1' }),
      'size: is not a parameter of alpha_1_5_pro; did you mean aspect_ratio? | size：alpha_1_5_pro 没有此参数；是否指 aspect_ratio？',
    ],
    [
      request('alpha_1_5_pro_720p', { aspect_ratio: '1:1' }),
      'aspect_ratio: is not a parameter of alpha_1_5_pro_720p; did you mean size? | aspect_ratio：alpha_1_5_pro_720p 没有此参数；是否指 size？',
    ],
    [
      request('alpha_1_5_pro', { size: '1:1', aspect_ratio: '1:1' }),
      'size: is not a parameter of alpha_1_5_pro; it accepts prompt, duration, aspect_ratio, resolution, first_image, last_image, generate_audio and tools | size：alpha_1_5_pro 没有此参数；可用 prompt、duration、aspect_ratio、resolution、first_image、last_image、generate_audio、tools',
    ],
  ])('%j', async (body, message) => {
    expect((await ofRequest(body)).map((finding) => finding.message)).toEqual([message])
  })

  test.each([
    [22, 'stray20 and stray21: are', 'stray20、stray21：也'],
    [23, 'stray20, stray21 and stray22: are', 'stray20、stray21、stray22：也'],
    [24, 'stray20, stray21, stray22 and 1 more: are', 'stray20、stray21、stray22 等 4 个：也'],
  ])('%s unknown parameters', async (count, english, translated) => {
    const findings = await ofRequest(request('beta-5.0', stray(count)))
    expect(findings).toHaveLength(21)
    const accepted = ['prompt', 'reference_images', 'aspect_ratio', 'resolution', 'size', 'watermark']
    expect(findings[20]).toEqual({
      rule: 'unknown-parameter',
      severity: 'error',
      path: '/stray20',
      parameter: 'stray20',
      source: 'beta-5.0',
      message: `${english} not parameters of beta-5.0 either; it accepts ${accepted.slice(0, -1).join(', ')} and ${accepted.at(-1)} | ${translated}不是 beta-5.0 的参数；可用 ${accepted.join('、')}`,
    })
  })

  test('a finding has what is known, and nothing that is not', async () => {
    const model = 'sd_2.0_discount'
    expect(await checkRequest(request(model, {}))).toStrictEqual({ ok: true, model, findings: [] })
    const [high, wide] = (await checkRequest(request(model, { duration: 99, aspect_ratio: '16-9' }))).findings
    expect(high).toStrictEqual({
      ...{ rule: 'maximum', severity: 'error', path: '/duration', parameter: 'duration' },
      ...{ message: 'duration: 99 is too large; use 15 or less', received: 99, limit: 15, suggestion: 15 },
      source: `${model}, duration`,
    })
    expect(wide).toMatchObject({ rule: 'enum', received: '16-9', suggestion: '16:9', source: `${model}, aspect_ratio` })
    expect(wide?.allowed).toContain('21:9')
    expect((await checkRequest({ model: 'x' })).findings).toStrictEqual([
      {
        ...{ rule: 'model-unknown', severity: 'error', path: '/model', parameter: 'model', received: 'x' },
        ...{ message: 'model: "x" is not a Model ID; use a Model ID, such as beta-5.0', allowed: [...modelIds] },
        source: 'Submit a task, Request body',
      },
    ])
  })

  test('a missing parameter is named beside an unknown one that is not it', async () => {
    const findings = await ofRequest({ model: 'sd_2.0_discount', prompt: 'x', zzz: 1 })
    expect(findings.map(({ rule, path }) => [rule, path])).toEqual([
      ['unknown-parameter', '/zzz'],
      ['required', '/duration'],
    ])
    const misspelt = await ofRequest({ model: 'sd_2.0_discount', prompt: 'x', duratoin: 5 })
    expect(misspelt.map(({ rule, path }) => [rule, path])).toEqual([['unknown-parameter', '/duratoin']])
  })

  test.each([null, true, false, 0, -1.5, 'short'])(
    'a wrong value that JSON can hold is in the finding: %j',
    async (received) => {
      const [finding] = await ofRequest(request('sd_2.0_discount', { aspect_ratio: received }))
      expect(finding).toMatchObject({ path: '/aspect_ratio', received })
    },
  )

  test.each([[[]], [{}], [undefined], [NaN], [-Infinity]])(
    'one that it cannot hold, or that is large, is not: %j',
    async (value) => {
      const [finding] = await ofRequest(request('sd_2.0_discount', { duration: value }))
      expect(finding).toMatchObject({ path: '/duration' })
      expect(finding).not.toHaveProperty('received')
    },
  )

  test('no prompt is in it', async () => {
    for (const prompt of ['', 5, ['secret']]) {
      const [finding] = await ofRequest(request('sd_2.0_discount', { prompt }))
      expect(finding).toMatchObject({ path: '/prompt' })
      expect(finding).not.toHaveProperty('received')
    }
  })

  test('an item far back in a list is named by its index', async () => {
    const urls = Array.from({ length: 12 }, (_, index) => `https://example.com/${index}.png`)
    const [finding] = await ofRequest(request('video_30_10_10', { reference_images: [...urls, 'cat.png'] }))
    expect(finding?.message).toMatch(/^reference_images\[12\]: "cat\.png" is not a media reference/)
  })

  test('base64 that is broken is not a reference, also where base64 is accepted', async () => {
    const [finding] = await ofRequest(request('zeta-H3-768p', { reference_images: ['data:image/png;base64,A A'] }))
    expect(finding?.message).toMatch(/^reference_images\[0\]: "data:image\/png;base64,A A" is not a media reference/)
  })

  test('many mistakes of one sort at several parameters are counted apart', async () => {
    const items = Array.from({ length: 25 }, () => 5)
    const findings = await ofRequest(request('video_30_10_10', { reference_images: items, reference_videos: [5, 5] }))
    const of = (parameter: string): Finding[] => findings.filter((finding) => finding.parameter === parameter)
    expect(of('reference_images')).toHaveLength(21)
    expect(of('reference_images')[20]?.message).toMatch(/\(and 4 more like this\) \| .*（另有 4 处相同）$/)
    expect(of('reference_videos')).toHaveLength(2)
  })

  test('a long name is cut at its end only', async () => {
    const [finding] = (await checkRequest(request('beta-5.0', { [`a~😀${'x'.repeat(2000)}`]: 1 }))).findings
    expect(finding?.path).toBe(`/a~0😀${'x'.repeat(994)}…`)
  })
})

describe('about a file', () => {
  const image = 'reference_images'
  const [video, audio] = ['reference_videos', 'reference_audios']
  test.each<[string, Omit<MediaProbe, 'index'>, string]>([
    [
      'sd_2.0_discount',
      { parameter: image, format: 'psd' },
      'reference_images[0]: is psd; use jpeg, png, webp, bmp, tiff, gif, heic or heif | reference_images[0]：格式为 psd；请用 jpeg、png、webp、bmp、tiff、gif、heic 或 heif',
    ],
    [
      'sd_2.0_discount',
      { parameter: image, bytes: 31_457_280 },
      'reference_images[0]: the file has 31.5 MB (31,457,280 bytes); it must be less than 30 MB | reference_images[0]：文件大小为 31.5 MB (31,457,280 bytes)；应小于 30 MB',
    ],
    [
      'sd_2.0_discount',
      { parameter: image, bytes: 30_000_000 },
      'reference_images[0]: the file has 30.0 MB (30,000,000 bytes); it must be less than 30 MB, and is allowed only where a MB is counted as 1,048,576 bytes | reference_images[0]：文件大小为 30.0 MB (30,000,000 bytes)；应小于 30 MB，仅当 1 MB 按 1,048,576 字节计时可用',
    ],
    [
      'sd_2.0_discount',
      { parameter: image, width: 1000, height: 2999 },
      'reference_images[0]: width / height is 0.333; it must be more than 0.4 and less than 2.5 | reference_images[0]：宽高比为 0.333；应大于 0.4 且小于 2.5',
    ],
    [
      'sd_2.0_discount',
      { parameter: image, width: 300 },
      'reference_images[0]: the width is 300 px; it must be more than 300 px and less than 6000 px | reference_images[0]：宽度为 300 px；应大于 300 px 且小于 6000 px',
    ],
    [
      'sd_2.0_discount',
      { parameter: image, height: 7000 },
      'reference_images[0]: the height is 7000 px; it must be more than 300 px and less than 6000 px | reference_images[0]：高度为 7000 px；应大于 300 px 且小于 6000 px',
    ],
    // A file without a height has no shape.
    [
      'sd_2.0_discount',
      { parameter: image, width: 1000, height: 0 },
      'reference_images[0]: the height is 0 px; it must be more than 300 px and less than 6000 px | reference_images[0]：高度为 0 px；应大于 300 px 且小于 6000 px',
    ],
    [
      'sd_2.0_discount',
      { parameter: video, seconds: 1.23456 },
      'reference_videos[0]: the duration is 1.235 s; it must be at least 2 s and at most 15 s | reference_videos[0]：时长为 1.235 s；应至少 2 s 且至多 15 s',
    ],
    [
      'sd_2.0_discount',
      { parameter: video, framesPerSecond: 10 },
      'reference_videos[0]: the frame rate is 10 fps; it must be at least 24 fps and at most 60 fps | reference_videos[0]：帧率为 10 fps；应至少 24 fps 且至多 60 fps',
    ],
    [
      'video_30_10_10',
      { parameter: audio, bytes: 60e6 },
      'reference_audios: the files together have 60.0 MB (60,000,000 bytes); it must be at most 50 MB | reference_audios：总大小为 60.0 MB (60,000,000 bytes)；应至多 50 MB',
    ],
    [
      'video_30_10_10',
      { parameter: audio, format: 'ogg' },
      'reference_audios[0]: ogg is discouraged; use mp3 or wav | reference_audios[0]：不建议使用 ogg；请用 mp3 或 wav',
    ],
    [
      'zeta-H3-768p',
      { parameter: image },
      'reference_images: the interface limits each file to "1.5K in size" without showing the unit; keep files small | reference_images：接口把每个文件限制为 "1.5K in size"，但未说明单位；请使用较小的文件',
    ],
    [
      'gamma-1.0-i2v',
      { parameter: 'first_image', width: 299 },
      'first_image[0]: the width is 299 px; it must be at least 300 px | first_image[0]：宽度为 299 px；应至少 300 px',
    ],
  ])('%s %j', async (model, file, message) => {
    expect((await ofFile(model, file)).map((finding) => finding.message)).toEqual([message])
  })

  test('a finding has what is known, and nothing that is not', async () => {
    const of = async (model: string, file: Omit<MediaProbe, 'index'>): Promise<Finding[]> =>
      (await checkMedia(model, [{ index: 0, ...file }])).findings
    expect(await of('sd_2.0_discount', { parameter: image, width: 300 })).toStrictEqual([
      {
        ...{ rule: 'media-width', severity: 'error', path: '/reference_images/0', parameter: image, limit: 300 },
        message: 'reference_images[0]: the width is 300 px; it must be more than 300 px and less than 6000 px',
        source: 'sd_2.0_discount, 2',
      },
    ])
    expect(await of('video_30_10_10', { parameter: audio, format: 'ogg' })).toStrictEqual([
      {
        ...{ rule: 'media-format', severity: 'advice', path: '/reference_audios/0', parameter: audio },
        message: 'reference_audios[0]: ogg is discouraged; use mp3 or wav',
        allowed: ['mp3', 'wav'],
        source: 'video_30_10_10, reference_audios',
      },
    ])
    expect(await of('video_30_10_10', { parameter: audio, format: 'audio/mpeg' })).toEqual([])
    expect(await of('sd_2.0_discount', { parameter: image, width: 1000 })).toEqual([])
    expect(await of('sd_2.0_discount', { parameter: image, height: 1000 })).toEqual([])
    expect(await of('zeta-H3-768p', { parameter: 'first_image' })).toEqual([])
  })
})

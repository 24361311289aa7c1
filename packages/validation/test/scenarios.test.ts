import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { checkRequest } from '@model-tasks/validation'
import { describe, expect, test } from 'vitest'
import { minimalBody, modelOf } from './bodies.js'

/** Every choice of some parameters: each absent, empty or given. */
function choices(names: string[]): Record<string, string[]>[] {
  return names.reduce<Record<string, string[]>[]>(
    (all, name) =>
      all.flatMap((choice) => [choice, { ...choice, [name]: [] }, { ...choice, [name]: ['https://example.com/a'] }]),
    [{}],
  )
}

const media = ['first_image', 'last_image', 'reference_images', 'reference_videos', 'reference_audios']

async function severitiesOf(model: string, choice: Record<string, unknown>): Promise<string[]> {
  return (await checkRequest({ ...minimalBody(modelOf(model)), ...choice })).findings
    .map(({ severity }) => severity)
    .sort()
}

describe('scenarios of sd_2.0_discount, read from the interface once more', () => {
  test('all 243 ways of giving media', async () => {
    for (const choice of choices(media)) {
      const given = (name: string): boolean => (choice[name]?.length ?? 0) > 0
      const frames = given('first_image') || given('last_image')
      const references = given('reference_images') || given('reference_videos') || given('reference_audios')
      const expected = [
        ...(frames && references ? ['error'] : []),
        ...(given('reference_audios') && !given('reference_images') && !given('reference_videos') ? ['error'] : []),
        ...(given('last_image') && !given('first_image') ? ['advice'] : []),
      ].sort()
      expect(await severitiesOf('sd_2.0_discount', choice), JSON.stringify(choice)).toEqual(expected)
    }
  })

  test('the message names all that take part and points at the first', async () => {
    const { findings } = await checkRequest({
      ...minimalBody(modelOf('sd_2.0_discount')),
      last_image: ['https://example.com/z'],
      first_image: ['https://example.com/a'],
      reference_videos: ['https://example.com/v'],
      reference_images: [],
    })
    expect(findings).toHaveLength(1)
    expect(findings[0]?.message).toMatch(/^first_image, last_image, reference_videos: /)
    expect(findings[0]?.path).toBe('/first_image')
  })
})

describe('rules of one model are not those of another', () => {
  test('sd_2.5_discount_v1 and video_30_10_10 take any mixture', async () => {
    for (const choice of choices(media)) expect(await severitiesOf('sd_2.5_discount_v1', choice)).toEqual([])
    for (const choice of choices(media.slice(2))) expect(await severitiesOf('video_30_10_10', choice)).toEqual([])
  })

  test('epsilonO3: a first frame asks for reference_mode frame, as advice', async () => {
    const first = { first_image: ['https://example.com/a'] }
    expect(await severitiesOf('epsilonO3', first)).toEqual(['advice'])
    expect(await severitiesOf('epsilonO3', { ...first, reference_mode: 'image' })).toEqual(['advice'])
    expect(await severitiesOf('epsilonO3', { ...first, reference_mode: 'frame' })).toEqual([])
    expect(await severitiesOf('epsilonO3', { first_image: [] })).toEqual([])
  })
})

describe('prompts', () => {
  const rules = async (model: string, prompt: string, more = {}): Promise<string[]> =>
    (await checkRequest({ ...minimalBody(modelOf(model)), prompt, ...more })).findings.map(
      ({ rule, severity }) => `${severity} ${rule}`,
    )

  test.each(['sd_2.0_discount', 'sd_2.5_discount_v1'])('%s: 500 Han characters, 1000 words', async (model) => {
    expect(await rules(model, '船'.repeat(500))).toEqual([])
    expect(await rules(model, '船'.repeat(501))).toEqual(['error prompt-han-limit'])
    expect(await rules(model, `船${'a'.repeat(499)}`)).toEqual([])
    expect(await rules(model, `船${'a'.repeat(500)}`)).toEqual(['advice prompt-length'])
    expect(await rules(model, 'boat '.repeat(1000))).toEqual([])
    expect(await rules(model, 'boat '.repeat(1001))).toEqual(['error prompt-word-limit'])
    expect(await rules(model, '123 '.repeat(2000))).toEqual([])
    expect(await rules(model, '😀'.repeat(5000))).toEqual([])
  })

  test.each(['hh-1.1-r2v-o', 'gamma-1.0-r2v', 'gamma-1.0-i2v', 'gamma-1.0-t2v', 'gamma-1.1-t2v', 'delta2.7-r2v'])(
    '%s: the excess is truncated',
    async (model) => {
      expect(await rules(model, '船'.repeat(2500) + 'a'.repeat(5000))).toEqual([])
      expect(await rules(model, '船'.repeat(2501))).toEqual(['advice prompt-truncated'])
      expect(await rules(model, '😀'.repeat(5000))).toEqual([])
      expect(await rules(model, '😀'.repeat(5001))).toEqual(['advice prompt-truncated'])
    },
  )

  test('video_30_10_10: 5000 characters are advised', async () => {
    expect(await rules('video_30_10_10', '😀'.repeat(5000))).toEqual([])
    expect(await rules('video_30_10_10', 'a'.repeat(5001))).toEqual(['advice prompt-advised-length'])
  })

  test.each(['zeta-H3-768p', 'zeta-H3_933_1080p'])('%s: tokens name what is attached', async (model) => {
    const two = { reference_images: ['https://example.com/1', 'https://example.com/2'] }
    expect(await rules(model, '@图片1 then @图片2', two)).toEqual([])
    expect(await rules(model, 'no token at all', two)).toEqual([])
    expect(await rules(model, '@图片3', two)).toEqual(['advice prompt-token'])
    expect(await rules(model, '@图片10', two)).toEqual(['advice prompt-token'])
    expect(await rules(model, '@视频1 @音频1', two)).toEqual(['advice prompt-token', 'advice prompt-token'])
  })

  test('other models have no tokens', async () => {
    expect(await rules('sd_2.0_discount', '@图片3')).toEqual([])
  })

  test('zeta: base64 is advice for images, an error elsewhere', async () => {
    const data = 'data:image/png;base64,iVBORw0KGgo='
    expect(await rules('zeta-H3-768p', 'x', { reference_images: [data] })).toEqual(['advice media-base64'])
    expect(await rules('zeta-H3-768p', 'x', { reference_videos: [data] })).toEqual(['error media-reference'])
    expect(await rules('sd_2.0_discount', 'x', { reference_images: [data] })).toEqual(['error media-reference'])
  })

  test('zeta: 8 MB of base64 are judged, also where V8 no longer optimises patterns, as in a process that has many', async () => {
    const program = `
      import { validate } from '@model-tasks/spec/validators/zeta-H3-768p'
      const rules = (data) => validate({ model: 'zeta-H3-768p', prompt: 'x', reference_images: [data] }).map(({ rule }) => rule)
      const long = 'data:image/png;base64,' + 'A'.repeat(8_000_000)
      console.log(JSON.stringify([long + '==', long + '=A', long.replace('AAA', 'A A'), long + '\\n', 'x' + long].map(rules)))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--no-regexp-optimization', '--input-type=module', '--eval', program],
      { cwd: import.meta.dirname },
    )
    const wrong = ['media-reference']
    expect(JSON.parse(stdout)).toEqual([['media-base64'], wrong, wrong, wrong, wrong])
  })
})

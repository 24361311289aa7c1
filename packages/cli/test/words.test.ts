import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { Parameter } from '@model-tasks/spec/catalogue'
import { memberPath } from '../src/request/members.js'
import { readRequest } from '../src/request/words.js'

const bodyOf = async (...words: string[]): Promise<unknown> =>
  (await readRequest(words, { stream: Readable.from(['from standard input\n']) }, ['run', ...words])).body

describe('words take the types of the catalogue', () => {
  test('numbers, booleans, strings', async () => {
    expect(
      await bodyOf(
        'sd_2.0_discount',
        'prompt=5',
        'duration=5',
        'seed=-1',
        'watermark=true',
        'generate_audio=false',
        'resolution=720p',
      ),
    ).toEqual({
      model: 'sd_2.0_discount',
      prompt: '5',
      duration: 5,
      seed: -1,
      watermark: true,
      generate_audio: false,
      resolution: '720p',
    })
    expect(await bodyOf('videos_900_720p-c1', 'prompt=x', 'duration=15')).toMatchObject({ duration: 15 })
  })
  test('what does not read as its type stays a string, for validation to report', async () => {
    expect(await bodyOf('sd_2.0_discount', 'duration=five', 'watermark=yes')).toMatchObject({
      duration: 'five',
      watermark: 'yes',
    })
    expect(await bodyOf('sd_2.0_discount', 'duration=5.5')).toMatchObject({ duration: 5.5 })
  })
  test('media repeat, and an empty word is an empty list', async () => {
    expect(await bodyOf('beta-5.0', 'reference_images=https://a/1', 'reference_images=https://a/2?x=y')).toMatchObject({
      reference_images: ['https://a/1', 'https://a/2?x=y'],
    })
    expect(await bodyOf('beta-5.0', 'reference_images=')).toMatchObject({ reference_images: [] })
  })
  test('name:=json says exactly what is meant', async () => {
    expect(await bodyOf('sd_2.0_discount', 'tools:=[{"type":"web"}]', 'seed:=null')).toMatchObject({
      tools: [{ type: 'web' }],
      seed: null,
    })
    await expect(bodyOf('sd_2.0_discount', 'tools=[{"type":"web"}]')).rejects.toThrow(
      `tools= adds one item, and this is a list; for the whole list write tools:='[{"type":"web"}]'`,
    )
    await expect(bodyOf('sd_2.0_discount', 'tools:=[')).rejects.toThrow('tools:= is not JSON')
  })
  test('a value may contain equals signs, spaces, line ends and an @', async () => {
    expect(await bodyOf('beta-5.0', 'prompt=a=b\n@图片1 c')).toMatchObject({ prompt: 'a=b\n@图片1 c' })
  })
  test('a model without a reference takes words as they read', async () => {
    expect(await bodyOf('beta_5.0Pro', 'steps=4', 'on=true', 'name=x', 'many=1', 'many=2')).toEqual({
      model: 'beta_5.0Pro',
      steps: 4,
      on: true,
      name: 'x',
      many: [1, 2],
    })
  })
  test('__proto__ is a name like any other', async () => {
    const body = await bodyOf('beta-5.0', '__proto__=x')
    expect(Object.keys(body as object)).toEqual(['model', '__proto__'])
  })
})

describe('a member of an object is written with a dot', () => {
  const object = (name: string, members: object): object => ({ name, kind: 'object', members })
  const number = { name: 'zoom', kind: 'number' }
  const text = { name: 'value', kind: 'string' }
  const parameters = [
    object('camera', [number, object('target', [number])]),
    { name: 'faces', kind: 'map', values: text },
    { name: 'guidance.scale', kind: 'number' },
    { name: 'guidance', kind: 'string' },
  ] as unknown as Parameter[]

  test.each([
    ['camera.zoom', ['camera', 'zoom']],
    ['camera.target.zoom', ['camera', 'target', 'zoom']],
    ['camera.unknown', ['camera', 'unknown']],
    // A name of the caller's choice may have dots.
    ['faces.old.town', ['faces', 'old.town']],
    // So may the name of a parameter.
    ['guidance.scale', undefined],
    ['guidance.other', undefined],
    ['camera.', undefined],
    ['nothing.zoom', undefined],
  ])('%s', (name, names) => expect(memberPath(name, parameters)?.names).toEqual(names))
})

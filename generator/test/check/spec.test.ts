import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkSpec } from '../../check/index.js'
import { loadSpec } from '../../load/spec.js'
import type { ModelFile } from '../../spec-types/files/model.js'
import type { ServiceFile } from '../../spec-types/files/service.js'

const directory = fileURLToPath(new URL('../../../spec', import.meta.url))

const read = async <T>(path: string): Promise<T> => JSON.parse(await readFile(`${directory}/${path}`, 'utf8')) as T
const { sections } = await read<{ sections: string[] }>('sections.json')
/** The models that the interface states. One that somebody adds names its own id as its source, and its vectors test it. */
const names = (
  await Promise.all(
    (await readdir(`${directory}/models`)).sort().map(async (name) => {
      const { section } = (await read<ModelFile>(`models/${name}`))['x-source']
      return sections.includes(section) ? [name] : []
    }),
  )
).flat()

describe('the specification', () => {
  test('has no mistake', async () => {
    expect(checkSpec(await loadSpec(directory))).toEqual([])
  })

  test('knows 28 models: 19 with a parameter table, 25 published', async () => {
    const models = await Promise.all(names.map((name) => read<ModelFile>(`models/${name}`)))
    expect(models).toHaveLength(28)
    expect(models.filter((model) => model['x-reference'])).toHaveLength(19)
    expect(models.filter((model) => model['x-listed'])).toHaveLength(25)
    expect((await read<ServiceFile>('service.json')).models).toHaveLength(25)
    expect(models.filter((model) => model['x-kind'] === 'image').map((model) => model.title)).toEqual([
      'beta-5.0',
      'beta_5.0Pro',
    ])
  })
})

describe('each model file is plain JSON Schema 2020-12', () => {
  let validators: Map<string, { schema: ModelFile; validate: (body: unknown) => boolean }>

  beforeAll(async () => {
    const ajv = new Ajv2020({ strict: false })
    // `$schema` names the catalogue's own dialect, whose keywords begin with x- and mean nothing to other tools.
    const plain = async <T extends object>(path: string): Promise<T> => {
      const { $schema: _, ...schema } = await read<T & { $schema?: string }>(path)
      return schema as unknown as T
    }
    for (const path of ['media.schema.json', 'parameters.schema.json'])
      ajv.addSchema(await plain<object>(path), `spec:/${path}`)
    validators = new Map(
      await Promise.all(
        names.map(async (name) => {
          const schema = await plain<ModelFile>(`models/${name}`)
          return [schema.title, { schema, validate: ajv.compile({ ...schema, $id: `spec:/models/${name}` }) }] as const
        }),
      ),
    )
  })

  const minimal = (schema: ModelFile): Record<string, unknown> => {
    const body: Record<string, unknown> = { model: schema.title }
    for (const name of schema.required.filter((each) => each !== 'model')) {
      const parameter = schema.properties[name]!
      body[name] =
        name === 'prompt'
          ? 'A paper boat'
          : name.includes('image')
            ? ['https://example.com/boat.png']
            : 'default' in parameter && parameter.default !== undefined
              ? parameter.default
              : 'enum' in parameter
                ? parameter.enum[0]
                : 'minimum' in parameter && parameter.minimum
    }
    return body
  }

  test('that takes a minimal request, and no other model', () => {
    for (const [id, { schema, validate }] of validators) {
      expect(validate(minimal(schema)), id).toBe(true)
      expect(validate({ ...minimal(schema), model: 'another' }), id).toBe(false)
    }
  })

  test('that refuses an unknown parameter exactly where the parameters are shown', () => {
    for (const [id, { schema, validate }] of validators)
      expect(validate({ ...minimal(schema), promt: 'x' }), id).toBe(!schema['x-reference'])
  })

  test('whose rules tell their examples apart', () => {
    let rules = 0
    for (const [id, { schema, validate }] of validators) {
      for (const entry of schema.allOf ?? []) {
        rules++
        for (const example of entry['x-rule'].examples.valid)
          expect(validate({ ...minimal(schema), ...example }), `${id} ${JSON.stringify(example)}`).toBe(true)
        for (const example of entry['x-rule'].examples.invalid)
          expect(validate({ ...minimal(schema), ...example }), `${id} ${JSON.stringify(example)}`).toBe(false)
      }
    }
    expect(rules).toBe(2)
  })

  test.each([
    ['videos_900_720p-c1', { duration: 15 }, true],
    ['videos_900_720p-c1', { duration: 10 }, false],
    ['videos_900_720p-c1', { prompt: '船'.repeat(1500) }, true],
    ['videos_900_720p-c1', { prompt: '船'.repeat(1501) }, false],
    ['gamma-1.0-r2v', { resolution: '720P' }, true],
    ['gamma-1.0-r2v', { resolution: '720p' }, false],
    ['sd_2.0_discount', { resolution: '720p' }, true],
    ['sd_2.0_discount', { resolution: '720P' }, false],
    ['sd_2.0_discount', { first_image: ['assetId://a1'] }, true],
    ['sd_2.0_discount', { first_image: ['assetId://'] }, false],
    ['sd_2.0_discount', { seed: -7 }, true],
    ['alpha_1_5_pro_720p', { size: 'keep_ratio' }, true],
    ['alpha_1_5_pro_720p', { aspect_ratio: '16:9' }, false],
    ['alpha_1_5_pro', { first_image: ['assetId://a1'] }, false],
    ['sd_2.5_discount_v1', { watermark: true }, false],
    ['sd_2.5_discount_v1', { reference_audios: ['https://example.com/a.mp3'] }, true],
    [
      'sd_2.5_discount_v1',
      { first_image: ['https://example.com/a.png'], reference_images: ['https://example.com/b.png'] },
      true,
    ],
    ['zeta-H3-768p', { reference_images: ['data:image/png;base64,AAAA'] }, true],
    ['zeta-H3-768p', { reference_videos: ['data:video/mp4;base64,AAAA'] }, false],
    ['zeta-H3-768p', { resolution: '1080p' }, false],
    ['beta-5.0', { size: 'anything' }, true],
    ['gamma-1.1-t2v', { seed: 2147483648 }, false],
    ['gamma-1.0-i2v', { first_image: [] }, false],
  ])('%s with %j: %s', (id, change, valid) => {
    const { schema, validate } = validators.get(id)!
    expect(validate({ ...minimal(schema), ...change })).toBe(valid)
  })
})

import { spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCatalogue } from '../../read/catalogue.js'
import { checkSpec } from '../../check/index.js'
import { loadSpec } from '../../load/spec.js'
import { addModel } from '../../new/add.js'
import { layout } from '../../new/layout.js'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spec-new-'))
  await cp(fileURLToPath(new URL('../../../spec', import.meta.url)), directory, { recursive: true })
})
afterEach(() => rm(directory, { recursive: true }))

describe('a scaffolded model', () => {
  test.each(['video', 'image', 'audio', 'mesh'] as const)(
    'of kind %s passes every check and is in the catalogue',
    async (kind) => {
      const path = await addModel(directory, 'omega-1.0', kind)
      const spec = await loadSpec(directory)
      expect(path).toBe('models/omega-1.0.schema.json')
      expect(checkSpec(spec)).toEqual([])
      const model = readCatalogue(spec).models.find((each) => each.id === 'omega-1.0')
      expect(model).toMatchObject({ kind, codegenName: 'Omega10', reference: true })
      const names = model?.parameters.map((parameter) => parameter.name)
      expect(names).toEqual(expect.arrayContaining(['prompt', 'negative_prompt', 'reference_images', 'tags', 'seed']))
      expect(names?.includes('first_image')).toBe(kind === 'video')
      const { properties } = spec.files.get(path)!.value as { properties: Record<string, object> }
      expect(
        Object.values(properties)
          .slice(1)
          .every((parameter) => '$comment' in parameter),
      ).toBe(true)
    },
  )

  test('may have both a size and an aspect ratio: upstreams that write them to one place say which goes first', async () => {
    const path = await addModel(directory, 'omega-1.0', 'video')
    const schema = JSON.parse(await readFile(join(directory, path), 'utf8')) as { properties: Record<string, object> }
    schema.properties.size = {
      type: 'string',
      enum: ['16:9', '1:1'],
      description: 'Width to height of the picture.',
      'x-source': { section: 'omega-1.0', item: 'size' },
    }
    await writeFile(join(directory, path), JSON.stringify(schema))
    expect(checkSpec(await loadSpec(directory))).toEqual([])
  })

  test('has its file under a name of its own when its ID has a vendor and a version', async () => {
    expect(await addModel(directory, 'vendor/omega:2.0', 'image')).toBe('models/vendor~omega~~2.0.schema.json')
    const catalogue = readCatalogue(await loadSpec(directory))
    expect(catalogue.models.find(({ id }) => id === 'vendor/omega:2.0')?.codegenName).toBe('VendorOmega20')
  })

  test('is rejected when it exists, is not a Model ID or would collide, and nothing is written', async () => {
    const before = await readFile(join(directory, 'models/beta-5.0.schema.json'), 'utf8')
    const files = [...(await loadSpec(directory)).files.keys()]
    await expect(addModel(directory, 'beta-5.0', 'image')).rejects.toThrow('is there already')
    for (const id of ['../beta', '/beta', 'beta/', 'vendor//beta', 'vendor/:beta', 'vendor~beta'])
      await expect(addModel(directory, id, 'image'), id).rejects.toThrow('is not a Model ID')
    await expect(addModel(directory, 'beta/5.0', 'image')).rejects.toThrow('S021')
    await expect(addModel(directory, 'beta_5_0', 'image')).rejects.toThrow('S021')
    await expect(addModel(directory, 'a'.repeat(300), 'image')).rejects.toThrow(
      /^spec\/models\/a{300}\.schema\.json cannot be written: ENAMETOOLONG/,
    )
    expect(await readFile(join(directory, 'models/beta-5.0.schema.json'), 'utf8')).toBe(before)
    expect([...(await loadSpec(directory)).files.keys()]).toEqual(files)
  })
})

/** A line that cannot be split: one string, as a member or an item. */
const oneString = /^ *(?:"(?:[^"\\]|\\.)*": )?"(?:[^"\\]|\\.)*",?$/

test('the layout loses nothing and puts on one line what fits there', async () => {
  for (const [path, file] of (await loadSpec(directory)).files) {
    const text = layout(file.value!)
    expect(JSON.parse(text), path).toEqual(file.value)
    expect(
      text.split('\n').filter((line) => line.length > 400 && !oneString.test(line)),
      path,
    ).toEqual([])
  }
  expect(layout({ a: [1, { b: 'x' }], c: {} })).toBe('{\n  "a": [1, { "b": "x" }],\n  "c": {}\n}\n')
})

test.each([
  [['--kind', 'video'], 'expected one Model ID, got 0'],
  [['omega', 'psi'], 'expected one Model ID, got 2'],
  [['omega', '--kind', 'film'], '"film" is not a kind of model; use video, image, audio, mesh'],
  [['--kin', 'video'], "Unknown option '--kin'"],
])('spec:new %j is answered with what is wrong, and writes nothing', (words, mistake) => {
  const main = fileURLToPath(new URL('../../dist/new/main.js', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' })
  expect(stderr).toContain(mistake)
  expect(stderr).toContain('npm run spec:new -- <model-id>')
  expect(status).toBe(2)
})

import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyOfTree } from './copy.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = join(root, 'generator/test/import/documents')
let copy: string

function node(...words: string[]): { status: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8' })
  return { status, out: stdout, err: stderr }
}

const importModel = (...words: string[]) => node('packages/workspace/bin/generator.js', 'import', ...words)

beforeAll(async () => {
  copy = await copyOfTree(root)
})
afterAll(() => rm(copy, { recursive: true, force: true }))

test('models imported from documents of vendors generate and check requests, with no edit', () => {
  const fal = importModel(join(documents, 'fal.json'), '/acme/glide/v2/image-to-video')
  expect(fal).toMatchObject({ status: 0, err: '' })
  expect(fal.out).toContain('spec/models/acme~glide~v2~image-to-video.schema.json is written, with 20 parameters.')
  expect(fal.out).toContain('\n  /components/schemas/GlideInput/properties/loras/default: a list has no default\n')
  const replicate = importModel(join(documents, 'replicate.json'), 'post /predictions', '--kind', 'image')
  expect(replicate).toMatchObject({ status: 0, err: '' })
  const schemas = '/latest_version/openapi_schema/components/schemas'
  expect([...replicate.out.matchAll(/^ {2}(\S+):/gm)].map(([, pointer]) => pointer)).toEqual([
    `${schemas}/Input/properties/image/format`,
    `${schemas}/PredictionRequest/properties/id`,
    `${schemas}/PredictionRequest/properties/webhook`,
  ])

  expect(importModel(join(documents, 'fal.json'), 'acme/glide', '--id', 'x')).toMatchObject({
    status: 1,
    out: '',
    err: expect.stringContaining('the document has no operation "acme/glide"; the nearest of its names are') as string,
  })

  expect(node('packages/workspace/bin/generator.js', 'main')).toMatchObject({ status: 0, err: '' })
  const script = `
import { checkRequest } from '@model-tasks/validation'
const frame = 'https://example.com/a.png'
const glide = (more) => checkRequest({ model: 'acme/glide/v2/image-to-video', prompt: 'a boat', image_url: frame, ...more })
const paths = async (check) => (await check).findings.map(({ path, rule }) => path + ' ' + rule)
console.log(JSON.stringify([
  await paths(glide({ length: 'auto', seed: null, loras: [{ path: 'a' }], camera: { keyframes: [{ at: 0, image_url: frame }] } })),
  await paths(glide({ length: 7, loras: [{ scale: 5 }], camera: { keyframes: [{ at: -1 }] }, colour: 'red' })),
  await paths(checkRequest({ model: 'acme/canvas', prompt: 'a boat', aspect_ratio: '16:9', seed: null })),
  await paths(checkRequest({ model: 'acme/canvas', prompt: 'a boat', num_outputs: 5 })),
]))`
  const { out, err } = node('--input-type=module', '-e', script)
  expect(err).toBe('')
  expect(JSON.parse(out)).toEqual([
    [],
    [
      '/length enum',
      '/loras/0/path required',
      '/loras/0/scale maximum',
      '/camera/keyframes/0/at minimum',
      '/colour pattern',
    ],
    [],
    ['/num_outputs maximum'],
  ])
})

import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foreignTree, type ForeignService, type ForeignTree } from './tree.js'

let tree: ForeignTree
let service: ForeignService

beforeAll(async () => {
  tree = await foreignTree()
  service = await tree.serve()
})
afterAll(async () => {
  await service.stop()
  await rm(tree.folder, { recursive: true, force: true })
})

const shot = { prompt: 'a boat', duration: 2 }

/** A request with one reference that another place of the catalogue names, and where it stands. */
const requests: [path: string, request: (reference: string) => object][] = [
  ['/image', (image) => ({ model: 'lucid-upscale', image })],
  ['/edit/image', (image) => ({ model: 'inpaint-x', prompt: 'x', edit: { image, mask: 'https://example.com/m.png' } })],
  ['/edit/mask', (mask) => ({ model: 'inpaint-x', prompt: 'x', edit: { mask, image: 'https://example.com/a.png' } })],
  ['/shots/1/image', (image) => ({ model: 'reel-story', shots: [shot, { ...shot, image }] })],
  [
    '/shots/0/references/1',
    (item) => ({
      model: 'reel-story',
      shots: [{ ...shot, references: [item, item].with(0, 'https://example.com/a.png') }],
    }),
  ],
]

describe('an asset is checked wherever the catalogue says that media may stand', () => {
  test.each(requests)('%s', async (path, request) => {
    const { status, body } = await service.call('POST', '/quote', request('assetId://not-there'))
    expect(body.findings?.map(({ rule, path: at }) => [rule, at])).toEqual([['asset-unavailable', path]])
    expect(status).toBe(400)
    const id = await service.upload('image/png')
    expect((await service.call('POST', '/quote', request(`assetId://${id}`))).status).toBe(200)
  })
})

describe('a file of this machine', () => {
  test('may stand in the types wherever a reference may, and a wrong call names one parameter', async () => {
    const printed = await tree.compile(`
import { ModelTasks, file } from '@model-tasks/client'
const client = new ModelTasks({ baseUrl: 'http://127.0.0.1', apiKey: 'k' })
void client.submit('reel-story', { shots: [{ prompt: 'a boat', duration: 2, image: file('a.png'), references: [file('b.png')] }] })
void client.submit('inpaint-x', { prompt: 'x', edit: { image: file('a.png'), mask: new Blob([]) } })
// @ts-expect-error not offered
void client.submit('lucid-upscale', { image: file('a.png'), scale: 3 })
void client.submit('lucid-upscale', { image: file('a.png'), duration: 3 })
`)
    expect(printed.match(/error TS\d+/g)).toHaveLength(1)
    expect(printed).toMatch(/use\.ts\(8,/)
  })

  test('is uploaded from inside an object', async () => {
    const script = `
import { ModelTasks } from '@model-tasks/client'
const client = new ModelTasks(${JSON.stringify({ baseUrl: service.baseUrl, apiKey: service.apiKey })})
const picture = new Blob([new Uint8Array(8)], { type: 'image/png' })
const sent = await client.resolveFiles('reel-story', { shots: [${JSON.stringify(shot)}, { prompt: 'b', duration: 1, image: picture }] }, { validate: 'off' })
console.log(JSON.stringify(sent))`
    const { out, err } = tree.node('--input-type=module', '-e', script)
    expect(err).toBe('')
    expect(JSON.parse(out)).toEqual({
      shots: [shot, { prompt: 'b', duration: 1, image: expect.stringMatching(/^assetId:\/\/./) as string }],
    })
  })
})

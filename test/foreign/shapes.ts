import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { costs, image, mistakes, shot, words } from './requests.js'
import { servedForeignTree, type Answer, type ForeignService, type ForeignTree } from './tree.js'

let tree: ForeignTree
let service: ForeignService
beforeAll(async () => {
  ;({ tree, service } = await servedForeignTree())
})

/** A request with one reference that another place of the catalogue names, and where it stands. */
const requests: [path: string, request: (reference: string) => object][] = [
  ['/image', (image) => ({ model: 'lucid-upscale', image })],
  ['/edit/image', (image) => ({ model: 'inpaint-x', prompt: 'x', edit: { image, mask: 'https://example.com/m.png' } })],
  ['/edit/mask', (mask) => ({ model: 'inpaint-x', prompt: 'x', edit: { mask, image: 'https://example.com/a.png' } })],
  ['/shots/1/image', (image) => ({ model: 'reel-story', shots: [shot, { ...shot, image }] })],
  ['/faces/anna', (image) => ({ model: 'palette-5', prompt: 'x', weights: { sky: 1 }, faces: { anna: image } })],
  [
    '/faces/old town~11',
    (image) => ({
      model: 'palette-5',
      prompt: 'x',
      weights: { sky: 1 },
      faces: { '0': 'https://example.com/a.png', 'old town/1': image },
    }),
  ],
  ['/source/image', (image) => ({ model: 'loom-9', source: { kind: 'still', image } })],
  ['/source/video', (video) => ({ model: 'loom-9', source: { kind: 'clip', video, seconds: 4 } })],
  [
    '/layers/1/image',
    (image) => ({
      model: 'loom-9',
      source: words,
      layers: [
        { type: 'caption', text: 'a' },
        { type: 'sticker', image },
      ],
    }),
  ],
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
    for (const reference of ['assetId://not-there', 'ASSETID://not-there', ' assetId://not-there '])
      for (const address of ['/quote', '/tasks']) {
        const { status, body } = await service.call('POST', address, request(reference))
        expect(status, `${address} ${reference}`).toBe(400)
        expect(
          body.findings?.map(({ path: at }) => at),
          `${address} ${reference}`,
        ).toEqual([path])
        if (reference.startsWith('assetId')) expect(body.findings?.[0]?.rule).toBe('asset-unavailable')
      }
    const id = await service.upload(path.endsWith('video') ? 'video/mp4' : 'image/png')
    expect((await service.call('POST', '/quote', request(`assetId://${id}`))).status).toBe(200)
  })
})

const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('a file of this machine', () => {
  test('may stand in the types wherever a reference may, and a wrong call names one parameter', async () => {
    const printed = await tree.compile(`
import { ModelTasks, file } from '@model-tasks/client'
const client = new ModelTasks({ baseUrl: 'http://127.0.0.1', apiKey: 'k' })
void client.submit('reel-story', { shots: [{ prompt: 'a boat', duration: 2, image: file('a.png'), references: [file('b.png')] }] })
void client.submit('inpaint-x', { prompt: 'x', edit: { image: file('a.png'), mask: new Blob([]) } })
void client.submit('loom-9', { source: { kind: 'still', image: file('a.png') }, layers: [{ type: 'sticker', image: file('b.png') }] })
// @ts-expect-error not offered
void client.submit('lucid-upscale', { image: file('a.png'), scale: 3 })
void client.submit('palette-5', { prompt: 'x', weights: { sky: 1, sea: 0.5 }, inks: { first: { by: 'name', name: 'ochre' } } })
void client.submit('palette-5', { prompt: 'x', weights: { sky: 1 }, faces: { anna: file('a.png'), 'old town': 'https://example.com/a.png' } })
// @ts-expect-error a value of another type
void client.submit('palette-5', { prompt: 'x', weights: { sky: 'much' } })
// @ts-expect-error of another form
void client.submit('loom-9', { source: { kind: 'words', image: file('a.png') } })
// @ts-expect-error of no form
void client.submit('loom-9', { source: { kind: 'dream', text: 'a boat' } })
void client.submit('lucid-upscale', { image: file('a.png'), duration: 3 })
`)
    expect(printed.match(/error TS\d+/g)).toHaveLength(1)
    expect(printed).toMatch(/use\.ts\(17,/)
  })

  test('is uploaded from under a name of the caller, and checked there at the terminal', async () => {
    const connection = { baseUrl: service.baseUrl, apiKey: service.apiKey }
    const script = `
import { ModelTasks } from '@model-tasks/client'
const client = new ModelTasks(${JSON.stringify(connection)})
const picture = new Blob([new Uint8Array(8)], { type: 'image/png' })
const sent = await client.resolveFiles('palette-5', { prompt: 'x', weights: { sky: 1 }, faces: { 'a/b': picture } }, { validate: 'off' })
console.log(JSON.stringify(sent.faces))
console.log(await client.resolveFiles('palette-5', { prompt: 'x', weights: { sky: picture } }, { validate: 'off' }).catch(({ findings }) => findings[0].message))`
    const { out, err } = tree.node('--input-type=module', '-e', script)
    expect(err).toBe('')
    const [faces = '', misplaced = ''] = out.split('\n')
    expect(JSON.parse(faces)).toEqual({ 'a/b': expect.stringMatching(/^assetId:\/\/./) as string })
    expect(misplaced).toContain('files can be faces.{name}')

    const small = join(tree.folder, 'small.png')
    await writeFile(small, Buffer.from(onePixel, 'base64'))
    const [large, picture] = [join(tree.folder, 'large.png'), Buffer.from(onePixel, 'base64')]
    picture.writeUInt32BE(512, 16)
    picture.writeUInt32BE(512, 20)
    await writeFile(large, picture)
    const costs = tree.node(terminal, 'cost', 'palette-5', 'prompt=x', 'weights.sky=1', `faces.anna=${large}`)
    expect([costs.status, costs.out]).toEqual([0, expect.stringContaining('0.07 credits')])
    const refused = tree.node(terminal, 'cost', 'palette-5', 'prompt=x', 'weights.sky=1', `faces.anna=${small}`)
    expect([refused.status, refused.err]).toEqual([3, expect.stringContaining('faces.anna: the width is 1 px')])
    const checked = tree.node(terminal, 'media', 'check', 'palette-5', `faces.anna=${small}`)
    expect([checked.status, checked.err]).toEqual([
      3,
      expect.stringContaining('faces.anna: the width is 1 px; it must be at least 256 px'),
    ])
    expect(tree.node(terminal, 'media', 'check', 'palette-5', small).err).toContain('the width is 1 px')
    expect(tree.node(terminal, 'models', 'show', 'palette-5').out).toMatch(/faces\.\{name\}\n +- width at least 256 px/)
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

describe('a request costs what the price of its model says', () => {
  test.each(costs)('%d: %j', async (credits, request) => {
    const { status, body } = await service.call('POST', '/quote', request)
    expect([status, body['amount']]).toEqual([200, expect.closeTo(credits, 6)])
  })

  test('says the typed client, which sends nothing', async () => {
    const printed = await tree.compile(`
import { cost } from '@model-tasks/client/cost'
void cost('reel-story', { shots: [] })
void cost('matrix-v', {})
void cost('sonata-3', { prompt: 'x' })
// @ts-expect-error its length is that of its shots
void cost('reel-story', { resolution: '1080p' })
`)
    expect(printed).toBe('')
    const script = `
import { cost } from '@model-tasks/client/cost'
for (const { model, ...input } of ${JSON.stringify(costs.map(([, request]) => request))})
  console.log((await cost(model, input)).amount)
const at = new Date('2099-06-01')
console.log((await cost('matrix-v', { duration: 7 }, { at })).amount)
console.log((await cost('matrix-v', {})).parameters.join())
console.log(await cost('reel-story', {}).catch(({ name, findings }) => name + ': ' + findings[0].message))`
    const { out, err } = tree.node('--input-type=module', '-e', script)
    expect(err).toBe('')
    const [amounts, more] = [out.split('\n').slice(0, costs.length), out.split('\n').slice(costs.length)]
    expect(amounts.map(Number)).toEqual(costs.map(([credits]) => expect.closeTo(credits, 6) as number))
    expect(more).toEqual([
      '7',
      'duration,resolution',
      'RequestInvalidError: reel-story: the request does not state its seconds',
      '',
    ])
  })

  test('and as the operator says instead, in the same language', async () => {
    const own = await tree.serve({
      prices: {
        'matrix-v': {
          lines: [
            { credits: { resolution: { '1080p': 1, '*': 0.5 } }, per: { of: 'seconds', every: 10, round: 'up' } },
          ],
        },
        'sonata-3': { perSecond: 1 },
        'lucid-upscale': { perTask: 2, tiers: [{ when: { image: { min: 1 } }, perTask: 3 }] },
      },
    })
    try {
      const amount = async (request: object): Promise<unknown> =>
        (await own.call('POST', '/quote', request)).body['amount']
      expect(await amount({ model: 'matrix-v', prompt: 'x', duration: 11 })).toBe(1)
      expect(await amount({ model: 'matrix-v', prompt: 'x', duration: 1, resolution: '1080p' })).toBe(1)
      expect(await amount({ model: 'sonata-3', prompt: 'x', duration: 3500 })).toBe(3.5)
      expect(await amount({ model: 'lucid-upscale', image })).toBe(3)
    } finally {
      await own.stop()
    }
  })

  test('and a price that leaves a request without one stops the start', async () => {
    await expect(
      tree.serve({ prices: { 'matrix-v': { lines: [{ credits: { resolution: { '720p': 1 } } }] } } }),
    ).rejects.toThrow(
      'prices.matrix-v.lines: a valid request cannot be priced, no rate is known where resolution is "480p": {"model":"matrix-v"',
    )
  })
})

const terminal = 'packages/cli/bin/model-tasks.js'

test.each(mistakes)('a request that is rejected gets one exact message: %s', async (message, request) => {
  const { status, body } = await service.call('POST', '/quote', request)
  expect([status, body.findings?.map((finding) => finding.message)]).toEqual([400, [message]])
})

test('a seed of 64 bits arrives as it was sent', async () => {
  const seed = '18446744073709551615'
  const { status } = await service.call('POST', '/quote', { model: 'vista-64', prompt: 'x', seed })
  expect(status).toBe(200)
  const checked = tree.node(terminal, 'check', 'vista-64', 'prompt=x', `seed=${seed}`)
  expect([checked.status, checked.err]).toEqual([0, expect.not.stringContaining('error')])
})

test('null, values of several types and names with punctuation are written at the terminal as they are', () => {
  const typed = (...words: string[]): string => tree.node(terminal, 'check', 'strata-1.5', 'prompt=x', ...words).err
  expect(typed('length=auto', 'guidance.scale=null', 'noise-level=0.5', '2nd_pass={"steps":3}')).not.toContain('error')
  expect(typed('length=10', 'guidance.scale=7', '2nd_pass={"steps":31,"end_image":null}')).not.toContain('error')
  expect(typed('length=7')).toContain('length: 7 is not offered by strata-1.5; use 5, 10 or auto')
  expect(typed('2nd_pass={"steps":31}', 'guidance.scale=null')).toContain('more than 30 steps need a guidance')
})

test('rules over numbers are told at the terminal, on pages and to agents', async () => {
  const shots = JSON.stringify([15, 15, 15, 15, 1].map((duration) => ({ prompt: 'x', duration })))
  const { err } = tree.node(terminal, 'check', 'reel-story', `shots:=${shots}`)
  expect(err).toContain('the sum of shots[*].duration must be at most 60 s, not 61 s')
  const demand = 'he sum of shots[*].duration must be at most 60 s'
  expect(tree.node(terminal, 'models', 'show', 'reel-story').out).toContain(demand)
  for (const path of ['docs/models/reel-story.md', 'openapi.json', 'tools/openai.json'])
    // Markdown escapes the star, and its sentences begin with a capital.
    expect((await readFile(join(tree.folder, 'generated', path), 'utf8')).replaceAll('\\*', '*'), path).toContain(
      demand,
    )
})

test('a list that is written at the terminal as one item gets the way to write it', () => {
  const { status, err } = tree.node(terminal, 'check', 'canvas-lora', 'prompt=x', 'loras=[{"path":"https://a/b"}]')
  expect(status).not.toBe(0)
  expect(err).toContain(`for the whole list write loras:='[{"path":"https://a/b"}]'`)
})

test('an object with names of the caller is written at the terminal as JSON, and its page shows what it takes', async () => {
  const typed = (...request: string[]): string => tree.node(terminal, 'check', 'palette-5', 'prompt=x', ...request).err
  expect(typed('weights:={"sky":1}')).not.toContain('error')
  expect(typed('weights={"sky":1}', 'inks={"a/b":{"by":"value","value":"#00ff7f"}}')).not.toContain('error')
  const { out } = tree.node(terminal, 'models', 'show', 'palette-5')
  expect(out.replace(/\s+/g, ' ')).toContain('names such as "sky", each a number from 0 to 2')
  expect(out).toMatch(/by=name +object[^]*by=value +object/)
  const page = await readFile(join(tree.folder, 'generated/docs/models/palette-5.md'), 'utf8')
  expect(page).toContain('an object of 1 to 2 members with names such as "sky", each a number from 0 to 2')
})

test('an object of several forms is written at the terminal as JSON, and its page shows each form', async () => {
  const typed = (...request: string[]): string => tree.node(terminal, 'check', 'loom-9', ...request).err
  expect(typed(`source:=${JSON.stringify(words)}`)).not.toContain('error')
  expect(typed(`source=${JSON.stringify(words)}`)).not.toContain('error')
  expect(typed('source={"kind":"still"}')).toContain('source.image: is required; add an image')
  const { out } = tree.node(terminal, 'models', 'show', 'loom-9')
  expect(out).toMatch(/kind=clip +object[^]*seconds +integer[^]*kind=still +object[^]*strength +number/)
  const read = async (path: string): Promise<string> => readFile(join(tree.folder, 'generated', path), 'utf8')
  expect(await read('docs/models/loom-9.md')).toContain('`strength`: How much moves. Default: `0.5`.')
  interface Form {
    enum?: string[]
    properties: { [name: string]: Form }
    discriminator?: { propertyName: string; mapping: { [value: string]: string } }
  }
  for (const document of ['openapi.json', 'openapi-3.0.json', 'openapi-defaults.json']) {
    const { components } = JSON.parse(await read(document)) as { components: { schemas: { [name: string]: Form } } }
    const { propertyName = '', mapping = {} } = components.schemas['Loom9']?.properties['source']?.discriminator ?? {}
    const forms = Object.entries(mapping).map(([value, reference]) => [
      value,
      components.schemas[reference.replace('#/components/schemas/', '')]?.properties[propertyName]?.enum,
    ])
    expect(forms, document).toEqual([
      ['clip', ['clip']],
      ['still', ['still']],
      ['words', ['words']],
    ])
  }
})

/** What the sandbox makes of a request, by the media types of the files. */
const results: [types: string[], request: object][] = [
  [['audio/mpeg'], { model: 'aria-tts-2', prompt: 'A boat' }],
  [['video/mp4'], { model: 'loom-9', source: words }],
  [['image/png'], { model: 'palette-5', prompt: 'A boat', weights: { sky: 2 } }],
  [['audio/wav'], { model: 'aria-tts-2', prompt: 'A boat', output_format: 'wav' }],
  [['model/gltf-binary'], { model: 'polyform-1', image }],
  [['video/mp4'], { model: 'north/glide:2.1', prompt: 'A boat', duration: 1, resolution: '480p' }],
  [['image/png', 'image/png', 'image/png'], { model: 'canvas-lora', prompt: 'A boat', num_images: 3 }],
]

test.each(results)('the sandbox makes %j of %j', async (types, request) => {
  const { body: task } = await service.call('POST', '/tasks', request)
  for (let state: Answer = task; ;) {
    if (state['status'] === 'failed') throw new Error(JSON.stringify(state))
    if (state['status'] === 'completed') {
      const urls = [state['result_url'], ...((state['result_urls'] as unknown[] | undefined) ?? []).slice(1)]
      const answers = await Promise.all(urls.map((url) => fetch(String(url))))
      expect(answers.map(({ headers }) => headers.get('content-type'))).toEqual(types)
      return
    }
    state = (await service.call('GET', `/tasks/${String(task['id'])}?wait=5`)).body
  }
})

test('a model that is listed and has a response field of its own needs no other file', async () => {
  const text = await readFile(join(tree.folder, 'generated/catalogue.json'), 'utf8')
  const { models, task } = JSON.parse(text) as {
    models: { id: string; listed: boolean }[]
    task: { fields: { name: string; models?: string[] }[] }
  }
  const listed = models.filter((model) => model.listed).map(({ id }) => id)
  expect(listed.at(-1)).toBe('matrix-v')
  expect(models.slice(0, listed.length).map(({ id }) => id)).toEqual(listed)
  expect(task.fields.find(({ name }) => name === 'upstream_url')?.models).toContain('matrix-v')
  expect(task.fields.find(({ name }) => name === 'upstream_urls')?.models).not.toContain('matrix-v')
})

describe('the documents say of members what they say of parameters', () => {
  const read = async (path: string): Promise<string> => readFile(join(tree.folder, 'generated', path), 'utf8')

  test('a default stands where a client sends it, and else in words', async () => {
    interface Schema {
      default?: unknown
      description?: string
      'x-default'?: unknown
      properties: { [name: string]: Schema }
      items: Schema
    }
    const scale = async (document: string): Promise<Schema | undefined> => {
      const { components } = JSON.parse(await read(document)) as { components: { schemas: { [name: string]: Schema } } }
      return components.schemas['CanvasLora']?.properties['loras']?.items.properties['scale']
    }
    const sent = await scale('openapi.json')
    expect([sent?.default, sent?.['x-default'], sent?.description]).toEqual([undefined, 1, 'How strong. Default: 1.'])
    expect((await scale('openapi-defaults.json'))?.default).toBe(1)
    expect(await read('docs/models/canvas-lora.md')).toContain('`scale`: How strong. Default: `1`.')
  })

  test('a unit is in the schemas and in the comments of the types', async () => {
    expect(await read('json-schema/sonata-3.schema.json')).toContain('Length of the music. Unit: ms.')
    expect(await read('json-schema/reel-story.schema.json')).toContain('Length of the shot. Unit: s.')
    expect(await read('spec/index.d.ts')).toMatch(/\* Length of the shot\.\n +\* An integer from 1 to 15 s\./)
  })
})

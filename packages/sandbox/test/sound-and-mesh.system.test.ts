import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRenderer, type RenderedFile, type RenderRequest } from '../src/index.js'

const renderer = createRenderer({ drawSeed: () => 7, concurrency: 1 })
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sounds-'))
})
afterAll(async () => {
  await renderer.close()
  await rm(directory, { recursive: true, force: true })
})

let count = 0
async function rendered(
  request: Partial<RenderRequest>,
): Promise<{ file: RenderedFile; bytes: Uint8Array<ArrayBuffer> }> {
  const task = {
    taskId: `task_${count++}`,
    model: 'sonata-3',
    kind: 'audio' as const,
    parameters: { prompt: 'A harp' },
  }
  const file = await renderer.render({ ...task, ...request }, { directory })
  return { file, bytes: new Uint8Array(await readFile(file.path)) }
}

describe('a sound', () => {
  test.each([
    ['mp3', 'audio/mpeg', 'mp3', {}],
    ['wav', 'audio/wav', 'wav', { output_format: 'wav' }],
  ] as const)('is %s of the length that is asked for', async (_format, contentType, extension, parameters) => {
    const { file, bytes } = await rendered({ parameters: { prompt: 'A harp', ...parameters }, seconds: 3.5 })
    expect(file).toMatchObject({ contentType, seconds: 3.5, path: expect.stringMatching(`\\.${extension}$`) as string })
    expect(file.width).toBeUndefined()
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes.buffer) })
    // An MP3 has whole packets of 24 ms.
    expect(await input.computeDuration()).toBeCloseTo(3.5, 1)
    expect((await input.getPrimaryAudioTrack())?.sampleRate).toBe(48_000)
  })

  test('is as long as its prompt takes where nothing says how long, and the same twice', async () => {
    const parameters = { prompt: 'x'.repeat(30), seed: 1, format: 'wav' }
    const [first, second] = [await rendered({ parameters }), await rendered({ parameters })]
    expect(first.file.seconds).toBe(2)
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0)
  })
})

test('a 3D model is a cube in binary glTF with the prompt as its texture', async () => {
  const { file, bytes } = await rendered({ kind: 'mesh', model: 'polyform-1' })
  expect(file).toMatchObject({ contentType: 'model/gltf-binary', bytes: bytes.length })
  const view = new DataView(bytes.buffer)
  expect([view.getUint32(0, true), view.getUint32(4, true), view.getUint32(8, true)]).toEqual([
    0x46546c67,
    2,
    bytes.length,
  ])
  const length = view.getUint32(12, true)
  const document = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))) as {
    bufferViews: { byteOffset: number; byteLength: number }[]
    accessors: { count: number }[]
    images: { bufferView: number }[]
  }
  expect(document.accessors.map((accessor) => accessor.count)).toEqual([24, 24, 24, 36])
  const texture = document.bufferViews[document.images[0]?.bufferView ?? -1]
  const start = 28 + length + (texture?.byteOffset ?? 0)
  const { width, height, format } = await sharp(bytes.subarray(start, start + (texture?.byteLength ?? 0))).metadata()
  expect([format, width, height]).toEqual(['png', file.width, file.height])
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { servedForeignTree, type ForeignService, type ForeignTree } from './tree.js'

let tree: ForeignTree
let service: ForeignService
beforeAll(async () => {
  ;({ tree, service } = await servedForeignTree())
})

const terminal = 'packages/cli/bin/model-tasks.js'

test('a default that depends on the request counts for files, results and pages too', async () => {
  const script = `
import { checkMedia } from '@model-tasks/validation'
const wide = [{ path: '/image', width: 4096, height: 100 }]
const said = async (more) =>
  (await checkMedia('cadence-3', wide, { request: { prompt: 'x', image: 'https://example.com/a.png', ...more } })).findings.map(({ message }) => message)
console.log(JSON.stringify([await said({}), await said({ resolution: '1080p' }), await said({ duration: 7 })]))`
  const { out, err } = tree.node('--input-type=module', '-e', script)
  expect(err).toBe('')
  expect(JSON.parse(out)).toEqual([
    ['image: the width is 4096 px; it must be at most 2048 px where duration is at least 8'],
    [],
    [],
  ])
  const shown = tree.node(terminal, 'models', 'show', 'cadence-3').out
  expect(shown).toContain('duration: 4 where resolution is 1080p, else 8 where image is at least 1, else 5')
  expect(tree.node(terminal, 'cost', 'cadence-3', 'prompt=x', 'resolution=1080p').out).toContain('2 credits')
  const sentence = 'Where resolution is 1080p, the default is 4; else where image is at least 1, 8.'
  for (const path of [
    'docs/models/cadence-3.md',
    'openapi.json',
    'json-schema/cadence-3.schema.json',
    'tools/openai.json',
  ])
    expect(await readFile(join(tree.folder, 'generated', path), 'utf8'), path).toContain(sentence)
  expect(await readFile(join(tree.folder, 'generated/spec/index.d.ts'), 'utf8')).toContain(sentence)
  const { body: task } = await service.call('POST', '/tasks', { model: 'cadence-3', prompt: 'x', resolution: '1080p' })
  let state = task
  while (!['completed', 'failed'].includes(String(state['status'])))
    state = (await service.call('GET', `/tasks/${String(task['id'])}?wait=5`)).body
  const probe = `import { probeUrl } from '@model-tasks/client/media'
console.log(JSON.stringify(await probeUrl(${JSON.stringify(state['result_url'])})))`
  expect(JSON.parse(tree.node('--input-type=module', '-e', probe).out)).toMatchObject({ height: 1080, seconds: 4 })
})

test('pixels and sample rates are limited, and read from the files themselves', async () => {
  const script = `
import { writeFile } from 'node:fs/promises'
import { checkMedia } from '@model-tasks/validation'
import { chinese } from '@model-tasks/validation/chinese'
import { probeFile } from '@model-tasks/client/media'
const said = async (probe, options) => (await checkMedia('cadence-3', [probe], options)).findings.map(({ message }) => message)
const rate = 8000
const wav = Buffer.alloc(44 + rate * 2)
wav.write('RIFF', 0); wav.writeUInt32LE(wav.length - 8, 4); wav.write('WAVEfmt ', 8); wav.writeUInt32LE(16, 16)
wav.writeUInt16LE(1, 20); wav.writeUInt16LE(1, 22); wav.writeUInt32LE(rate, 24); wav.writeUInt32LE(rate * 2, 28)
wav.writeUInt16LE(2, 32); wav.writeUInt16LE(16, 34); wav.write('data', 36); wav.writeUInt32LE(rate * 2, 40)
await writeFile('low.wav', wav)
const picture = { path: '/image', width: 2048, height: 2048 }
const clip = { path: '/clip', width: 1000, height: 1000, seconds: 4.004, framesPerSecond: 25 }
console.log(JSON.stringify([
  await said(picture),
  await said({ ...picture, height: 2049 }),
  await said(picture, { request: { resolution: '480p' } }),
  await said(picture, { request: { resolution: '480p' }, language: chinese }),
  await said(clip),
  await said({ ...clip, seconds: 4.04 }),
  await said({ path: '/music', ...(await probeFile('low.wav')) }),
]))`
  const { out, err } = tree.node('--input-type=module', '-e', script)
  expect(err).toBe('')
  expect(JSON.parse(out)).toEqual([
    [],
    ['image: width × height is 4196352 px; it must be at most 4194304 px'],
    ['image: width × height is 4194304 px; it must be at most 1048576 px where resolution is 480p'],
    ['image：宽 × 高为 4194304 px；应resolution 为 480p 时至多 1048576 px'],
    [],
    ['clip: width × height × frames is 101000000 px; it must be at most 100000000 px'],
    ['music: the sample rate is 8000 Hz; it must be at least 16000 Hz and at most 48000 Hz'],
  ])
})

test('limits on files count under their condition, by the default too, and say it in both languages', () => {
  const script = `
import { checkMedia } from '@model-tasks/validation'
import { chinese } from '@model-tasks/validation/chinese'
const said = async (model, probes, options) => (await checkMedia(model, probes, options)).findings.map(({ message }) => message)
const picture = { path: '/image', width: 1032, height: 1000 }
const of = (scale) => ({ request: { image: 'https://example.com/a.png', ...(scale && { scale }) } })
const video = { path: '/source/video' }
const edit = [{ path: '/edit/image', width: 640, height: 480 }, { path: '/edit/mask', width: 480, height: 640 }]
console.log(JSON.stringify([
  await said('lucid-upscale', [picture], of()),
  await said('lucid-upscale', [{ ...picture, width: 1033 }], of()),
  await said('lucid-upscale', [picture], of(4)),
  await said('lucid-upscale', [picture], of(8)),
  await said('lucid-upscale', [picture], { ...of(8), language: chinese }),
  await said('lucid-upscale', [picture], {}),
  await said('loom-9', [{ ...video, codec: 'avc1' }]),
  await said('loom-9', [{ ...video, codec: 'VP9' }]),
  await said('inpaint-x', edit),
  await said('inpaint-x', edit, { language: chinese }),
  await said('inpaint-x', edit.map((file) => ({ ...file, height: 480, width: 640 }))),
]))`
  const { out, err } = tree.node('--input-type=module', '-e', script)
  expect(err).toBe('')
  expect(JSON.parse(out)).toEqual([
    [],
    ['image: the width is 1033 px; it must be at most 4096 px and a multiple of 8 px where scale is 2 or 4'],
    [],
    ['image: the width is 1032 px; it must be at most 1024 px and a multiple of 8 px where scale is 8'],
    ['image：宽度为 1032 px；应scale 为 8 时至多 1024 px 且 8 px 的整数倍'],
    [],
    [],
    ['source.video: the codec is vp9; use h264 or hevc'],
    ['edit.mask: width and height are 480x640; they must be those of edit.image, which are 640x480'],
    ['edit.mask：宽高为 480x640；应与 edit.image 相同（640x480）'],
    [],
  ])
  expect(tree.node(terminal, 'models', 'show', 'inpaint-x').out).toContain('width and height those of edit.image')
})

test('a limit on files counts in the unit that its author wrote, exactly, and says so', async () => {
  const script = `
import { checkMedia } from '@model-tasks/validation'
import { chinese } from '@model-tasks/validation/chinese'
const said = async (probe, options) => (await checkMedia('shade-3', [probe], options)).findings.map(({ severity, message }) => severity + ' ' + message)
const clip = { path: '/clip' }, tone = { path: '/tone' }
console.log(JSON.stringify([
  await said({ ...clip, seconds: 66 }),
  await said({ ...clip, seconds: 120, bytes: 1e9 }),
  await said({ ...clip, seconds: 65.99 }),
  await said({ ...clip, seconds: 120.01 }),
  await said({ ...clip, bytes: 1e9 + 1 }),
  await said({ ...clip, bytes: 2 ** 30 + 1 }),
  await said({ ...tone, seconds: 9.5005, bytes: 500_000 }),
  await said({ ...tone, seconds: 9.501 }),
  await said({ ...tone, seconds: 1.4999 }),
  await said({ ...tone, bytes: 500_001 }, { language: chinese }),
  await said({ ...tone, bytes: 512_001 }),
]))`
  const { out, err } = tree.node('--input-type=module', '-e', script)
  expect(err).toBe('')
  expect(JSON.parse(out)).toEqual([
    [],
    [],
    ['error clip: the duration is 1.1 min (65.99 s); it must be at least 1.1 min and at most 2 min'],
    ['error clip: the duration is 2 min (120.01 s); it must be at least 1.1 min and at most 2 min'],
    [
      'advice clip: the file has 1.0 GB (1,000,000,001 bytes); it must be at most 1 GB, and is allowed only where a GB is counted as 1,073,741,824 bytes',
    ],
    ['error clip: the file has 1.1 GB (1,073,741,825 bytes); it must be at most 1 GB'],
    [],
    ['error tone: the duration is 9501 ms; it must be at least 1500 ms and at most 9500.5 ms'],
    ['error tone: the duration is 1499.9 ms; it must be at least 1500 ms and at most 9500.5 ms'],
    ['advice tone：文件大小为 500.0 KB (500,001 bytes)；应至多 500 KB，仅当 1 KB 按 1,024 字节计时可用'],
    ['error tone: the file has 512.0 KB (512,001 bytes); it must be at most 500 KB'],
  ])
  expect(tree.node(terminal, 'models', 'show', 'shade-3').out).toContain('each at least 1.1 min and at most 2 min')
  const page = await readFile(join(tree.folder, 'generated/docs/models/shade-3.md'), 'utf8')
  expect(page).toContain('at least 1500 ms and at most 9500.5 ms')
  expect(page).toContain('at most 1 GB')
})

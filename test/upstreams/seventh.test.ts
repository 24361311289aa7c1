import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { asked } from '../../packages/service/test/support/asked.js'
import { readCatalogue } from '../../generator/read/catalogue.js'
import { checkSpec } from '../../generator/check/index.js'
import { wellFormed } from '../../generator/upstreams/check/facts.js'
import { wholeFile } from '../../generator/file.js'
import { emitUpstreams } from '../../generator/upstreams/emit.js'
import type { ProducedFile, ProviderTask } from '../../packages/service/src/domain/provider/provider.js'
import { openBench, running } from '../../packages/service/test/mapped/support.js'
import { madeUp, seventhOperations, specWith } from './made-up.js'

const folder = await mkdtemp(join(tmpdir(), 'seventh-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The real specification and one file more, taken through the generator. */
async function withSeventh(): Promise<{ diagnostics: unknown[]; paths: string[]; mapping: Mapping; page: string }> {
  const spec = await specWith('seventh')
  const upstreams = wellFormed(spec).map(({ source }) => source)
  const files = emitUpstreams(readCatalogue(spec), {
    interpreter: [],
    protocolCompiler: '',
    upstreams,
    keep: (_inputs, make) => make(),
  })
  const wanted = [...files].map(wholeFile).filter(({ path }) => path.includes('seventh'))
  for (const { path, content } of wanted) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const { mapping } = (await import(pathToFileURL(join(folder, 'upstreams/seventh.js')).href)) as { mapping: Mapping }
  const page = await readFile(join(folder, 'docs/upstreams/seventh.md'), 'utf8')
  return { diagnostics: checkSpec(spec), paths: wanted.map(({ path }) => path), mapping, page }
}

/** The file of a task that a fake of the protocol has completed. */
async function madeBy(mapping: Mapping, task: ProviderTask): Promise<ProducedFile> {
  const bench = await openBench(mapping)
  try {
    const submitted = await bench.provider.submit(asked(task))
    if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
    const { reference } = submitted
    bench.pass(1000)
    const snapshot = (await bench.provider.poll([reference], running)).get(reference)
    if (snapshot?.state !== 'completed') throw new Error(JSON.stringify(snapshot))
    return await bench.provider.collect({ ...task, reference, snapshot }, bench.directory, running)
  } finally {
    await bench.close()
  }
}

test('a seventh protocol is one file: it is checked, compiled, served and followed', async () => {
  const { diagnostics, paths, mapping, page } = await withSeventh()
  expect(diagnostics).toEqual([])
  expect(paths).toEqual(['upstreams/seventh.js', 'upstreams/seventh.d.ts', 'docs/upstreams/seventh.md'])
  expect(page).toContain('never run against the live provider')
  const bench = await openBench(mapping)
  try {
    const parameters = { prompt: 'A boat', duration: 7, reference_images: ['https://example.com/one.png'] }
    const task = { id: 'task_1', model: 'sd_2.0_discount', kind: 'video' as const, parameters }
    const submitted = await bench.provider.submit(asked(task))
    if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
    const { reference } = submitted
    expect(bench.fake.tasks[0]?.parameters).toMatchObject({ ...parameters, resolution: '720p', aspect_ratio: '16:9' })
    bench.pass(500)
    expect((await bench.provider.poll([reference], running)).get(reference)).toMatchObject({
      state: 'running',
      status: 'make',
      progress: 0.5,
    })
    bench.pass(500)
    const snapshot = (await bench.provider.poll([reference], running)).get(reference)
    if (snapshot === undefined) throw new Error('no snapshot')
    expect(snapshot.state).toBe('completed')
    const file = await bench.provider.collect({ ...task, reference, snapshot }, bench.directory, running)
    expect(file).toMatchObject({ contentType: 'video/mp4' })
    const narrow = await bench.provider.submit(asked({ ...task, parameters: { ...parameters, resolution: '1080p' } }))
    expect(narrow).toMatchObject({
      answer: 'rejected',
      error: expect.stringContaining('resolution: Seventh does not accept "1080p 16:9"'),
    })
  } finally {
    await bench.close()
  }
})

test.each([
  ['audio', 'audio/wav'],
  ['mesh', 'model/gltf-binary'],
] as const)('a protocol for models of the kind %s is one file', async (kind, contentType) => {
  const { video } = seventhOperations()
  const rows = [{ to: '/words', constant: 'a boat', source: 'sdk' }]
  const { diagnostics, mapping } = await madeUp('kinds', { operations: { [kind]: { ...video, rows } } })
  expect(diagnostics).toEqual([])
  const file = await madeBy(mapping, { id: 'task_1', model: `a-${kind}-model`, kind, parameters: {} })
  expect(file).toMatchObject({ contentType })
})

test('a protocol that answers with lists, and with the result as base64, is one file', async () => {
  const { video } = seventhOperations()
  const results = [{ base64: '/0/film', contentType: 'video/mp4', source: 'sdk' }]
  const status = { ...video.status, at: '/0/state' }
  const { diagnostics, mapping } = await madeUp('lists', {
    operations: { video: { ...video, id: '/0/key', status, results, message: ['/0/why'], progress: undefined } },
  })
  expect(diagnostics).toEqual([])
  const task = { id: 'task_1', model: 'sd_2.0_discount', kind: 'video' as const, parameters: { prompt: 'A boat' } }
  expect(await madeBy(mapping, task)).toMatchObject({ contentType: 'video/mp4' })
})

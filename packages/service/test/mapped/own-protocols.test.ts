import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import { checkProtocol, listProtocols, protocolInFile } from '../../src/run/provider/check-protocol.js'
import { readSettings } from '../../src/keep/read-settings.js'
import { temporaryFolder } from '../support/folder.js'
import { ended, relay, upstream, upstreamOf } from '../support/relay.js'

const seventh = readFileSync(new URL('../../../../test/upstreams/seventh.json', import.meta.url), 'utf8')

/** A folder with a configuration and protocols beside it. */
function folderWith(protocols: Record<string, string>, config: object): { folder: string; config: string } {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'protocols'))
  for (const [name, text] of Object.entries(protocols)) writeFileSync(join(folder, 'protocols', name), text)
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify({ protocols: './protocols', ...config }))
  return { folder: join(folder, 'protocols'), config: path }
}

const upstreams = (url: string): object => ({ upstreams: [{ name: 'own', protocol: 'seventh', url, key: 'key' }] })

test('an upstream speaks a protocol of the folder, and so does a native API', async () => {
  const { folder, config } = folderWith({ 'seventh.json': seventh }, {})
  const fake = await serveFake(await protocolInFile(join(folder, 'seventh.json')), { key: 'key' })
  onTestFinished(() => fake.close())
  writeFileSync(config, JSON.stringify({ protocols: './protocols', ...upstreams(fake.baseUrl) }))
  const settings = readSettings({ MODEL_TASKS_CONFIG: config, MODEL_TASKS_PROVIDER: 'relay' })
  expect(settings.upstreams).toMatchObject([{ protocol: 'seventh', protocolFolder: folder }])
  const { call, when } = await relay(settings.upstreams.map((upstream) => upstreamOf({ ...upstream })))
  const { body } = await call('POST', '/tasks', { model: 'sd_2.0_discount', prompt: 'A boat', duration: 5 })
  expect(await when(body.id, ended)).toMatchObject({ status: 'completed', error: null })
  expect(fake.tasks).toHaveLength(1)
})

test('upstreams protocols lists those of the catalogue and of the folder', async () => {
  const { folder } = folderWith({ 'seventh.json': seventh }, {})
  const lines = await listProtocols(folder)
  expect(lines).toContainEqual(expect.stringMatching(/^ark +.*of the catalogue$/))
  expect(lines.at(-1)).toMatch(/^seventh +\S+.*protocols\/seventh\.json$/)
})

test('protocol check tells of a file that is right how tasks are followed, and whether they can be cancelled', async () => {
  const own = JSON.parse(seventh) as { operations: { video: object } }
  const {
    id: _id,
    query: _query,
    cancel: _cancel,
    status: _status,
    progress: _progress,
    ...video
  } = own.operations.video as Record<string, unknown>
  const results = [{ base64: '/film', contentType: 'video/mp4', source: 'sdk' }]
  const direct = { ...own, protocol: 'direct', operations: { video: { ...video, results } } }
  const { folder } = folderWith({ 'seventh.json': seventh, 'direct.json': JSON.stringify(direct) }, {})
  const [right, followed, fake] = await checkProtocol(join(folder, 'seventh.json'))
  expect(right).toMatch(/^seventh \(.+\) is right$/)
  expect(followed).toMatch(/^ {2}video: \d+ rows; tasks are polled; can be cancelled$/)
  expect(fake).toBe(`  fake: model-tasks-service fake ${join(folder, 'seventh.json')}`)
  expect((await checkProtocol(join(folder, 'direct.json')))[1]).toMatch(
    /^ {2}video: \d+ rows; the answer to the submit is the result; no cancel$/,
  )
})

test('a file that is wrong stops the start with its code, line and hint', async () => {
  const wrong = seventh.replace('"title"', '"titel"').replace('"queued"', '"waiting"')
  const { folder } = folderWith({ 'seventh.json': wrong, 'half.json': '{"protocol":' }, {})
  const said = await listProtocols(folder).catch((error: unknown) => (error as Error).message)
  expect(said).toMatch(/half\.json:1:13 error S001 .*\n.*\n +Fix the syntax at this place\./)
  expect(said).toMatch(/seventh\.json:4:3 error S010 the keyword "titel" is unknown here/)
  expect(said).toMatch(/seventh\.json:36:29 error S014 states\.wait must be one of/)
})

test.each([
  ['a name of the catalogue', { 'ark.json': seventh }, 'ark.json has the name of a protocol that is there already'],
  ['a file that is called otherwise', { 'eighth.json': seventh }, 'protocols/eighth.json:3:15 error S070'],
])('%s is rejected', async (_what, files, words) => {
  const { folder } = folderWith(files, {})
  await expect(listProtocols(folder)).rejects.toThrow(words)
})

test('settings name the protocols of the folder where an upstream names none of them, and a folder that is missing', () => {
  const { config } = folderWith(
    { 'seventh.json': seventh },
    { upstreams: [{ name: 'own', protocol: 'eighth', url: 'https://x.example', key: 'k' }] },
  )
  expect(() => readSettings({ MODEL_TASKS_CONFIG: config })).toThrow(', seventh, not "eighth"')
  writeFileSync(config, JSON.stringify({ protocols: './none', ...upstreams('https://x.example') }))
  expect(() => readSettings({ MODEL_TASKS_CONFIG: config })).toThrow(
    /protocols: the folder .*none cannot be read: .*ENOENT/,
  )
})

test('a reload takes a changed file over, and one that is wrong changes nothing', async () => {
  const { folder, config } = folderWith({ 'seventh.json': seventh }, {})
  const path = join(folder, 'seventh.json')
  const file = JSON.parse(seventh) as { sources: object; operations: { video: { rows: object[] } } }
  const [source] = Object.keys(file.sources)
  file.operations.video.rows.push({ to: '/tag', constant: 'changed', source })
  const changed = join(temporaryFolder(), 'seventh.json')
  writeFileSync(changed, JSON.stringify(file))
  const bodies: string[] = []
  const fake = await serveFake(await protocolInFile(changed), {
    key: 'key',
    intercept({ method, body }) {
      if (method !== 'GET') bodies.push(body)
      return undefined
    },
  })
  onTestFinished(() => fake.close())
  writeFileSync(config, JSON.stringify({ protocols: './protocols', ...upstreams(fake.baseUrl) }))
  const read = () => readSettings({ MODEL_TASKS_CONFIG: config, MODEL_TASKS_PROVIDER: 'relay' }).upstreams
  const service = await relay(read())
  const made = async (prompt: string): Promise<void> => {
    const { body } = await service.call('POST', '/tasks', { model: 'sd_2.0_discount', prompt, duration: 5 })
    expect(await service.when(body.id, ended)).toMatchObject({ status: 'completed' })
  }
  await made('first')
  expect(await service.reload(read())).toEqual({ rejected: false, lines: ['the settings are as before'] })
  writeFileSync(path, readFileSync(changed))
  expect(await service.reload(read())).toEqual({
    rejected: false,
    lines: ['taken over: upstreams', 'upstream own: the file of its protocol changed'],
  })
  await made('second')
  writeFileSync(path, seventh.replace('"title"', '"titel"'))
  const wrong = await service.reload(read())
  expect(wrong).toMatchObject({ rejected: true, lines: [expect.stringMatching(/seventh\.json:4:3 error S010/)] })
  await made('third')
  expect(bodies.map((body) => body.includes('"tag":"changed"'))).toEqual([false, true, true])
})

test('a native API answers by the new file after a reload, where no upstream speaks its protocol too', async () => {
  const { folder } = folderWith({ 'seventh.json': seventh }, {})
  const path = join(folder, 'seventh.json')
  const behind = { baseUrl: 'https://unused.example', apiKey: 'key' }
  const service = await relay(behind, undefined, { protocols: folder })
  const reload = () => service.reload(behind, { protocols: folder })
  const asked = async (protocol: string, jobs: string): Promise<unknown> => {
    const headers = { 'x-token': service.key }
    const response = await fetch(`${service.url}/native/${protocol}/${jobs}/sd_2.0_discount/none`, { headers })
    return [response.status, ((await response.json()) as { why?: string }).why?.includes('is not part of')]
  }
  expect(await asked('seventh', 'jobs')).toEqual([404, false])
  expect(await reload()).toEqual({ rejected: false, lines: ['the settings are as before'] })
  writeFileSync(path, seventh.replaceAll('"/jobs/', '"/works/'))
  expect(await asked('seventh', 'jobs')).toEqual([404, false])
  expect(await reload()).toEqual({
    rejected: false,
    lines: ['taken over: protocols', 'files of changed protocols: seventh'],
  })
  expect([await asked('seventh', 'jobs'), await asked('seventh', 'works')]).toEqual([
    [404, true],
    [404, false],
  ])
  writeFileSync(path, seventh.replace('"title"', '"titel"'))
  expect(await reload()).toMatchObject({
    rejected: true,
    lines: [expect.stringMatching(/seventh\.json:4:3 error S010/)],
  })
  expect(await asked('seventh', 'works')).toEqual([404, false])
  writeFileSync(path, seventh)
  writeFileSync(join(folder, 'eighth.json'), seventh.replace('"protocol": "seventh"', '"protocol": "eighth"'))
  expect(await reload()).toMatchObject({
    rejected: false,
    lines: [expect.anything(), expect.stringMatching(/eighth, seventh$/)],
  })
  expect([await asked('seventh', 'jobs'), await asked('eighth', 'jobs')]).toEqual([
    [404, false],
    [404, false],
  ])
})

test('equal bodies are requests of their own where a header names another model, and else one repeats the other', async () => {
  const named = seventh.replace(
    '"path": "/jobs/{model}", "headers": { "x-kind": "film" }',
    '"path": "/jobs", "headers": { "X-Action": "Make-{model}" }',
  )
  const { folder } = folderWith({ 'seventh.json': named }, {})
  const service = await relay(await upstream(), undefined, { protocols: folder, repeatWindow: 60_000 })
  const submit = async (model: string, count = '0'): Promise<string> => {
    const response = await fetch(`${service.url}/native/seventh/jobs`, {
      method: 'PUT',
      headers: {
        ...{ 'x-token': service.key, 'content-type': 'application/json' },
        ...{ 'x-action': `Make-${model}`, 'x-other': count },
      },
      body: JSON.stringify({ script: 'A boat', length: 'PT5S' }),
    })
    const { job } = (await response.json()) as { job: { key: string } }
    // By then it is noted that the answer has left.
    for (const _ of [1, 2, 3]) await service.call('GET', '/models')
    return job.key
  }
  const first = await submit('sd_2.0_discount')
  const second = await submit('sd_2.0_fast_discount')
  expect(second).not.toBe(first)
  const modelOf = async (id: string) => (await service.call('GET', `/tasks/${id}`)).body.model
  expect([await modelOf(first), await modelOf(second)]).toEqual(['sd_2.0_discount', 'sd_2.0_fast_discount'])
  expect([await submit('sd_2.0_discount', '1'), await submit('sd_2.0_fast_discount')]).toEqual([first, second])
})

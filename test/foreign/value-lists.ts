import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { serveFake } from '../../packages/service/src/commands/fake/serve-fake.js'
import { madeUp, seventhOperations } from '../upstreams/made-up.js'
import { servedForeignTree, type Answer, type ForeignService, type ForeignTree } from './tree.js'

let tree: ForeignTree
let service: ForeignService
beforeAll(async () => {
  ;({ tree, service } = await servedForeignTree())
})

const terminal = 'packages/cli/bin/model-tasks.js'

test('a service rejects a value that the list of its upstream does not have, and takes one that no snapshot has', async () => {
  const { video } = seventhOperations()
  const rows = [
    { to: '/script', from: 'prompt', source: 'sdk' },
    { to: '/speaker', from: 'voice', source: 'sdk' },
  ]
  const { source, mapping } = await madeUp('voices', {
    operations: { audio: { ...video, rows } },
    valueLists: { voices: { path: '/voices', values: '/items/-/id', source: 'sdk' } },
  })
  const fake = await serveFake(mapping, { lists: { voices: ['en-000', 'someone-new'] } })
  const protocols = join(tree.folder, 'protocols')
  await mkdir(protocols)
  await writeFile(join(protocols, 'voices.json'), JSON.stringify(source))
  const gateway = await tree.serve({
    protocols,
    upstreams: [{ name: 'choirs', protocol: 'voices', url: fake.baseUrl, key: 'key' }],
  })
  try {
    const quote = (voice: string): Promise<{ status: number; body: Answer }> =>
      gateway.call('POST', '/quote', { model: 'choir-400', prompt: 'x', voice })
    expect((await quote('en-001')).status, 'the list was not read yet').toBe(200)
    const said = async (): Promise<unknown> => (await quote('en-001')).body.findings?.map(({ message }) => message)
    await expect
      .poll(said)
      .toEqual([expect.stringContaining('does not have "en-001" in its list of voices, read at 2')])
    expect((await quote('someone-new')).status).toBe(200)
    const current = { object: 'value_list', path: '/voice', name: 'voices', values: ['en-000', 'someone-new'] }
    const { body } = await gateway.call('GET', '/value-lists?model=choir-400')
    expect(body).toMatchObject({ model: 'choir-400', data: [{ ...current, read: expect.any(Number) as number }] })
    const shown = tree.terminal(gateway, 'models', 'show', 'choir-400').out
    expect(shown).toContain('  - en-000 (Anna) someone-new\n')
    // At a Tab the terminal waits two seconds at most, which is little on a busy machine.
    await expect
      .poll(() => tree.terminal(gateway, 'complete', '--', 'run', 'choir-400', 'voice=').out, { timeout: 300_000 })
      .toBe('voice=en-000\tAnna\nvoice=someone-new\t\n')
    expect(tree.terminal(gateway, 'check', 'choir-400', 'prompt=x', 'voice=someone-new')).toMatchObject({
      ...{ status: 0, err: '' },
    })
    const refused = tree.terminal(gateway, 'check', 'choir-400', 'prompt=x', 'voice=en-001')
    expect(refused.err).toContain('voice: the service does not have "en-001" in its list of voices, read on 2')
    expect(refused.status).not.toBe(0)
  } finally {
    await gateway.stop()
    await fake.close()
  }
})

test('a value that a list that grows did not have is accepted with a remark, and known ones are suggested', async () => {
  const message =
    'voice: "en-01" was not in the list on 2026-11-20; use one of its 400 values, such as en-001, en-010, en-011, en-012 or en-013, or one that was added since (did you mean "en-001"?)'
  const { status, body } = await service.call('POST', '/quote', { model: 'choir-400', prompt: 'x', voice: 'en-01' })
  expect([status, body['amount']]).toEqual([200, 5])
  expect(body.findings?.map((finding) => finding.message)).toEqual([message])
  const checked = tree.node(terminal, 'check', 'choir-400', 'prompt=x', 'voice=en-01')
  expect([checked.status, checked.err]).toEqual([0, expect.stringContaining(message)])
  expect(tree.node(terminal, 'models', 'show', 'choir-400').out).toContain('en-000 (Anna) en-001')
  expect(
    await tree.compile(`
import { ModelTasks } from '@model-tasks/client'
const client = new ModelTasks({ baseUrl: 'https://example.com', apiKey: 'k' })
void client.submit('choir-400', { prompt: 'x', voice: 'en-000' })
void client.submit('choir-400', { prompt: 'x', voice: 'someone-new' })
// @ts-expect-error a voice is a string
void client.submit('choir-400', { prompt: 'x', voice: 7 })
`),
  ).toBe('')
  interface Schema {
    properties: { voice: { enum?: string[]; examples: string[]; description: string } }
  }
  const { properties } = JSON.parse(
    await readFile(join(tree.folder, 'generated/json-schema/choir-400.schema.json'), 'utf8'),
  ) as Schema
  expect([properties.voice.enum, properties.voice.examples.length]).toEqual([undefined, 400])
  expect(properties.voice.description).toContain('Known on 2026-11-20: 400 values; others may have been added since.')
  const tools = await readFile(join(tree.folder, 'generated/tools/openai.json'), 'utf8')
  expect(tools).toContain('Such as \\"en-000\\", \\"en-001\\"')
})

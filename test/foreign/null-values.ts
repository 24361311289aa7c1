import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { servedForeignTree, type Answer, type ForeignService, type ForeignTree } from './tree.js'

let tree: ForeignTree
let service: ForeignService
beforeAll(async () => {
  ;({ tree, service } = await servedForeignTree())
})

type Schema = Record<string, unknown> & { properties: Record<string, Schema> }

const json = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(tree.folder, 'generated', path), 'utf8'))

test('null as a value of a choice, with a name and as the default, stands in every schema', async () => {
  const look = {
    type: ['string', 'null'],
    enum: ['soft', 'hard', 'old', null],
    description: expect.stringContaining('null: As it is.') as unknown,
  }
  const { properties } = (await json('json-schema/shade-3.schema.json')) as Schema
  expect(properties['look']).toEqual({ ...look, default: null })
  expect(properties['frame']?.properties['edge']).toMatchObject({ enum: ['thin', 'wide', null], default: null })
  expect(properties['layers']).toMatchObject({ description: 'What is in each layer. null: Empty.' })
  const openapi = async (file: string): Promise<Schema> =>
    ((await json(file)) as { components: { schemas: { [name: string]: Schema } } }).components.schemas['Shade3']!
  const newer = await openapi('openapi.json')
  expect(newer.properties['look']).toMatchObject({ ...look, 'x-default': null })
  expect(newer.properties['look']?.['x-options']).toContainEqual({ value: null, label: { en: 'As it is', zh: '原样' } })
  expect(newer.properties['finish']).toMatchObject({ enum: [2, 4, null], default: null })
  const older = await openapi('openapi-3.0.json')
  expect(older.properties['look']).toMatchObject({ type: 'string', nullable: true, enum: look.enum, 'x-default': null })
  for (const vendor of ['openai', 'anthropic', 'gemini']) {
    const text = JSON.stringify(await json(`tools/${vendor}.json`))
    expect(text).toContain('"look":{"type":["string","null"],"enum":["soft","hard","old",null],')
    const compact = JSON.stringify(await json(`tools/${vendor}-compact.json`))
    expect(compact).toContain('"look":{"type":["string","null"],"enum":["soft","hard","old",null],')
  }
  const page = await readFile(join(tree.folder, 'generated/docs/models/shade-3.md'), 'utf8')
  expect(page).toContain('`soft`, `hard`, `old`, or `null` | `null` | The look. "soft": Soft light. null: As it is.')
  expect(page).toContain('What is in each layer. null: Empty.')
})

test('the call of a tool keeps null where the model takes it, and only there', () => {
  const script = `
import { requestOf } from '@model-tasks/documents/tools'
import { checkRequest } from '@model-tasks/validation'
const calls = [
  ['generate_shade-3', { prompt: 'x', look: null, finish: null, frame: { edge: null, width: null }, layers: [null, 'sky'] }],
  ['generate_shade-3', { prompt: 'x', look: 'soft', finish: null, frame: null, layers: null }],
  ['generate', { model: 'shade-3', prompt: 'x', finish: null, duration: null }],
]
for (const [name, input] of calls) {
  const request = requestOf(name, input)
  console.log(JSON.stringify([request, (await checkRequest(request)).ok]))
}`
  const { out, err } = tree.node('--input-type=module', '-e', script)
  expect(err).toBe('')
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    [{ model: 'shade-3', prompt: 'x', look: null, finish: null, frame: { edge: null }, layers: [null, 'sky'] }, true],
    [{ model: 'shade-3', prompt: 'x', look: 'soft', finish: null }, true],
    [{ model: 'shade-3', prompt: 'x', finish: null }, true],
  ])
})

test('the types take null, and a client sends it as the default of what is required', async () => {
  const source = `import { ModelTasks } from '@model-tasks/client'
const client = new ModelTasks({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x' })
void client.submit('shade-3', { prompt: 'x' })
void client.submit('shade-3', { prompt: 'x', look: null, finish: null, frame: { edge: null }, layers: [null] })
// @ts-expect-error layers takes no null itself
void client.submit('shade-3', { prompt: 'x', layers: null })`
  expect(await tree.compile(source)).toBe('')
  const script = `
import { ModelTasks } from '@model-tasks/client'
const client = new ModelTasks({ baseUrl: ${JSON.stringify(service.baseUrl)}, apiKey: ${JSON.stringify(service.apiKey)} })
const handle = await client.submit('shade-3', { prompt: 'x' })
console.log((await handle.wait()).status)`
  const { out, err } = tree.node('--input-type=module', '-e', script)
  expect([err, out]).toEqual(['', 'completed\n'])
})

test('the service and the sandbox take null', async () => {
  const { status, body } = await service.call('POST', '/tasks', {
    model: 'shade-3',
    prompt: 'x',
    look: null,
    finish: null,
    frame: { edge: null },
  })
  expect([status, body.findings]).toEqual([200, undefined])
  let state: Answer = body
  while (!['completed', 'failed'].includes(String(state['status'])))
    state = (await service.call('GET', `/tasks/${String(state['id'])}?wait=5`)).body
  expect(state['status']).toBe('completed')
  const wrong = await service.call('POST', '/tasks', { model: 'shade-3', prompt: 'x' })
  expect(wrong.body.findings?.map(({ message }) => message)).toEqual([
    'finish: is required; add it, such as null (use 2 or 4, or null)',
  ])
})

test('the terminal shows, completes and reads null with its name', () => {
  const { out } = tree.terminal(service, 'models', 'show', 'shade-3')
  expect(out).toMatch(
    /look +choice or null +optional +soft \(Soft light\) hard old \(deprecated: use soft\) null \(As it is\) +null\n/,
  )
  expect(out).toMatch(/layers +\(choice or null\)\[\]/)
  expect(out).toContain('sky sea null (Empty)')
  const completed = tree.terminal(service, 'complete', '--', 'run', 'shade-3', 'look=').out
  expect(completed).toContain('look=null\tthe default, As it is\n')
  const sent = tree.terminal(service, 'run', 'shade-3', 'prompt=x', 'look=null', '--dry-run', '--json').out
  expect(sent).toMatch(/"look": ?null/)
  expect(sent).toMatch(/"finish": ?null/)
})

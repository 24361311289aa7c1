import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { servedForeignTree, type ForeignService, type ForeignTree } from './tree.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const terminal = 'packages/cli/bin/model-tasks.js'
let tree: ForeignTree
let service: ForeignService
beforeAll(async () => {
  ;({ tree, service } = await servedForeignTree())
})

const id = 'north/glide:2.1'
const name = 'north~glide~~2.1'

test('an ID with a vendor and a version names its files in characters that file systems and addresses leave alone', async () => {
  for (const path of [
    `spec/validators/${name}.js`,
    `spec/facts/${name}.js`,
    `spec/media/${name}.js`,
    `spec/prices/${name}.js`,
    `vectors/${name}.json`,
    `json-schema/${name}.schema.json`,
    `json-schema/draft-07/${name}.schema.json`,
    `docs/models/${name}.md`,
  ])
    expect((await readFile(join(tree.folder, 'generated', path), 'utf8')).length, path).toBeGreaterThan(0)
  expect(await readFile(join(tree.folder, 'generated/docs/index.md'), 'utf8')).toContain(
    `[\`${id}\`](models/${name}.md)`,
  )
  const script = `
import { validate } from '@model-tasks/spec/validators/${name}'
import { checkRequest } from '@model-tasks/validation'
console.log(validate({ model: '${id}', prompt: 'x', duration: 21 })[0].rule)
console.log((await checkRequest({ model: '${id}', prompt: 'x', duration: 21 })).findings[0].message)
console.log((await checkRequest({ model: 'north/glide:2.0', prompt: 'x' })).findings[0].message)`
  const { out, err } = tree.node('--input-type=module', '-e', script)
  expect(err).toBe('')
  expect(out.split('\n')).toEqual([
    'maximum',
    'duration: 21 is too large; use 20 or less',
    'model: "north/glide:2.0" is not a Model ID; did you mean north/glide:2.1?',
    '',
  ])
})

test('it is typed, and its types have a name without punctuation', async () => {
  const printed = await tree.compile(`
import type { NorthGlide21Input } from '@model-tasks/spec'
import { ModelTasks } from '@model-tasks/client'
const client = new ModelTasks({ baseUrl: 'http://127.0.0.1', apiKey: 'k' })
const input: NorthGlide21Input = { prompt: 'x' }
void client.submit('${id}', input)
// @ts-expect-error not offered
void client.submit('${id}', { prompt: 'x', resolution: '4K' })
`)
  expect(printed).toBe('')
})

test('it is priced by the service and shown by the terminal', async () => {
  const request = { model: id, prompt: 'A boat', duration: 1, resolution: '480p' }
  expect((await service.call('POST', '/quote', request)).body['amount']).toBe(0.1)
  const listed = (await service.call('GET', '/models')).body['data'] as { id: string }[]
  expect(listed.map((model) => model.id)).toContain(id)
  const { err } = tree.node(terminal, 'check', id, 'prompt=x', 'duration=21')
  expect(err).toContain('duration: 21 is too large; use 20 or less')
  expect(tree.node(terminal, 'models', 'show', id).out).toContain(id)
  expect(tree.node(terminal, 'schema', id).out).toContain(`"const": "${id}"`)
})

test('it has pages on the site whose addresses need no escape', async () => {
  for (const path of ['src', 'styles', 'templates', 'browser', 'content', 'static'])
    await cp(join(root, 'packages/site', path), join(tree.folder, 'packages/site', path), { recursive: true })
  expect(tree.node('packages/site/bin/build.js', '--uncompressed')).toMatchObject({ status: 0, err: '' })
  const site = join(tree.folder, 'generated/site')
  const page = await readFile(join(site, 'models', name, 'index.html'), 'utf8')
  expect(page).toContain(id)
  expect(await readFile(join(site, 'models/index.html'), 'utf8')).toContain(`${name}/`)
  for (const [, address = ''] of page.matchAll(/(?:href|src|data-script)="([^"#?]*glide[^"#?]*)/g))
    await readFile(join(site, 'models', name, address.replace(/\/$/, '/index.html')))
  for (const path of [`models/${name}/openapi.json`, `vectors/${name}.json`, `json-schema/${name}.schema.json`])
    expect((await readFile(join(site, path), 'utf8')).length, path).toBeGreaterThan(0)
})

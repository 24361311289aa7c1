/** OpenAI's package, unmodified, makes several images with models of an operator's own folder. */
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { servedForeignTree, type ForeignService, type ForeignTree } from './tree.js'

const consumers = fileURLToPath(new URL('../consumers', import.meta.url))

let tree: ForeignTree
let service: ForeignService
beforeAll(async () => {
  ;({ tree, service } = await servedForeignTree())
})

type Call = [method: 'generate' | 'edit', parameters: object]

/** What the package makes of each call, in order: how many images there are and how many of them have bytes, or its error. */
function called(calls: readonly Call[]): unknown {
  const script = `
import { readFile } from 'node:fs/promises'
import { install } from '${consumers}/shell.mjs'
await install('${consumers}/upstreams')
const { default: OpenAI, toFile } = await import('${consumers}/upstreams/node_modules/openai/index.mjs')
const picture = await readFile('${consumers}/upstreams/boat.png')
const { images } = new OpenAI({ baseURL: ${JSON.stringify(new URL('/v1', service.baseUrl).href)}, apiKey: ${JSON.stringify(service.apiKey)}, maxRetries: 0 })
const told = []
for (const [method, parameters] of ${JSON.stringify(calls)}) {
  const image = method === 'edit' ? { image: await toFile(picture, 'boat.png', { type: 'image/png' }) } : {}
  try {
    const { data } = await images[method]({ model: 'contact-sheet', prompt: 'A boat', ...parameters, ...image })
    const sizes = await Promise.all(data.map(async ({ url, b64_json }) => url ? (await (await fetch(url)).arrayBuffer()).byteLength : b64_json.length))
    told.push([data.length, sizes.filter((size) => size > 100).length])
  } catch ({ status, message, param }) {
    told.push({ status, message, param })
  }
}
console.log(JSON.stringify(told))`
  const { status, out, err } = tree.node('--input-type=module', '-e', script)
  if (status !== 0) throw new Error(err)
  return JSON.parse(out.trim().split('\n').at(-1) ?? '')
}

/** The tasks of the account, newest first. */
async function tasks(): Promise<{ id: string; amount: unknown }[]> {
  const { body } = await service.call('GET', '/tasks')
  return (body['data'] as { id: string; amount: unknown }[]).map(({ id, amount }) => ({ id, amount }))
}

test('data has as many images as n asks for, which are what is paid', async () => {
  const calls: Call[] = [
    ['generate', { n: 3 }],
    ['generate', { n: 1 }],
    ['generate', {}],
    ['generate', { n: 4, response_format: 'b64_json' }],
    ['edit', { n: 3 }],
    ['edit', { n: 1 }],
    ['generate', { model: 'beta-5.0', n: 1 }],
  ]
  expect(called(calls)).toEqual([
    [3, 3],
    [1, 1],
    [2, 2],
    [4, 4],
    [3, 3],
    [1, 1],
    [1, 1],
  ])
  const amounts = (await tasks()).map(({ amount }) => amount)
  expect(amounts.slice(0, calls.length)).toEqual([1, 0.05, 0.15, 0.2, 0.1, 0.05, 0.15])
})

test('n beyond what a model makes is an error of the package that names n, and no task', async () => {
  const before = await tasks()
  const several = { status: 400, message: expect.stringContaining('n: 5 is too large; use 4 or less'), param: 'n' }
  const one = { status: 400, message: expect.stringContaining('/n has no counterpart for this model'), param: 'n' }
  const none = { status: 400, message: expect.stringContaining('n: 0 is too small; use 1 or more'), param: 'n' }
  expect(
    called([
      ['generate', { n: 5 }],
      ['edit', { n: 5 }],
      ['generate', { n: 0 }],
      ['generate', { model: 'beta-5.0', n: 2 }],
      ['edit', { model: 'beta-5.0', n: 2 }],
    ]),
  ).toEqual([several, several, none, one, one])
  expect(await tasks()).toEqual(before)
})

/** What the terminal does about work that was paid for and whose answer, or whose process, was lost: under other keys, and when the command is typed again. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDesk, type Desk, type Ended } from './support/cli.js'

let server: FaultServer
let desk: Desk
const keys = { 'key-a': 'account-a', 'key-a2': 'account-a', 'key-b': 'account-b' }

async function serve(declares?: { account?: boolean; lookup?: boolean }): Promise<void> {
  await server?.close()
  await desk?.close()
  server = await startFaultServer({
    extensions: ['idempotency'],
    keys,
    declares: { polling: { minimumSeconds: 0.05 }, ...declares },
  })
  desk = await openDesk(server)
}
beforeEach(() => serve({ account: true, lookup: true }))
afterEach(async () => {
  await server.close()
  await desk.close()
})

const run = ['submit', 'sd_2.0_discount', 'prompt=A paper boat']
const as = (apiKey: string, words: string[]): Promise<Ended> =>
  desk.run(words, { env: { MODEL_TASKS_API_KEY: apiKey } })

describe('a submit whose answer was lost', () => {
  test.each([true, false])('is found under its own key after a resume under others (lookup: %s)', async (lookup) => {
    await serve({ account: true, lookup })
    server.next('submit', ...Array.from({ length: 3 }, () => faults.resetAfterAccept))
    expect((await desk.run(run)).code).toBe(8)
    const mistyped = await as('mistyped', ['resume'])
    expect({ code: mistyped.code, err: mistyped.err }).toEqual({ code: 8, err: expect.not.stringContaining('Nothing') })
    const other = await as('key-b', ['resume'])
    expect(other.code).toBe(8)
    expect(other.err).toMatch(/account-a .*account-b/)
    const right = await as('key-a2', ['resume'])
    expect({ code: right.code, tasks: server.tasks.size }).toEqual({ code: 0, tasks: 1 })
    expect((await desk.run(['resume'])).err).toContain('Nothing is left to resume')
  })

  test('is told of by a resume at another address, which does not find it', async () => {
    server.next('submit', ...Array.from({ length: 3 }, () => faults.resetAfterAccept))
    expect((await desk.run(run)).code).toBe(8)
    const other = { MODEL_TASKS_BASE_URL: server.baseUrl.replace('127.0.0.1', 'localhost') }
    expect(await desk.run(['resume'], { env: other })).toMatchObject({
      code: 0,
      err: `Nothing is left to resume.\n1 task left at ${server.baseUrl}; name that service with --base-url.\n`,
    })
    expect((await desk.run(['resume', '--base-url', server.baseUrl], { env: other })).code).toBe(0)
    expect((await desk.run(['resume'], { env: other })).err).toBe('Nothing is left to resume.\n')
    expect(server.tasks.size).toBe(1)
  })

  test('is told of with the file of an earlier version, which had one for each spelling of an address', async () => {
    server.next('submit', ...Array.from({ length: 3 }, () => faults.resetAfterAccept))
    expect((await desk.run(run)).code).toBe(8)
    const folder = join(desk.folder, 'state/model-tasks')
    const [name = ''] = await readdir(folder)
    const file = join(folder, `HTTP_${name}`)
    await rename(join(folder, name), file)
    expect((await desk.run(['resume'])).err).toBe(
      `Nothing is left to resume.\n1 task left in ${file}; name that file with MODEL_TASKS_JOURNAL.\n`,
    )
    expect((await desk.run(['resume'], { env: { MODEL_TASKS_JOURNAL: file } })).code).toBe(0)
    expect((await desk.run(['resume'])).err).toBe('Nothing is left to resume.\n')
    expect(server.tasks.size).toBe(1)
  })

  test('under a new key is confirmed by --same-account where the service declares none', async () => {
    await serve()
    server.next('submit', ...Array.from({ length: 3 }, () => faults.resetAfterAccept))
    expect((await desk.run(run)).code).toBe(8)
    const posts = server.count('submit')
    const asked = await as('key-a2', ['resume'])
    expect(asked.code).toBe(8)
    expect(asked.err).toContain('resume --same-account')
    expect(server.count('submit')).toBe(posts)
    expect((await as('key-a2', ['resume', '--same-account'])).code).toBe(0)
    expect(server.tasks.size).toBe(1)
  })
})

describe('the same command again', () => {
  test('buys nothing while its task runs, and another with --again', async () => {
    expect((await desk.run(run)).code).toBe(0)
    const again = await desk.run(run)
    const [id = ''] = server.tasks.keys()
    expect(again.code).toBe(18)
    expect(again.err).toContain(`an identical request is running as ${id}`)
    expect(again.err).toContain('model-tasks resume')
    expect(again.err).toContain("model-tasks submit sd_2.0_discount 'prompt=A paper boat' --again")
    expect(server.tasks.size).toBe(1)
    expect((await desk.run(['submit', 'sd_2.0_discount', 'prompt=Another boat'])).code).toBe(0)
    expect((await desk.run([...run, '--again'])).code).toBe(0)
    expect(server.tasks.size).toBe(3)
    expect((await desk.run(['resume'])).code).toBe(0)
    expect((await desk.run(run)).code).toBe(0)
  })

  test('buys nothing while its outcome is unknown', async () => {
    server.next('submit', ...Array.from({ length: 3 }, () => faults.resetAfterAccept))
    expect((await desk.run(run)).code).toBe(8)
    const again = await desk.run(run)
    expect(again.code).toBe(18)
    expect(again.err).toContain('may have been accepted')
    // Another account is another buyer.
    expect((await as('key-b', run)).code).toBe(0)
  })

  test('typed at four terminals at the same moment buys one task', async () => {
    const ended = await Promise.all([1, 2, 3, 4].map(() => desk.run(run)))
    expect(ended.map(({ code }) => code ?? -1).sort((a, b) => a - b)).toEqual([0, 18, 18, 18])
    expect(ended.map(({ err }) => err).join('')).toContain('an identical request')
    expect([server.tasks.size, server.count('submit')]).toEqual([1, 1])
    // What yielded leaves nothing open.
    expect((await desk.run(['resume'])).code).toBe(0)
    expect((await desk.run(['resume'])).err).toContain('Nothing is left to resume')
    expect(server.tasks.size).toBe(1)
  })
})

describe('a batch', () => {
  const file = (): Promise<void> =>
    writeFile(
      join(desk.folder, 'b.jsonl'),
      ['one', 'two', 'three'].map((prompt) => `${JSON.stringify({ model: 'sd_2.0_discount', prompt })}\n`).join(''),
    )

  test('that was begun for another account is not continued, and both are named', async () => {
    await file()
    const lost = Array.from({ length: 3 }, () => faults.resetAfterAccept)
    server.next('submit', ...lost)
    const first = await desk.run(['batch', 'b.jsonl', '--concurrency', '1'])
    expect(first.out).toContain('unknown')
    const { code, err } = await as('key-b', ['batch', 'b.jsonl', '--concurrency', '1'])
    expect(code).toBe(2)
    expect(err).toMatch(/account-a.*account-b/)
    expect(server.tasks.size).toBe(3)
    expect((await as('key-a2', ['batch', 'b.jsonl'])).code).toBe(0)
    expect(server.tasks.size).toBe(3)
  })

  test('buys what it has twice twice, and nothing that another batch, or `run`, buys at the same moment', async () => {
    const line = (prompt: string): string => `${JSON.stringify({ model: 'sd_2.0_discount', prompt })}\n`
    const boat = 'A paper boat'
    for (const [name, prompts] of Object.entries({ one: [boat, boat, 'one'], other: ['other', boat, boat] }))
      await writeFile(join(desk.folder, `${name}.jsonl`), prompts.map(line).join(''))
    const ended = await Promise.all([
      desk.run(['batch', 'one.jsonl']),
      desk.run(['batch', 'other.jsonl']),
      desk.run(run),
    ])
    const prompts = server.requests.flatMap(({ method, path, body }) =>
      method === 'POST' && path.endsWith('/tasks') ? (JSON.parse(body) as { prompt: string }).prompt : [],
    )
    const count = (wanted: string): number => prompts.filter((prompt) => prompt === wanted).length
    expect([count('one'), count('other')]).toEqual([1, 1])
    // In either order: `run` buys one, a batch both of its own.
    expect(count(boat)).toBeGreaterThan(0)
    expect(count(boat)).toBeLessThan(3)
    expect(ended.map(({ err, out }) => err + out).join('')).toContain('an identical request')
    const bought = server.count('submit')
    const again = await desk.run(['batch', 'other.jsonl', '--again'])
    expect(again.code).toBe(0)
    expect(server.count('submit')).toBeGreaterThanOrEqual(bought)
    expect((await desk.run(['batch', 'other.jsonl'])).code).toBe(0)
  })

  test('writes no API key anywhere', async () => {
    await file()
    await desk.run(['batch', 'b.jsonl'])
    const { readdir } = await import('node:fs/promises')
    for (const name of await readdir(join(desk.folder, 'state'), { recursive: true }))
      expect(await readFile(join(desk.folder, 'state', name), 'utf8').catch(() => '')).not.toContain('key-a')
  })
})

/** What the host of a completed task serves in place of its file: a page, nothing, too much. */
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../src/commands/administration/run.js'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import type { Upstream } from '../../src/settings/settings.js'
import { openSqliteStores } from '../../src/keep/store/sqlite/open.js'
import { undeliveredReason } from '../../src/keep/store/undelivered.js'
import { ended, relay, upstreamOf } from '../support/relay.js'
import { video } from '../support/service.js'
import { mappingOf } from './support.js'

/** A host that gives each request the same answer. Counts them. */
async function host(answer: string): Promise<{ name: string; asked: () => number }> {
  let asked = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      asked += 1
      socket.end(`HTTP/1.1 ${answer}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { name: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

/** An upstream whose tasks have completed, with a film at this host. */
async function completedAt(name: string): Promise<Upstream> {
  const done = { id: 'cgt-1', status: 'succeeded', content: { video_url: `http://${name}/film.mp4` } }
  const json = { 'content-type': 'application/json' }
  const apiKey = 'key-of-the-upstream'
  const fake = await serveFake(mappingOf('ark'), {
    key: apiKey,
    intercept: () => ({ answer: { status: 200, headers: json, body: JSON.stringify(done) } }),
  })
  onTestFinished(() => fake.close())
  return upstreamOf({ baseUrl: fake.baseUrl, apiKey, protocol: 'ark', resultHosts: [name] })
}

const page = '<!doctype html><p>Sign in'

test.each<[what: string, answer: string, error: string]>([
  ['a page', `200 OK\r\ncontent-type: text/html\r\ncontent-length: 25\r\n\r\n${page}`, 'got text/html'],
  ['a page called a film', `200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 25\r\n\r\n${page}`, 'got HTML'],
  ['nothing', '200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 0\r\n\r\n', 'it is empty'],
  [
    'more than is stored',
    `200 OK\r\ncontent-type: video/mp4\r\ncontent-length: ${2 ** 40}\r\n\r\n`,
    'it is larger than 4294967296 bytes',
  ],
  [
    'a part',
    '206 Partial Content\r\ncontent-type: video/mp4\r\ncontent-range: bytes 0-2/9\r\ncontent-length: 3\r\n\r\nabc',
    'it is a part of the file (HTTP 206)',
  ],
  [
    'a part that is called the whole',
    '200 OK\r\ncontent-type: video/mp4\r\ncontent-range: bytes 0-2/9\r\ncontent-length: 3\r\n\r\n\0\0\0',
    'it has 3 of the 9 bytes that were announced',
  ],
])(
  'a host that serves %s is asked again, and in the end the task fails without charge',
  async (_what, answer, error) => {
    const { name, asked } = await host(answer)
    const { call, when } = await relay(await completedAt(name))
    const { body } = await call('POST', '/tasks', video)
    const task = await when(body.id, (task) => ended(task) || asked() > 16)
    expect(task).toMatchObject({ status: 'failed', amount: 0, error: expect.stringContaining(error) as string })
    expect(asked(), 'for a quarter of an hour').toBeGreaterThan(5)
  },
)

test('a transfer that breaks off at each try sets the task aside for an operator, and its caller pays nothing in the end', async () => {
  const { name, asked } = await host(
    '200 OK\r\ncontent-type: video/mp4\r\ncontent-length: 9000\r\n\r\n\0\0\0\x20ftypisom',
  )
  const upstream = await completedAt(name)
  const before = await relay(upstream)
  const { body } = await before.call('POST', '/tasks', video)
  await before.when(body.id, () => before.errors.some((line) => line.includes('set aside')))
  expect(asked()).toBe(20)
  expect(before.errors.at(-1)).toContain(`"queue retry" puts it back: ${undeliveredReason}`)
  await before.close()
  const stores = await openSqliteStores(join(before.folder, 'tasks.db'))
  const [letter] = await stores.queue.deadLetters(9)
  await stores.close()
  expect(letter).toMatchObject({ id: body.id, reason: expect.stringContaining(undeliveredReason) as string })
  before.clock.advance(7 * 86_400_000 + 1)
  const { when } = await relay(upstream, before)
  expect(await when(body.id, ended)).toMatchObject({
    status: 'failed',
    amount: 0,
    error: `internal error: ${letter?.reason}`,
  })
  expect(asked()).toBe(20)
  // The upstream charges for what its caller did not get.
  const invoice = join(before.folder, 'invoice.csv')
  writeFileSync(invoice, 'id,cost\ncgt-1,0.5\n')
  const lines: string[] = []
  const place = { dataDirectory: before.folder, databaseUrl: undefined }
  await runCommand(['reconcile', upstream.name, invoice], place, (line) => lines.push(line))
  expect(lines).toContain('paid there, not charged here: 1')
  expect(lines.join('\n')).toMatch(new RegExp(`cgt-1 {2}cost 0\\.5 {2}${body.id} {2}failed \\(result\\), given back`))
})

import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fakeFile } from '../src/commands/fake/fake-file.js'
import { silentLog } from '../src/base/log.js'
import { relayProvider } from '../src/run/provider/relay.js'
import { standingClock } from './mapped/support.js'
import { temporaryFolder } from './support/folder.js'
import { ended, relay, upstreamOf } from './support/relay.js'
import { localServer } from './support/local-server.js'

const apiKey = 'sk-key-of-the-operator'
const video = { model: 'sd_2.0_discount', prompt: 'a boat', duration: 5 }
const film = fakeFile('video').bytes

/** An answer to the `nth` query of a task, given what a service of the interface would answer. */
type Answering = (response: ServerResponse, task: Record<string, unknown>, nth: number) => void

/** An upstream that answers queries in its own way. Answers its base URL, and how often it was queried. */
async function foreign(
  answer: Answering,
  file: (response: ServerResponse) => void = (response) => response.end(film),
  id = 'up-1',
) {
  let queries = 0
  const baseUrl = await localServer((request, response) => {
    const { method, url = '', headers } = request
    request.resume()
    if (url.startsWith('/files')) {
      response.setHeader('content-type', 'video/mp4')
      file(response)
    } else if (method === 'POST') json(response, { id, object: 'video', status: 'queued' })
    else if (url.endsWith('/capabilities')) response.writeHead(404).end()
    else {
      queries += 1
      const result_url = `http://${headers.host}/files/up-1.mp4`
      answer(response, { id, object: 'video', status: 'completed', actualDuration: 5, result_url }, queries)
    }
  })
  return { baseUrl, apiKey, queries: () => queries }
}

function json(response: ServerResponse, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** How a task ends at an upstream that answers so, and what was logged as an error. */
async function endAt(answer: Answering, file?: (response: ServerResponse) => void) {
  const { call, when, errors } = await relay(await foreign(answer, file))
  const { body } = await call('POST', '/tasks', video)
  return { task: await when(body.id, ended), errors }
}

test.each<[string, Answering]>([
  [
    'called HTML, with a status of its own',
    (response, task) => {
      json(response, { ...task, status: 'succeeded' }, { 'content-type': 'text/html; charset=utf-8' })
    },
  ],
  [
    'without a type, with a status of its own',
    (response, task) => {
      response.writeHead(200).end(JSON.stringify({ ...task, status: 'SUCCESS' }))
    },
  ],
  ['with a byte order mark', (response, task) => response.end(`\ufeff${JSON.stringify({ ...task, status: 'done' })}`)],
  [
    'in gzip, which was not asked for',
    (response, task) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'application/json' })
      response.end(gzipSync(JSON.stringify({ ...task, status: 'done' })))
    },
  ],
  [
    'in brotli, of no announced length',
    (response, task) => {
      response.writeHead(200, { 'content-encoding': 'br' })
      response.write(brotliCompressSync(JSON.stringify(task)))
      response.end()
    },
  ],
])('a task is completed by an answer that is JSON %s', async (_what, answer) => {
  expect((await endAt(answer)).task).toMatchObject({ status: 'completed', actualDuration: 5 })
})

test.each([
  [0, 0],
  ['7', null],
  [-1, null],
])('a length of %j seconds is told as %j', async (actualDuration, told) => {
  const { task } = await endAt((response, task) => {
    json(response, { ...task, actualDuration })
  })
  expect([task.status, task['actualDuration'] ?? null]).toEqual(['completed', told])
})

test('a task that was completed and is said to run again keeps no other from its file, and is polled on', async () => {
  const upstream = await foreign((response, task, nth) => {
    json(response, nth > 1 && nth < 5 ? { ...task, status: `${apiKey} busy` } : task)
  })
  const { call, when, errors } = await relay(upstream)
  const { body } = await call('POST', '/tasks', video)
  expect((await when(body.id, ended)).status).toBe('completed')
  expect(errors).toContainEqual(expect.stringContaining('and says now that it is [redacted] busy'))
  expect(upstream.queries()).toBe(6)
})

test.each<[unknown, string]>([
  [{ message: `the file of ${apiKey} was lost` }, 'the file of [redacted] was lost'],
  [null, 'the upstream gave no reason'],
])(
  'a task that was completed and has failed when its file is fetched ends with the reason: %j',
  async (error, said) => {
    const { task } = await endAt((response, task, nth) => {
      // Asked once more, it would have it as completed: what it has said proves that the file is gone.
      json(response, nth === 2 ? { ...task, status: 'failed', error } : task)
    })
    expect([task.status, task.error]).toEqual(['failed', expect.stringContaining(said)])
  },
)

test('the key of an upstream reaches no caller, wherever the upstream repeats it', async () => {
  const { task } = await endAt((response, task) => {
    json(response, { ...task, status: 'failed', error: `no such key: ${apiKey}`, trace: [{ key: `Bearer ${apiKey}` }] })
  })
  expect(task).toMatchObject({ error: 'no such key: [redacted]', trace: [{ key: 'Bearer [redacted]' }] })
})

test.each<[what: string, error: unknown, kept: string]>([
  ['an object with a message', { message: 'the picture shows a person', code: 17 }, 'the picture shows a person'],
  ['another object', { code: 17 }, '{"code":17}'],
  ['very long', 'x'.repeat(1e6), `${'x'.repeat(2000)}…`],
  ['cut by U+0000', 'half\0a word', 'half\u{FFFD}a word'],
  ['empty', '', 'the upstream gave no reason'],
  ['an empty object', {}, 'the upstream gave no reason'],
])('the reason of a failed task is kept where it is %s', async (_what, error, kept) => {
  const { task } = await endAt((response, task) => {
    json(response, { ...task, status: 'failed', error })
  })
  expect(task.error).toBe(kept)
})

test.each([
  ['long', '"x":"'.concat('x'.repeat(1e6), '"')],
  ['nested deep', '"x":'.concat('['.repeat(1e6), ']'.repeat(1e6))],
])('a task ends without the unknown fields of its upstream where they are %s', async (_what, fields) => {
  const { task, errors } = await endAt((response, task) => {
    response.end(JSON.stringify(task).replace('{', `{${fields},`))
  })
  expect(task.status).toBe('completed')
  expect(task).not.toHaveProperty('x')
  expect(errors).toEqual([expect.stringContaining('unknown fields')])
})

test.each(['..', '.', 'half a \ud800', 'zero\0'])(
  'a task ID that no request can name is inconclusive about the submission: %j',
  async (id) => {
    const upstream = await foreign(
      (response, task) => {
        json(response, task)
      },
      undefined,
      id,
    )
    const { call, when } = await relay(upstream)
    const { body } = await call('POST', '/tasks', video)
    expect((await when(body.id, ended)).error).toMatch(/^outcome unknown: .*a task ID that no request can name/)
    expect(upstream.queries()).toBe(0)
  },
)

test('a length below 0 is none', async () => {
  const { task } = await endAt((response, task) => {
    json(response, { ...task, actualDuration: -5 })
  })
  expect(task.status).toBe('completed')
  expect(task).not.toHaveProperty('actualDuration')
})

test('a file that comes byte by byte is left after a quarter of an hour', async () => {
  let drip = (): void => undefined
  const upstream = await foreign(
    (response, task) => {
      json(response, task)
    },
    (response) => {
      drip = () => response.write('\0')
      drip()
    },
  )
  const clock = standingClock()
  const provider = relayProvider(upstreamOf(upstream), silentLog, { clock })
  const task = { id: 'task_1', model: 'sd_2.0_discount', kind: 'video' as const, reference: 'up-1' }
  const completed = { ...task, snapshot: { state: 'completed' as const } }
  let error: unknown
  provider.collect(completed, temporaryFolder(), new AbortController().signal).catch((failure: unknown) => {
    error = failure
  })
  // Well below the minute that one byte may take: on a loaded machine several steps pass before it is read.
  for (let steps = 0; error === undefined && steps < 200; steps += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    clock.move(6000)
    drip()
  }
  expect(String(error)).toContain('took longer than 900000 ms')
})

import { basename } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { CallOptions, ClientOptions } from '@model-tasks/client'
import { sharedSite, type SiteUnderTest } from './site-harness.js'

/** The client in a page whose network refuses a part of it that is loaded on demand, while a run is under way. */

const origin = 'https://page.example'
const html = `<!doctype html><script type=module>import * as client from '/entry.js'; Object.assign(globalThis, client)</script>`
let site: SiteUnderTest
let files: ReadonlyMap<string, string>
beforeAll(async () => {
  site = await sharedSite()
  const { outputFiles } = await build({
    stdin: { contents: "export { ModelTasks } from '@model-tasks/client'", resolveDir: import.meta.dirname },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['source'],
    outdir: '/',
    entryNames: 'entry',
    write: false,
    logLevel: 'silent',
  })
  files = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
})

interface Answer {
  status: number
  json: unknown
}
const task = { id: 't1', object: 'video', created: 1, model: 'sd_2.0_discount', error: null, status: 'processing' }
const accepted: Answer = { status: 200, json: { ...task, status: 'queued' } }
const completed: Answer = {
  status: 200,
  json: { ...task, status: 'completed', video_url: `${origin}/clip.mp4`, result_url: `${origin}/clip.mp4` },
}
const says = (status: number, json: unknown = { title: 'no' }): Answer => ({ status, json })

interface Ended {
  /** The status of the completed task. */
  status?: string
  /** What the call ended in, less what is not worth comparing. */
  error?: Record<string, unknown>
  posts: number
  /** The files that the network refused. */
  refused: string[]
}

/** Runs one model in a page whose network refuses the files that `refuses` matches, from the moment at which the script is there. */
async function run(
  refuses: RegExp,
  answers: Answer[],
  { input = { prompt: 'x' }, hooked = false, call = 'run' }: { input?: object; hooked?: boolean; call?: string } = {},
): Promise<Ended> {
  const page: Page = await site.browser.newPage({ serviceWorkers: 'block' })
  let posts = 0
  const refused: string[] = []
  try {
    await page.route(`${origin}/**`, async (route) => {
      const request = route.request()
      const name = basename(new URL(request.url()).pathname)
      if (new URL(request.url()).pathname.startsWith('/api/')) {
        // This service declares nothing.
        if (name === 'capabilities') return route.fulfill({ status: 404, json: { title: 'no' } })
        if (request.method() === 'POST') posts++
        const { status, json } = answers.shift() ?? completed
        return route.fulfill({ status, json })
      }
      if (refuses.test(name)) {
        refused.push(name)
        return route.abort('internetdisconnected')
      }
      const script = files.get(name)
      if (script === undefined) return route.fulfill({ contentType: 'text/html', body: html })
      return route.fulfill({ contentType: 'text/javascript', body: script })
    })
    await page.goto(`${origin}/`)
    const ended = await page.evaluate(
      async ({ input, hooked, call }) => {
        interface Handle {
          open(): Promise<unknown>
        }
        interface Client {
          run(model: string, input: object, options?: CallOptions): Promise<{ status: string }>
          submit(model: string, input: object): Promise<Handle>
        }
        const { ModelTasks } = globalThis as unknown as { ModelTasks: new (options: ClientOptions) => Client }
        const client = new ModelTasks({
          baseUrl: `${location.origin}/api`,
          apiKey: 'a-secret-key',
          pollInterval: 10,
          logger: {},
          ...(hooked && { onRequest: () => undefined }),
        })
        try {
          if (call === 'open') {
            await (await client.submit('sd_2.0_discount', input)).open()
            return {}
          }
          const { status } = await client.run('sd_2.0_discount', input)
          return { status }
        } catch (error) {
          return { error: { ...JSON.parse(JSON.stringify(error)), summary: (error as { summary?: string }).summary } }
        }
      },
      { input, hooked, call },
    )
    return { ...ended, posts, refused }
  } finally {
    await page.context().close()
  }
}

const resume = "client.task('t1').wait()"

test('without the words for failures a wait goes on after what passes, and a task is paid for once', async () => {
  const { status, posts, refused } = await run(/^failures-/, [
    accepted,
    says(503),
    says(429),
    says(404),
    says(200, '?'),
  ])
  expect({ status, posts }).toEqual({ status: 'completed', posts: 1 })
  expect(refused).toContainEqual(expect.stringMatching(/^failures-/))
})

test.each([
  [[accepted, says(401)], { name: 'AuthenticationError', code: 'authentication', status: 401, taskId: 't1', resume }],
  [[accepted, says(400)], { name: 'ApiError', code: 'api', status: 400, taskId: 't1', resume }],
  [
    [accepted, says(200, { ...task, status: 'failed', error: 'too dark' })],
    { name: 'TaskFailedError', code: 'task-failed', taskId: 't1' },
  ],
  [[says(500)], { name: 'ApiError', code: 'api', status: 500, proved: 'may exist', taskMayExist: true }],
  [[says(429), says(429), says(429)], { name: 'RateLimitError', code: 'rate-limit', proved: 'rejected' }],
  [[says(200, '?')], { name: 'SubmitUnknownError', code: 'submit-unknown', status: 200, taskMayExist: true }],
])('without them an error is the same error, case %#', async (answers, expected) => {
  const { error, refused } = await run(/^(failures|send-again)-/, answers)
  expect(error).toMatchObject(expected)
  expect(JSON.stringify(error)).not.toContain('a-secret-key')
  expect(refused).toContainEqual(expect.stringMatching(/^failures-/))
})

test('without what puts a mistake into words nothing is sent, and the error says so', async () => {
  const { error, posts, refused } = await run(/^examine-/, [], { input: { prompt: '', duration: 99 } })
  expect(error).toMatchObject({ name: 'ConnectionError', code: 'connection', nothingSent: true, proved: 'not sent' })
  expect({ posts, refused }).toEqual({ posts: 0, refused: [expect.stringMatching(/^examine-/)] })
})

test('without what tells hooks of a request nothing is sent, and the error says so', async () => {
  const { error, posts, refused } = await run(/^extended-/, [], { hooked: true })
  expect(error).toMatchObject({ name: 'ConnectionError', code: 'connection', nothingSent: true, proved: 'not sent' })
  expect(posts).toBe(0)
  expect(refused).toContainEqual(expect.stringMatching(/^extended-/))
})

test('without what opens a result the error names the task, and how to come back to it', async () => {
  const { error, posts } = await run(/^download-/, [accepted], { call: 'open' })
  expect(error).toMatchObject({
    name: 'ConnectionError',
    code: 'connection',
    taskId: 't1',
    resume: "client.task('t1').open()",
  })
  expect(posts).toBe(1)
})

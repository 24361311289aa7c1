import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { ModelTasks } from '../src/index.js'
import type { ClientOptions, Clock, TaskEvent } from '../src/index.js'

export type Answer = (response: ServerResponse, request: IncomingMessage) => unknown

/** Time that runs twenty times as fast, and whose timers are counted. */
function quickClock(): Clock & { readonly set: number } {
  const timers = new Set<unknown>()
  return {
    now: () => performance.now() * 20,
    random: () => 0.5,
    setTimeout(run, milliseconds) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        run()
      }, milliseconds / 20)
      timers.add(timer)
      return timer
    },
    clearTimeout(timer) {
      timers.delete(timer)
      clearTimeout(timer as number)
    },
    get set() {
      return timers.size
    },
  }
}

/** A service whose answers to the stream of events are given one by one, the last for all that follow. */
export async function serve(answers: Answer[], options: ClientOptions = {}) {
  const asked: { last: string | undefined; key: string | undefined }[] = []
  const urls: string[] = []
  const warnings: string[] = []
  let open = 0
  const server = createServer((request, response) => {
    open++
    request.socket.once('close', () => open--)
    const { 'last-event-id': last, authorization: key } = request.headers
    urls.push(request.url ?? '')
    asked.push({ last: last as string | undefined, key })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    answer?.(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const clock = quickClock()
  const logger = { warn: (message: string) => void warnings.push(message) }
  const client = new ModelTasks({ baseUrl: `http://${host}/api`, apiKey: 'key', logger, clock, ...options })
  return { asked, urls, client, clock, host, warnings, sockets: () => open }
}

export const text = (number: number, type = 'task.completed', data: object = {}): string =>
  `id: ${number}-task_${number}\nevent: ${type}\ndata: ${JSON.stringify({
    type,
    timestamp: '2026-01-31T12:00:00.000Z',
    data: { id: `task_${number}`, object: 'video', status: 'completed', ...data },
  })}\n\n`

export const sent =
  (...parts: (string | Uint8Array)[]): Answer =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
    for (const part of parts) response.write(part)
  }
/** Answers as `sent` does, and ends as if the answer were whole. */
export const whole =
  (...parts: string[]): Answer =>
  (response, request) => {
    sent(...parts)(response, request)
    response.end()
  }
/** Answers as `sent` does, and breaks off behind it. */
export const brokenOff =
  (...parts: string[]): Answer =>
  (response, request) => {
    sent(...parts)(response, request)
    setImmediate(() => response.destroy())
  }
export const begin = 'retry: 1000\nid: 0\n\n'

export async function take(events: AsyncIterable<TaskEvent>, count: number): Promise<TaskEvent[]> {
  const taken: TaskEvent[] = []
  for await (const event of events) if (taken.push(event) === count) break
  return taken
}
export const failed = (events: AsyncIterable<TaskEvent>): Promise<unknown> =>
  take(events, 9).catch((error: unknown) => error)

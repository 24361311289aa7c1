import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Webhook } from '../../src/settings/settings.js'
import { webhookTypes } from '../../src/domain/webhooks.js'
import type { AnswerBody } from './service.js'

/** A webhook as it arrived. */
export interface Arrival {
  id: string
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: { type: string; timestamp: string; data: AnswerBody }
}

/** How a receiver answers: a status with headers, its own way, or not at all. */
export type Reply =
  | number
  | { status: number; headers: Record<string, string> }
  | 'reset'
  | 'silence'
  | ((response: ServerResponse) => void)

/** A receiver on loopback. */
export interface TestReceiver {
  /** The settings under which it is told. */
  webhook: Webhook
  /** The secret as it stands in a configuration file. */
  secret: string
  /** What arrived, in that order. */
  arrivals: readonly Arrival[]
  /** How the next are answered; 204 when there is none left. */
  replies: Reply[]
  /** The arrival of that number, once it is there. */
  arrival(index: number): Promise<Arrival>
}

/** Starts a receiver, gone after the test. It refuses what is not signed as Standard Webhooks say. */
export async function testReceiver(
  settings: Partial<Webhook> = {},
  port = 0,
  key: Buffer = Buffer.from('a secret of thirty-two bytes....'),
): Promise<TestReceiver> {
  const arrivals: Arrival[] = []
  const replies: Reply[] = []
  const watchers: (() => void)[] = []
  const server = createServer((request, response) => {
    void read(request).then(
      (text) => {
        if (!genuine(key, request.headers, text)) {
          response.writeHead(401).end()
          return
        }
        arrivals.push({
          id: String(request.headers['webhook-id']),
          path: request.url ?? '',
          headers: request.headers,
          text,
          body: JSON.parse(text) as Arrival['body'],
        })
        for (const watcher of watchers.splice(0)) watcher()
        reply(replies.shift() ?? 204, request, response)
      },
      () => undefined,
    )
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    webhook: {
      name: 'orders',
      url: `http://127.0.0.1:${actual}/hooks/`,
      secret: key,
      events: webhookTypes,
      accounts: undefined,
      ...settings,
    },
    secret: `whsec_${key.toString('base64')}`,
    arrivals,
    replies,
    async arrival(index) {
      for (;;) {
        const found = arrivals[index]
        if (found !== undefined) return found
        await new Promise<void>((resolve) => {
          watchers.push(resolve)
        })
      }
    },
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** The verification of the Standard Webhooks specification, by hand: any `v1` signature among those in the header, over id, time and body. */
function genuine(key: Buffer, headers: IncomingHttpHeaders, body: string): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const expected = createHmac('sha256', key).update(signed).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const [version, signature = ''] = one.split(',')
      const given = Buffer.from(signature, 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}

function reply(how: Reply, request: IncomingMessage, response: ServerResponse): void {
  if (how === 'silence') return
  if (how === 'reset') request.socket.resetAndDestroy()
  else if (typeof how === 'function') how(response)
  else if (typeof how === 'number') response.writeHead(how).end()
  else response.writeHead(how.status, how.headers).end()
}

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { plainHeaders } from '../plain-headers.js'
import { upstreamWebhooksPath, type WebhookAddresses } from '../../../run/provider/webhooks/addresses.js'
import type { ReceivedWebhook } from '../../../domain/provider/provider.js'
import type { WebhookVerdict } from '../../../domain/provider/provider.js'
import type { ReadBody } from '../body.js'
import { Problem } from '../../../admit/problem.js'

/** A webhook may hold the task's input and its log. In bytes. */
const largestWebhook = 1024 * 1024

/** What takes the webhooks of upstreams. */
export interface UpstreamWebhooks {
  addresses: WebhookAddresses
  /** Judges a webhook of the upstream of a queue; undefined when that sends none. */
  judge(queue: string, received: ReceivedWebhook): Promise<WebhookVerdict | undefined>
  /** Has a task polled as soon as that is allowed, by whichever process runs it. Rejects when it cannot be reached. */
  wakePoll(queue: string, task: string): Promise<void>
}

interface Params {
  queue: string
  task: string
  token: string
}

/**
 * POST /webhooks/upstreams/…: an upstream says that a task of its own has changed. That changes nothing here: the task is
 * polled soon, and what the poll answers counts. Without the token of the URL nothing is read.
 */
export async function upstreamWebhooksRoute(
  app: FastifyInstance,
  webhooks: UpstreamWebhooks | undefined,
  readBody: ReadBody,
): Promise<void> {
  if (webhooks === undefined) return
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async ({ headers, routeOptions }: FastifyRequest, payload: Readable) =>
    readBody(payload, headers, routeOptions.bodyLimit),
  )
  app.post<{ Params: Params }>(
    `${upstreamWebhooksPath}/:queue/:task/:token`,
    {
      bodyLimit: largestWebhook,
      onRequest: async ({ params: { queue, task, token } }) => {
        if (!webhooks.addresses.accepts(queue, task, token)) throw unknown()
      },
    },
    async (request, reply) => {
      const { queue, task } = request.params
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const verdict = await webhooks.judge(queue, { headers: plainHeaders(request.headers), body })
      switch (verdict?.verdict) {
        case undefined:
          throw unknown()
        case 'forged':
          throw new Problem('webhook-refused', `the webhook is not taken: ${verdict.reason}`)
        case 'unverifiable':
          throw new Problem('unavailable', `the webhook cannot be verified now: ${verdict.error}`, {
            headers: { 'retry-after': '60' },
          })
        case 'challenge':
          return reply.header('cache-control', 'no-store').send(verdict.answer)
        case 'genuine':
          await webhooks.wakePoll(queue, task)
          return reply.code(204).send()
      }
    },
  )
}

function unknown(): Problem {
  return new Problem('not-found', 'no upstream was given this address for its webhooks')
}

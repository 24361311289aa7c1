import { createHmac } from 'node:crypto'
import { isSameSignature } from '../../../base/same-signature.js'

/** Where the route is that takes webhooks of upstreams. */
export const upstreamWebhooksPath = '/webhooks/upstreams'

/**
 * The URLs that upstreams get for their webhooks: one for each task, with a token that only this service can make.
 * Its holder can hasten the polls of that task and nothing else.
 */
export class WebhookAddresses {
  readonly #secret: Buffer

  /** `secret`: shared by all services of a database, since any of them may get the webhook. */
  constructor(
    secret: Buffer,
    /** Where the service is reached from outside, without a slash at the end. */
    readonly publicUrl: string,
  ) {
    this.#secret = secret
  }

  /** Where the upstream of a queue tells of a task. */
  urlOf(queue: string, task: string): string {
    return `${this.publicUrl}${upstreamWebhooksPath}/${queue}/${encodeURIComponent(task)}/${this.#token(queue, task)}`
  }

  /** Whether a token was made here for this task of this queue. Takes the same time for every token. */
  accepts(queue: string, task: string, token: string): boolean {
    return isSameSignature(token, this.#token(queue, task))
  }

  #token(queue: string, task: string): string {
    return createHmac('sha256', this.#secret).update(`webhook of an upstream\n${queue}\n${task}`).digest('base64url')
  }
}

/**
 * Whether an upstream can be expected to reach a URL: the loopback addresses of this machine are those of another on
 * another.
 */
export function mayReach(upstreamUrl: string, publicUrl: string): boolean {
  return !isLoopback(publicUrl) || isLoopback(upstreamUrl)
}

function isLoopback(url: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname)
}

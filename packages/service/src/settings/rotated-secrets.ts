import { isDeepStrictEqual } from 'node:util'
import type { Settings, Webhook } from './settings.js'

/** The settings whose secrets a running service takes over, and nothing else of them. */
type Holders = Pick<Settings, 'webhooks' | 'callbacks'>

/**
 * The settings of before with the secrets of the next ones. A secret is taken where all else about its receiver is as before: it
 * belongs to that.
 */
export function rotated(before: Holders, next: Holders): Holders {
  const { callbacks } = before
  const isSame = callbacks !== undefined && isDeepStrictEqual(callbacks.hosts, next.callbacks?.hosts)
  return {
    webhooks: before.webhooks.map(
      (webhook) => next.webhooks.find((other) => isDeepStrictEqual(receiverOf(webhook), receiverOf(other))) ?? webhook,
    ),
    callbacks: isSame ? (next.callbacks ?? callbacks) : callbacks,
  }
}

const receiverOf = ({ secret: _, previousSecret: __, ...rest }: Webhook) => rest

import type { FastifyInstance } from 'fastify'
import { localAccountId } from '../../accounts/local-account.js'
import type { Clock } from '../../clock.js'
import { Problem } from '../problem.js'
import { callerOf, type Caller } from './authentication.js'

const standardRate = 20
const mostBuckets = 10_000

/**
 * Limits each key to a number of requests per second, with bursts of up to one second's worth, and answers the rest
 * with the time of the next attempt.
 * Without a setting the local account is not limited.
 */
export function limitRate(app: FastifyInstance, setting: number | 'off' | undefined, clock: Clock): void {
  if (setting === 'off') return
  const buckets = new Map<string, { tokens: number; at: number }>()
  app.addHook('onRequest', (request, _reply, done) => {
    const caller = callerOf(request)
    const rate = rateOf(caller, setting)
    if (rate === undefined) {
      done()
      return
    }
    const now = clock.now()
    const burst = Math.max(1, rate)
    const bucket = buckets.get(caller.keyHash) ?? { tokens: burst, at: now }
    const tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) * rate) / 1000)
    const granted = tokens >= 1
    if (buckets.size >= mostBuckets) buckets.clear()
    buckets.set(caller.keyHash, { tokens: granted ? tokens - 1 : tokens, at: now })
    if (granted) {
      done()
      return
    }
    const seconds = Math.max(1, Math.ceil((1 - tokens) / rate))
    done(
      new Problem('too-many-requests', `this key may make ${rate} requests per second; try again in ${seconds} s`, {
        headers: { 'retry-after': String(seconds) },
      }),
    )
  })
}

function rateOf(caller: Caller, setting: number | undefined): number | undefined {
  return setting ?? (caller.account.id === localAccountId ? undefined : standardRate)
}

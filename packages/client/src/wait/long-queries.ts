import { isTerminal } from '../task/task.js'
import type { Call, Context } from '../call/context.js'
import { capabilities } from '../service/capabilities.js'
import { query } from './query.js'
import { isTransient } from './transient.js'

/** The queries of one wait, of which each may be answered when the task has another status. */
export interface LongQueries {
  /** `query`, which asks the service to wait where it is known to do so. Throws what `query` throws. */
  readonly query: typeof query
  /** 0 where the next query may follow at once, since it waits at the service; undefined where the poll interval applies. */
  pause(): 0 | undefined
}

/** What the waits of one client share: the longest wait that the service has declared, and how many queries wait there now. */
interface Shared {
  longest?: Promise<number> | undefined
  waiting: number
}

const sharedBy = new WeakMap<Context, Shared>()

/** A query that took less long did not wait: another one at once would be a loop. */
const shortestWait = 900

/** What the service declares is awaited no longer: before the next query of a poller is due. */
const questionTimeout = 4_000

/**
 * Queries with `Prefer: wait=N` (an extension), where the service declares them; it is asked once per client. They hold at most half of
 * the requests that the client may have under way, in browsers one, since a page has few connections to a host. Where progress is
 * followed, they are answered as often as polls would be, but not more than once a second. Two that fail in a row,
 * such as those that a proxy cuts, make the following shorter, or put an end to them in this wait. Never throws.
 */
export async function longQueries(context: Context, call: Call): Promise<LongQueries> {
  const { clock, options } = context
  const shared = sharedBy.get(context) ?? { waiting: 0 }
  sharedBy.set(context, shared)
  const { pollInterval = [5_000, 10_000], onProgress, requestTimeout } = call
  // Progress within a status ends no wait.
  const between = onProgress ? Math.max(1_000, ...[pollInterval].flat()) / 1_000 : Infinity
  const declared = await (shared.longest ??= declaredWait(context, call, shared))
  let longest = Math.min(declared, requestTimeout / 2_000, between)
  const inBrowser = 'document' in globalThis || 'importScripts' in globalThis
  const slots = inBrowser ? 1 : (options.maxConcurrency ?? 64) / 2
  const seen = new Set<string>()
  let atOnce = true
  let failedInRow = 0

  /** The seconds to ask for: 0 for a query that is answered at once. An answer comes before the call ends. */
  const seconds = (count = 0): number =>
    count > 0 || shared.waiting + 1 > slots ? 0 : Math.floor(Math.min(longest, call.scope.remaining / 1_000))

  return {
    pause: () => (atOnce && seconds() > 0 ? 0 : undefined),
    async query(_, __, snapshot, faults) {
      const { status = '' } = snapshot.task ?? {}
      const wait = snapshot.task ? seconds(faults?.count) : 0
      atOnce = true
      if (wait < 1) return query(context, call, snapshot, faults)
      seen.add(status)
      const prefer = `wait=${wait}${/^\w+$/.test(status) ? `; seen=${status}` : ''}`
      const began = clock.now()
      shared.waiting++
      try {
        const task = await query(
          inBrowser ? unkept(context) : context,
          { ...call, headers: { ...call.headers, prefer } },
          snapshot,
          faults,
        )
        failedInRow = 0
        atOnce = clock.now() - began >= shortestWait || !(isTerminal(task) || seen.has(task.status))
        return task
      } catch (error) {
        if (++failedInRow > 1) {
          longest = (clock.now() - began) / 2_000
          // Shorter ones would be more requests than polling.
          if (longest < 5) longest = 0
        }
        throw error
      } finally {
        shared.waiting--
      }
    },
  }
}

/**
 * The context whose requests keep no answer: a browser lets the requests of other pages for what it may keep wait for the first, for up
 * to 20 s.
 */
function unkept(context: Context): Context {
  const { transport } = context
  const { loaded } = transport
  if (!loaded) return context
  const send: typeof fetch = (url, init) => loaded.send(url, { ...init, cache: 'no-store' })
  return { ...context, transport: { ...transport, loaded: { ...loaded, send } } }
}

/** The longest wait that the service declares, in seconds; 0 where it declares none. What passes is asked again by the next wait. */
async function declaredWait(context: Context, call: Call, shared: Shared): Promise<number> {
  try {
    const bounded = { ...call, requestTimeout: Math.min(call.requestTimeout, questionTimeout) }
    const { wait } = context.declared ?? (await capabilities(context, bounded))
    const { maximumSeconds } = Object(wait) as { maximumSeconds?: unknown }
    return typeof maximumSeconds === 'number' && maximumSeconds > 0 ? maximumSeconds : 0
  } catch (error) {
    if (call.scope.stopped || isTransient(error)) shared.longest = undefined
    return 0
  }
}

import {
  renderError,
  renderRate,
  withWait,
  type Mapping,
  type RateReading,
} from '@model-tasks/documents/upstreams/interpreter'
import type { ProtocolAnswer } from '../../edge/protocol/backend.js'

/** How many submits, and how many queries, a fake takes in each window of so many milliseconds. */
export interface FakeLimit {
  requests: number
  window: number
}

/** Requests that a fake has counted. */
export interface CountedRequests {
  taken: number
  /** Those that were too many. */
  rejected: number
}

/** The limits of a fake: it says in each answer how much is left, as the vendor does, and rejects what is too much. */
export class FakeLimits {
  readonly #mapping: Mapping
  readonly #limit: FakeLimit
  readonly #now: () => number
  readonly #windows = new Map<string, CountedRequests & { until: number; left: number }>()

  constructor(mapping: Mapping, limit: FakeLimit, now: () => number) {
    this.#mapping = mapping
    this.#limit = limit
    this.#now = now
  }

  /** What has been counted of requests of a kind. */
  counted(kind: string): CountedRequests {
    const { taken = 0, rejected = 0 } = this.#windows.get(kind) ?? {}
    return { taken, rejected }
  }

  /** Counts a request. The headers of its answer, or the answer where it is one too many. */
  count(kind: string): { headers: Record<string, string> } | { rejection: ProtocolAnswer } {
    const now = this.#now()
    const { requests, window } = this.#limit
    const last = this.#windows.get(kind)
    const open = last !== undefined && now < last.until ? last : { until: now + window, left: requests }
    const taken = open.left > 0
    const before = { taken: last?.taken ?? 0, rejected: last?.rejected ?? 0 }
    const counted = {
      until: open.until,
      left: open.left - Number(taken),
      taken: before.taken + Number(taken),
      rejected: before.rejected + Number(!taken),
    }
    this.#windows.set(kind, counted)
    const told: RateReading = { limit: requests, remaining: counted.left, resetIn: counted.until - now }
    const headers = renderRate(this.#mapping, told, now)
    if (taken) return { headers }
    const error = renderError(this.#mapping, 429, 'too many requests', 'rate_limit_exceeded')
    return { rejection: { status: 429, headers, body: withWait(this.#mapping, error, told.resetIn) } }
  }
}

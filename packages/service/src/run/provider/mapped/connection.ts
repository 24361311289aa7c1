import type { Clock } from '@model-tasks/client/policy'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import type { Credentials } from '../credentials/credentials.js'
import type { RecordShape } from '../shape-recorder.js'
import type { ToldLimits } from './told-limits.js'
import type { SigningKey } from '../webhooks/signatures.js'

/** How requests reach one upstream. */
export interface Connection {
  mapping: Mapping
  /** Without a slash at the end. */
  baseUrl: string
  /** What proves to it who asks. */
  credentials: Credentials
  fetch: typeof fetch
  /** Fetches files that requests name by their URLs. */
  fetchMedia: typeof fetch
  clock: Clock
  /** What its answers say of how many requests it takes. */
  limits: ToldLimits
  /** The folder in a bucket where the upstream puts its results; absent where it puts none there. */
  resultsFolder?: string | undefined
  /** The region of the vendor that the operator has set. */
  region?: string | undefined
  /** Takes each status that the mapping does not know. */
  reportUnknownStatus?: ((status: string) => void) | undefined
  /** Where the upstream is to tell of a task; undefined: it is not asked to. */
  webhookUrl?: ((taskId: string) => string) | undefined
  /** What its webhooks are signed with, where the operator has agreed on that with the upstream. */
  webhookKey?: SigningKey | undefined
  /** Takes the shape of each answer; undefined: nothing is recorded. */
  record?: RecordShape | undefined
}

/** A URL of the vendor. Where the base URL is not the vendor's, another server stands there and has the same path. */
export function vendorUrl({ mapping, baseUrl }: Pick<Connection, 'mapping' | 'baseUrl'>, url: string): string {
  const [vendor, own, there] = [new URL(mapping.baseUrl), new URL(baseUrl), new URL(url)]
  return own.origin === vendor.origin ? url : `${own.origin}${there.pathname}${there.search}`
}

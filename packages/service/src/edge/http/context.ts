import type { ProviderSet } from '../../domain/provider/provider-set.js'
import type { FileStore } from '../../domain/files/file-store.js'
import type { Protocols } from '../../settings/protocols.js'
import type { VendorModels } from '../../settings/settings.js'
import type { UrlSigner } from '../../keep/results/url-signer.js'
import type { BudgetStore } from '../../keep/store/budget-store.js'
import type { EventStore } from '../../keep/store/event-store.js'
import type { EventFeed } from '../../run/event-feed.js'
import type { AccountStore } from '../../keep/store/account-store.js'
import type { RestoredTasks } from '../../keep/store/restored-tasks.js'
import type { QueuePlaces } from '../../run/queue-places.js'
import type { TaskWaits } from '../../run/task-waits.js'
import type { UpstreamWebhooks } from './routes/upstream-webhooks.js'
import type { Metrics } from '../../run/telemetry/metrics.js'
import type { RequestFigures } from '../../run/telemetry/request-figures.js'
import type { Tracing } from '../../run/telemetry/tracing.js'
import type { AssetUploads } from '../../admit/asset-uploads.js'
import type { AdmissionParts } from '../../admit/parts.js'

/**
 * `starting`: requests are answered, and tasks are not run yet; `serving`; `leaving`: told to stop, still serving until
 * those who send requests have noticed; `draining`: nothing new is accepted.
 */
export type Stage = 'starting' | 'serving' | 'leaving' | 'draining'

/** Everything the HTTP API needs, made elsewhere. */
export interface HttpContext extends AdmissionParts {
  budgets: Pick<BudgetStore, 'budgets'>
  version: string
  accounts: AccountStore
  /** What clients of vendors call models. */
  vendorModels: VendorModels
  /** For how long after an answer an equal request of a vendor's client is its repeat, in milliseconds. */
  repeatWindow: number
  files: FileStore
  /** Whether several services share the database. */
  shared: boolean
  /** Stores what accounts upload, also where requests cannot name assets. */
  uploads: AssetUploads
  /** Callers that wait for their tasks to change. */
  waits: TaskWaits
  /** Where tasks stand that wait. */
  places: Pick<QueuePlaces, 'atHand' | 'find'>
  /** The numbered ends of tasks, and callers that read them as they happen. */
  events: EventStore
  feed: EventFeed
  /** The protocols whose APIs are spoken here; absent: those of the catalogue. */
  protocols?: Protocols
  signer: UrlSigner
  /** Whether queries and submits are answered without the framework where that gives the same answer. */
  fastPath: boolean
  /** Where the service is reached from outside, without a slash at the end; undefined: by the Host of each request. */
  publicUrl: string | undefined
  /** Requests per second for each key; undefined: the default of each account. */
  rateLimit: number | 'off' | undefined
  /** The built docs site, when there is one. */
  siteDirectory: string | undefined
  /** What tells the accounts of this installation from those of others. */
  installation: string
  /** How long results are kept, in milliseconds; undefined: as long as tasks. */
  keep: number | undefined
  /** Before when idempotency keys may be lost, since the database was restored. */
  restored: Pick<RestoredTasks, 'lostKeys'>
  /** For how many seconds at least an idempotency key is kept after its submit. */
  keysKeptSeconds: number
  /** The lists of values of models that upstreams add to. */
  valueLists: Pick<ProviderSet, 'hasValueLists' | 'valueLists'>
  /** Whether anyone is told when a task ends. */
  webhooks: boolean
  /** What takes the webhooks of upstreams; undefined: the service does not know its own address. */
  upstreamWebhooks: UpstreamWebhooks | undefined
  /** Where answered requests are counted. */
  requests: RequestFigures
  /** Undefined when requests are not traced. */
  tracing: Tracing | undefined
  /** What `/metrics` answers; opened with the first scrape. */
  metrics: () => Promise<Metrics>
  /** The key of `/metrics`; undefined: it answers on this machine only. */
  metricsKey: string | undefined
  stage: () => Stage
}

import type { Report } from '@model-tasks/validation'
import type { Clock } from '../clock.js'
import type { Engine } from '../engine/engine.js'
import type { FileStore } from '../files/file-store.js'
import type { JsonValue } from '../json.js'
import type { Log } from '../log.js'
import type { CheckMedia } from '../media-check.js'
import type { Models } from '../models.js'
import type { Prices } from '../money/price.js'
import type { Protocols } from '../provider/protocols.js'
import type { RequestedTask, Unsupported } from '../provider/provider.js'
import type { WebhookDeliveries } from '../store/webhook-deliveries.js'
import type { AssetLimits, Callbacks } from '../settings/settings.js'
import type { UrlSigner } from '../results/url-signer.js'
import type { AccountStore } from '../store/account-store.js'
import type { KeyStore } from '../store/key-store.js'
import type { AssetStore } from '../store/asset-store.js'
import type { TaskStore } from '../store/task-store.js'
import type { TaskWaits } from '../task/task-waits.js'
import type { OperatorParts } from '../operator/parts.js'
import type { Readiness } from './readiness.js'
import type { UpstreamWebhooks } from './routes/upstream-webhooks.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { RequestFigures } from '../telemetry/request-figures.js'
import type { Tracing } from '../telemetry/tracing.js'

/**
 * `starting`: requests are answered, and tasks are not run yet; `serving`; `leaving`: told to stop, still serving until
 * whoever sends requests has noticed; `draining`: nothing new is accepted.
 */
export type Stage = 'starting' | 'serving' | 'leaving' | 'draining'

/** Everything the HTTP API needs, made elsewhere. */
export interface HttpContext {
  version: string
  clock: Clock
  log: Log
  tasks: TaskStore
  accounts: AccountStore
  keys: KeyStore
  /** Undefined when this service keeps no assets, as behind a relay: then asset ids are the provider's to judge. */
  assets: AssetStore | undefined
  assetLimits: AssetLimits
  callbacks: Callbacks | undefined
  deliveries: WebhookDeliveries
  files: FileStore
  engine: Engine
  /** Callers that wait for their tasks to change. */
  waits: TaskWaits
  models: Models
  /** Why no upstream can carry a valid request; empty when one can. */
  unsupported(request: RequestedTask): readonly Unsupported[]
  /** The findings of a submit body. */
  check(body: JsonValue | undefined): Promise<Report>
  /** The findings about the files a request refers to; undefined when they are not looked at. */
  checkMedia: CheckMedia | undefined
  prices: Prices
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
  /** For how many seconds at least an idempotency key is kept after its submit. */
  keysKeptSeconds: number
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
  /** What `/admin` and `/console` need; undefined where no key is configured for them. */
  operator: Omit<OperatorParts, 'callers'> | undefined
  /** The key of `/metrics`; undefined: it answers on this machine only. */
  metricsKey: string | undefined
  stage: () => Stage
  readiness: Readiness
}

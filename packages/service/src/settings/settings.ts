import { fileURLToPath } from 'node:url'
import type { Fallbacks } from '../domain/task/fallback.js'
import type { Routing } from '../domain/provider/provider-set.js'
import type { LogLevel } from '../base/log.js'
import type { Prices } from '../domain/money/price.js'
import { packageFolder } from '../base/package-folder.js'
import type { StatusTable } from '../domain/provider/statuses.js'
import type { TaskKind } from '../domain/task/record.js'
import type { Subscription } from '../domain/webhooks.js'
import type { FilePlace } from './file-place.js'
import type { Secret } from './secret.js'

/** Everything an operator can set. */
export interface Settings {
  host: string
  /** 0: any free port. */
  port: number
  dataDirectory: string
  /** A PostgreSQL database, which several services may share; undefined: SQLite in the data folder. */
  databaseUrl: Secret | undefined
  provider: 'sandbox' | 'relay'
  /** The services behind the relay, the first that takes a model before the others. */
  upstreams: readonly Upstream[]
  /** How one of several upstreams that take a model is chosen; undefined: the first that is listed. */
  routing: Routing | undefined
  /** Model IDs -> those that may make a task in place of the first, in this order. */
  fallbacks: Fallbacks
  /** Where result files and assets are kept; undefined: in the data folder. */
  files: FilePlace | undefined
  /** Who is told when a task ends. */
  webhooks: readonly Webhook[]
  /** Undefined: requests name no URL. */
  callbacks: Callbacks | undefined
  /** What each account may keep in its asset library. */
  assetLimits: AssetLimits
  /** Where the service is reached from outside, without a slash at the end. */
  publicUrl: string | undefined
  /** Requests per second for each key, or `off`; undefined: off for the local account only. */
  rateLimit: number | 'off' | undefined
  /** Whether the service reads the files a request refers to; undefined: with a relay only. */
  checkMedia: boolean | undefined
  prices: Prices
  /** What the APIs of vendors call models besides their Model IDs. */
  vendorModels: VendorModels
  /** For how long after an answer an equal request of a vendor's client is its repeat, in milliseconds; 0: only where the answer was lost. */
  repeatWindow: number
  /** How long a result URL is good for, in milliseconds. */
  resultUrlLifetime: number
  /** How long a task whose submission has an unknown outcome is kept, in milliseconds. */
  unknownOutcomeDeadline: number
  /** How long results are kept, and idempotency keys if that is more than a day, in milliseconds; undefined: as long as tasks. */
  keep: number | undefined
  /** How long ended tasks are kept, in milliseconds; undefined: for ever. */
  keepTasks: number | undefined
  /** How long the service goes on accepting requests once it was told to stop and /readyz says so, in milliseconds. */
  drain: number
  /** How long work in progress may continue once the service stops, in milliseconds; undefined: as long as is usual for its kind. */
  shutdownTimeout: number | undefined
  /** Whether requests and submissions are traced with OpenTelemetry. */
  tracing: boolean
  /** The key of `/admin` and `/console`; undefined: neither answers. */
  adminKey: Secret | undefined
  /** The key of the metrics; undefined: they are answered at `metricsPort` alone. */
  metricsKey: Secret | undefined
  /** A port for the metrics alone, at `metricsHost`; 0: any free one; undefined: none. */
  metricsPort: number | undefined
  /** Where `metricsPort` is listened on. */
  metricsHost: string
  /** Lines of the metrics by account at most, and as many by upstream. */
  metricsLines: number
  /** The least that is logged. */
  logLevel: LogLevel
  /** The built docs site; not served when the folder is not there. */
  siteDirectory: string
  /** The folder that shapes of upstreams' answers are recorded in; undefined: nothing is recorded. */
  recordings: string | undefined
  /** The operator's folder of protocols. */
  protocols: string | undefined
}

/** One service behind the relay. */
export interface Upstream {
  /** What it speaks; undefined: the interface of this service. */
  protocol?: string
  /** The folder of the operator in which the protocol is; undefined for one of the catalogue. */
  protocolFolder?: string
  /** What tells the text of that file from another: an upstream whose protocol was changed is asked anew. */
  protocolDigest?: string
  /** Kept with each task it took, so that a later start finds the right one. */
  name: string
  baseUrl: string
  apiKey: Secret
  /** The Model IDs of ours that go to it; undefined: all. */
  models: readonly string[] | undefined
  /** Our Model IDs -> the upstream's, where they differ. */
  modelIds: Readonly<Record<string, string>>
  /** Submissions and queries per second, of this service. */
  requestsPerSecond: number
  /** Tasks it has at a time, over all services of the database; the others wait here. */
  concurrency: number
  /** Private hosts besides its own, as `host:port`, from which its results may be fetched. */
  resultHosts?: readonly string[]
  /** Whether it is asked to tell of its tasks by webhooks; undefined: where its protocol has them and the service knows its own address. */
  webhooks?: boolean
  /** Where it puts its results, as `s3://bucket/folder` or `gs://bucket/folder`. */
  resultsFolder?: string
  /** The vendor's region for which its requests are signed; undefined: what its protocol or the host of its base URL says. */
  region?: string
  /** The secret that the operator has agreed on with it for its webhooks. */
  webhookSecret?: Secret
  /** What its statuses mean, where that is not their common meaning. */
  statuses: StatusTable
  /** How long after its submission a task is polled before it ends with what was seen last, in milliseconds; undefined: what its protocol recommends. */
  pollDeadline: number | undefined
  /** Upstreams of a smaller one are asked first; undefined: 0. */
  priority?: number
  /** Its share of the tasks, where upstreams of the same priority divide them by weight; undefined: 1. */
  weight?: number
  /** What it charges for a task, by our Model IDs, in micro-credits. */
  costs?: ReadonlyMap<string, number>
  /** What it charges for one of what it counts, by the unit, in micro-credits. */
  unitCosts?: ReadonlyMap<string, number>
}

/** Whether a request may name a URL that is told when its task ends. */
export interface Callbacks {
  /** What the secrets of the accounts are derived from. */
  secret: Secret<Buffer>
  /** The hosts that may be named: `hooks.example`, or `*.example` for all below it. Undefined: every public host. */
  hosts: readonly string[] | undefined
}

/** What clients of vendors call models of this catalogue. */
export interface VendorModels {
  /** Names of theirs -> our Model IDs. */
  aliases: Readonly<Record<string, string>>
  /** The model of a request that names none, by the kind that it makes. */
  defaults: Readonly<Partial<Record<TaskKind, string>>>
}

/** What an account may keep in its asset library. */
export interface AssetLimits {
  count: number
  bytes: number
}

/** Where it is told how tasks ended. */
export interface Webhook extends Subscription {
  url: string
  /** What its events are signed with. */
  secret: Secret<Buffer>
  /** The secret before, with which events are signed too while a receiver changes to the new one. */
  previousSecret?: Secret<Buffer>
}

/** What an upstream is asked for at most, unless its settings say otherwise. */
export const upstreamLimits = {
  requestsPerSecond: 50,
  concurrency: 1000,
  pollDeadline: undefined,
  statuses: {},
} as const

/** The embedded defaults: a service on this machine alone, with nothing else installed. */
export const defaultSettings: Settings = {
  host: '127.0.0.1',
  port: 8787,
  dataDirectory: './data',
  databaseUrl: undefined,
  provider: 'sandbox',
  upstreams: [],
  routing: undefined,
  fallbacks: new Map(),
  recordings: undefined,
  protocols: undefined,
  files: undefined,
  webhooks: [],
  callbacks: undefined,
  assetLimits: { count: 1000, bytes: 10 * 1024 ** 3 },
  publicUrl: undefined,
  rateLimit: undefined,
  checkMedia: undefined,
  prices: new Map(),
  vendorModels: { aliases: {}, defaults: {} },
  repeatWindow: 0,
  resultUrlLifetime: 60 * 60 * 1000,
  unknownOutcomeDeadline: 10 * 60 * 1000,
  keep: undefined,
  keepTasks: undefined,
  drain: 0,
  shutdownTimeout: undefined,
  tracing: false,
  adminKey: undefined,
  metricsKey: undefined,
  metricsPort: undefined,
  metricsHost: '127.0.0.1',
  metricsLines: 500,
  logLevel: 'info',
  siteDirectory: fileURLToPath(new URL('../../generated/site', packageFolder)),
}

import type { Task } from '@model-tasks/spec'
import type { Finding } from '@model-tasks/validation'

/** What a service declares beyond the interface. */
export interface Capabilities {
  object: 'capabilities'
  version?: string
  /** IDs of the extensions, such as `idempotency` or `list`. */
  extensions: string[]
  polling?: { minimumSeconds?: number }
  /**
   * How Idempotency-Keys are treated: for how long each is kept at least, since when (ISO 8601) none was lost, where the service
   * was restored, and whether a task is found by its key.
   */
  idempotency?: { keptSeconds?: number; keptSince?: string; lookup?: boolean; [field: string]: unknown }
  /** The account of the API key of this client, by an ID that does not change. */
  account?: string
  [field: string]: unknown
}

/** A model as a service with the extension `models` lists it. */
export interface ListedModel {
  id: string
  object: 'model'
  kind: string
  available: boolean
  reason?: string
  reference: boolean
}

/** The values that can stand at one place of a request at the moment, as a service with the extension `value-lists` answers them. */
export interface CurrentValues {
  object: 'value_list'
  /** Pattern of JSON pointers into the request; `*` stands for every item of a list. */
  path: string
  /** Of the list, such as `voices`. */
  name: string
  values: string[]
  /** When they were read at the upstream, in seconds since the Unix epoch. */
  read: number
  [field: string]: unknown
}

/** Which tasks to list. */
export interface ListQuery {
  limit?: number | undefined
  /** `next` of the page before. */
  after?: string | undefined
  status?: string | undefined
  model?: string | undefined
}

/** Tasks, newest first. */
export interface TaskPage {
  object: 'list'
  data: Task[]
  has_more: boolean
  next?: string
}

/** A file in the asset library; `assetId://{id}` is its reference in a request once it is approved. */
export interface Asset {
  id: string
  object: 'asset'
  status: string
  [field: string]: unknown
}

/** Which assets to list. */
export interface AssetQuery {
  limit?: number
  /** `next` of the page before. */
  after?: string
}

/** Files of the asset library, newest first. */
export interface AssetPage {
  object: 'list'
  data: Asset[]
  has_more: boolean
  next?: string
}

/** What a task would cost, as a service with the extension `quote` answers it. */
export interface Quote {
  object: 'quote'
  model: string
  /** In credits. */
  amount: number
  /** What a submit would hold, in credits: the highest price of its models. Absent where no other model may make the task. */
  held?: number
  /** The models that may make the task where its own will not, each with what it would cost, or why it cannot. */
  fallbacks?: { model: string; amount?: number; reason?: string; [field: string]: unknown }[]
  /** Credits that the account has left, where they are counted. */
  available?: number
  /** Remarks that reject nothing. */
  findings: Finding[]
  [field: string]: unknown
}

/** Whose key a client uses, as a service with the extension `account` answers it. */
export interface Account {
  object: 'account'
  /** As `capabilities` declares it: no other account of any service has it. */
  id: string
  name: string
  /** What can be spent, where credits are counted. */
  credits?: number
  /** What tasks that have not ended hold, where credits are counted. */
  held?: number
  key: { id: string; name: string; scopes: string[]; expires?: number; [field: string]: unknown }
  [field: string]: unknown
}

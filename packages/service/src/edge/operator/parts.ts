import type { Clock } from '../../base/clock.js'
import type { CallerCache } from '../../admit/callers.js'
import type { Engine } from '../../run/engine/engine.js'
import type { QueuePlaces } from '../../run/queue-places.js'
import type { FileStore } from '../../domain/files/file-store.js'
import type { UpstreamRates } from '../../domain/money/upstream-cost.js'
import type { UrlSigner } from '../../keep/results/url-signer.js'
import type { ProofSigner } from './proof.js'
import type { Stores } from '../../keep/store/stores.js'

/** What administration over HTTP works with. */
export interface OperatorParts extends Pick<
  Stores,
  'accounts' | 'keys' | 'budgets' | 'tasks' | 'search' | 'operator' | 'processes' | 'queue' | 'deliveries' | 'sessions'
> {
  /** Who holds it may do all of this. */
  key: string
  /** Who was let in a moment ago: forgotten when a key or an account is changed here. */
  callers: Pick<CallerCache, 'forget'>
  engine: Pick<Engine, 'health' | 'seen' | 'paused' | 'wake' | 'cancel' | 'stop' | 'rereadHolds'>
  places: Pick<QueuePlaces, 'find'>
  clock: Clock
  signer: UrlSigner
  files: Pick<FileStore, 'read' | 'size'>
  proofs: ProofSigner
  version: string
  /** The name of what runs tasks. */
  provider: string
  /** Whether the service is reached over https. */
  secure: boolean
  /** The Model IDs that tasks can have. */
  models: readonly string[]
  /** What the upstreams charge now. */
  upstreams: () => readonly (UpstreamRates & { name: string })[]
  /** As whom the upstream of a queue is asked now; undefined where it has none. */
  identity: (queue: string) => string | undefined
  /** Names of the receivers of webhooks. */
  receivers: readonly string[]
}

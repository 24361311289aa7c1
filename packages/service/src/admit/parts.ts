import type { Report } from '@model-tasks/validation'
import type { Clock } from '../base/clock.js'
import type { JsonValue } from '../base/json.js'
import type { Log } from '../base/log.js'
import type { Models } from '../domain/models.js'
import type { Prices } from '../domain/money/price.js'
import type { RequestedTask, Unsupported } from '../domain/provider/provider.js'
import type { AssetStore } from '../keep/store/asset-store.js'
import type { KeyStore } from '../keep/store/key-store.js'
import type { Readiness } from '../keep/store/readiness.js'
import type { TaskStore } from '../keep/store/task-store.js'
import type { WebhookDeliveries } from '../keep/store/webhook-deliveries.js'
import type { Engine } from '../run/engine/engine.js'
import type { Callbacks } from '../settings/settings.js'
import type { Fallbacks } from '../domain/task/fallback.js'
import type { CheckMedia } from './media/media-check.js'
import type { OutOfReach } from './unreachable-files.js'

/** What admission is decided with. */
export interface AdmissionParts {
  clock: Clock
  log: Log
  tasks: TaskStore
  keys: KeyStore
  /** Undefined when this service keeps no assets, as behind a relay: then asset ids are the provider's to judge. */
  assets: AssetStore | undefined
  callbacks: Callbacks | undefined
  deliveries: WebhookDeliveries
  engine: Engine
  models: Models
  /** Why no upstream can carry a valid request; empty when one can. */
  unsupported(request: RequestedTask): readonly Unsupported[]
  /** What keeps every upstream of a model from a URL; undefined where one may reach it. */
  outOfReach: OutOfReach
  /** The findings of a submit body. */
  check(body: JsonValue | undefined): Promise<Report>
  /** The findings about the files a request refers to; undefined when they are not checked. */
  checkMedia: CheckMedia | undefined
  prices: Prices
  fallbacks: Fallbacks
  readiness: Readiness
}

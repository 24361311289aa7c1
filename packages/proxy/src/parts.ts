import type { EventStreams } from './events/event-streams.js'
import type { Service } from './service.js'
import type { ProxySettings } from './settings.js'
import type { SignedIds } from './signed-ids.js'

/** What all routes work with. */
export interface Parts {
  settings: ProxySettings
  service: Service
  ids: SignedIds
  streams: EventStreams
  spending: NonNullable<ProxySettings['spending']>
  now: () => number
}

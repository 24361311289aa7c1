import { join } from 'node:path'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { silentLog } from '../../base/log.js'
import { DiskFileStore } from '../../keep/files/disk.js'
import { upstreamProviders } from '../../run/provider/upstreams.js'
import { upstreamLimits } from '../../settings/settings.js'
import type { ServedFake } from '../fake/serve-fake.js'
import { exampleFolder } from '../fake/results-folder.js'
import { keyAt } from '../fake/token-desk.js'
import { fastClock } from './fast-clock.js'
import { provingSettings, type ProvingService, type StartService } from './service.js'

/** For how long tasks are polled, and how long unknown outcomes are kept, in milliseconds of the service. */
const [pollDeadline, unknownOutcomeDeadline] = [120_000, 60_000]
/** The key of the fakes. */
export const fakeKey = 'key-of-the-fake'

/** Where a service runs that proves something. */
export interface FakePlace {
  fake: ServedFake
  /** Of this service alone. */
  folder: string
  /** The model that its tasks are of. */
  model: string
  /** The service's seconds in one of ours. */
  speed: number
}

/** Starts a service in front of a fake. */
export async function serviceAt(
  mapping: Mapping,
  { fake, folder, model, speed }: FakePlace,
  start: StartService,
): Promise<ProvingService> {
  const clock = fastClock(speed, Date.now())
  const upstream = {
    ...upstreamLimits,
    name: mapping.protocol,
    protocol: mapping.protocol,
    baseUrl: fake.baseUrl,
    apiKey: keyAt(mapping, fake, fakeKey),
    ...exampleFolder(mapping),
    models: [model],
    modelIds: {},
    pollDeadline,
  }
  const provider = upstreamProviders([upstream], silentLog, {
    clock,
    mappings: new Map([[mapping.protocol, mapping]]),
    openFiles: async () => new DiskFileStore(join(folder, 'held')),
  })
  const settings = { ...provingSettings, dataDirectory: folder, unknownOutcomeDeadline, upstreams: [upstream] }
  return start(settings, { clock, provider, log: silentLog })
}

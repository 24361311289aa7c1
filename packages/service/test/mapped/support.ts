import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loaders, protocols } from '@model-tasks/documents/upstreams'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import type { Clock } from '@model-tasks/client/policy'
import { asked } from '../support/asked.js'
import {
  serveFake,
  type FakeOptions,
  type InterceptedRequest,
  type Interception,
  type ServedFake,
} from '../../src/commands/fake/serve-fake.js'
import { exampleFolder } from '../../src/commands/fake/results-folder.js'
import { keyAt, knownKey, tokenPath } from '../../src/commands/fake/token-desk.js'
import { matchRoute, routesOf } from '../../src/edge/protocol/routes.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import type { MappedUpstream } from '../../src/run/provider/mapped/upstream.js'
import type { SentTask, UpstreamProvider } from '../../src/domain/provider/provider.js'

export { exampleFolder, keyAt, knownKey }

/** Every mapping, by protocol. */
const known: [protocol: string, mapping: Mapping][] = await Promise.all(
  protocols.map(async (protocol): Promise<[string, Mapping]> => [protocol, (await loaders[protocol]()).mapping]),
)

/** Those of protocols that make videos: a submit of the others is answered with its result. */
export const mappings = known.filter(([, { operations }]) => operations.video !== undefined)

/** The mapping of a protocol. */
export function mappingOf(named: string): Mapping {
  const found = known.find(([protocol]) => protocol === named)?.[1]
  if (found === undefined) throw new Error(`there is no protocol ${named}`)
  return found
}

/** Two lengths in seconds that a protocol carries; Bedrock has no others, and Vidu none above 10 at Tencent Cloud. */
export function lengthsFor({ protocol }: Mapping): readonly [number, number] {
  return ['bedrock', 'hunyuan'].includes(protocol) ? [5, 9] : [10, 11]
}

/** A request that a protocol carries; MiniMax has none of the resolutions of most models. */
export function taskFor(mapping: Mapping): SentTask {
  const model = mapping.protocol === 'minimax' ? 'zeta-H3-768p' : 'sd_2.0_discount'
  const parameters = { prompt: 'A paper boat at dusk', duration: lengthsFor(mapping)[0] }
  return asked({ id: 'task_1', model, kind: 'video', parameters })
}

/** A fake, and a provider in front of it. */
export interface Bench {
  fake: ServedFake
  provider: UpstreamProvider
  /** POSTs that the fake has seen, apart from queries and the exchange of keys. */
  posts: () => number
  /** Moves the fake's time. */
  pass: (milliseconds: number) => void
  directory: string
  /** The settings of the upstream. */
  upstream: MappedUpstream
  close: () => Promise<void>
}

/** Serves a fake whose tasks take 1,000 ms of its own time. `intercept` may answer in its place. */
export async function openBench(
  mapping: Mapping,
  intercept?: (request: InterceptedRequest) => Interception | undefined,
  clock?: Clock,
  over: Pick<FakeOptions, 'models'> = {},
): Promise<Bench> {
  let time = 0
  let posts = 0
  const routes = routesOf(mapping)
  const options: FakeOptions = {
    ...over,
    duration: 1000,
    ...knownKey(mapping, 'key'),
    now: () => time,
    date: Date.now,
    intercept: (request) => {
      const action = matchRoute(routes, request)?.route.action
      if (request.method === 'POST' && action !== undefined && action !== 'query') posts++
      return request.path === tokenPath ? undefined : intercept?.(request)
    },
  }
  const fake = await serveFake(mapping, options)
  const upstream = {
    name: 'upstream',
    baseUrl: fake.baseUrl,
    apiKey: keyAt(mapping, fake, 'key'),
    modelIds: {},
    ...exampleFolder(mapping),
  }
  const directory = await mkdtemp(join(tmpdir(), 'mapped-'))
  return {
    fake,
    provider: mappedProvider(mapping, upstream, clock === undefined ? {} : { clock }),
    posts: () => posts,
    pass: (milliseconds) => {
      time += milliseconds
    },
    directory,
    upstream,
    async close() {
      await fake.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A clock that stands still until it is moved. */
export function standingClock(): Clock & { move(milliseconds: number): void } {
  let time = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  let last = 0
  return {
    now: () => time,
    setTimeout(run, milliseconds) {
      timers.set(++last, { at: time + milliseconds, run })
      return last
    },
    clearTimeout: (timer) => void timers.delete(Number(timer)),
    move(milliseconds) {
      time += milliseconds
      for (const [id, { at, run }] of timers)
        if (at <= time) {
          timers.delete(id)
          run()
        }
    },
  }
}

/** The signal of a call that is not stopped. */
export const running = new AbortController().signal

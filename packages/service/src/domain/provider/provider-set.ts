import type { CurrentValues, Provider, RequestedModel, RequestedTask, Unsupported } from './provider.js'
import { valuesOfAny } from './value-lists.js'

/** How an upstream is chosen among those of the same priority. */
export const routingOrders = ['listed', 'weight', 'price', 'speed'] as const
export type RoutingOrder = (typeof routingOrders)[number]

/** The order for all models, and for those that have one of their own. */
export interface Routing {
  order: RoutingOrder
  models: ReadonlyMap<string, RoutingOrder>
}

const asListed: Routing = { order: 'listed', models: new Map() }

/** One provider with the queue in front of it. */
export interface ProviderLane {
  /** The queue's name: that of the upstream. It is kept with each task. */
  queue: string
  provider: Provider
  /** The Model IDs that go to it; undefined: all. */
  models: readonly string[] | undefined
  /** Tasks it has at a time, over all processes. */
  concurrency: number
  /** Requests per second, submissions and polls, of this process. */
  requestsPerSecond: number
  /** As whom the upstream is asked, which is kept with each task; absent for a provider of this process. */
  identity?: string
  /** How long after its submission a task is polled before it ends with what was seen last, in milliseconds. */
  pollDeadline: number
  /** Lanes of a smaller one are asked first; undefined: 0. */
  priority?: number | undefined
  /** Its share of the tasks among lanes of the same priority, where these are divided by weight; undefined: 1. */
  weight?: number | undefined
  /** What keeps its upstream from a URL; undefined where it may reach it. Absent: nothing does. */
  outOfReach?: (url: string) => Promise<string | undefined>
  /** What it charges for a task of a model, in micro-credits. */
  costs?: ReadonlyMap<string, number> | undefined
}

/** Everything that runs tasks for this service. */
export class ProviderSet {
  #lanes: readonly ProviderLane[]
  #routing: Routing

  constructor(
    /** For the log. */
    readonly name: string,
    lanes: readonly ProviderLane[],
    routing: Routing = asListed,
  ) {
    this.#lanes = lanes
    this.#routing = routing
  }

  get lanes(): readonly ProviderLane[] {
    return this.#lanes
  }

  /** Has these run the tasks from now on. The engine closes the provider of a lane that is not among them. */
  replace(lanes: readonly ProviderLane[]): void {
    this.#lanes = lanes
  }

  /** Has upstreams chosen so from now on; undefined: as they are listed. */
  reroute(routing: Routing = asListed): void {
    this.#routing = routing
  }

  /** How an upstream is chosen for a model among those of the same priority. */
  orderFor(model: string): RoutingOrder {
    return this.#routing.models.get(model) ?? this.#routing.order
  }

  /** The lanes that take a model, the preferred first: those that list it, then those without a list. */
  lanesFor(model: string): readonly ProviderLane[] {
    return [
      ...this.lanes.filter(({ models }) => models?.includes(model)),
      ...this.lanes.filter(({ models }) => models === undefined),
    ]
  }

  /** The lanes that take a model and can carry the request, the preferred first. */
  lanesThatCarry(request: RequestedTask): readonly ProviderLane[] {
    return this.lanesFor(request.model).filter(({ provider }) => unsupportedBy(provider, request).length === 0)
  }

  /** Why none of the lanes of its model can carry a request; empty when one can. */
  unsupported(request: RequestedTask): readonly Unsupported[] {
    const reasons = this.lanesFor(request.model).map(({ provider }) => unsupportedBy(provider, request))
    if (reasons.some(({ length }) => length === 0)) return []
    return [...new Map(reasons.flat().map((one) => [one.message, one])).values()]
  }

  /** Whether any of them has lists of values that it adds to. */
  get hasValueLists(): boolean {
    return this.lanes.some(({ provider }) => provider.kind === 'upstream' && provider.valueLists !== undefined)
  }

  /**
   * The values that can stand at the places of a model at the moment: at each, what the list of any of its lanes has. A place is
   * left out where the list of one of them is not known, as that one may take any value.
   */
  async valueLists(model: RequestedModel, signal: AbortSignal): Promise<CurrentValues[]> {
    const ofLanes = this.lanesFor(model.model).map(async ({ provider }) =>
      provider.kind === 'upstream' ? ((await provider.valueLists?.(model, signal)) ?? []) : [],
    )
    return valuesOfAny(await Promise.all(ofLanes))
  }

  /** What keeps every lane of a model from a URL; undefined where one may reach it. */
  async outOfReach(model: string, url: string): Promise<string | undefined> {
    let kind: string | undefined
    for (const { outOfReach } of this.lanesFor(model)) {
      kind = await outOfReach?.(url)
      if (kind === undefined) return undefined
    }
    return kind
  }

  /** Whether a lane that takes a model may be unable to carry some of its requests. */
  get isNarrow(): boolean {
    return this.lanes.some(({ provider }) => provider.kind === 'upstream' && provider.unsupported !== undefined)
  }

  /** Whether any of them can use the assets uploaded to this service. */
  get takesAssets(): boolean {
    return this.lanes.some(({ provider }) => provider.takesAssets)
  }

  async close(): Promise<void> {
    for (const { provider } of this.lanes) await provider.close()
  }
}

/** What of a request a provider cannot carry. */
function unsupportedBy(provider: Provider, request: RequestedTask): readonly Unsupported[] {
  return provider.kind === 'upstream' ? (provider.unsupported?.(request) ?? []) : []
}

/** How long a task is polled unless somebody says otherwise, in milliseconds. */
export const usualPollDeadline = 24 * 60 * 60 * 1000

/** A set of one provider that takes every model, in a queue of its own name. */
export function soleProvider(provider: Provider): ProviderSet {
  const lane = {
    queue: provider.name,
    provider,
    models: undefined,
    concurrency: provider.kind === 'local' ? provider.concurrency : 1000,
    requestsPerSecond: Infinity,
    pollDeadline: usualPollDeadline,
  }
  return new ProviderSet(provider.name, [lane])
}

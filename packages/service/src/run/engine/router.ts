import type { RequestedTask } from '../../domain/provider/provider.js'
import type { ProviderLane, ProviderSet, RoutingOrder } from '../../domain/provider/provider-set.js'

/** What a router knows of the lanes, in this process and now. */
export interface RouterParts {
  providers: ProviderSet
  /** From 0 to 1. */
  random: () => number
  /** Whether a new task of the model would be submitted to the upstream of a queue. */
  isOpen: (queue: string, model: string) => boolean
  /** Whether tasks wait for an upstream that has all it may have. */
  isFull: (queue: string) => boolean
  /** Milliseconds from the submission of a task of the model to its file, as measured lately; undefined: not measured yet. */
  speed: (queue: string, model: string) => number | undefined
}

/** Where a new task goes. */
export interface Route {
  queue: string
  /** Why there, in words; undefined where there is no other. */
  why?: string
}

/** So many upstreams are named in a reason. */
const maxNamed = 8

const orderTexts: Record<RoutingOrder, string> = {
  listed: 'as listed',
  weight: 'by weight',
  price: 'by price',
  speed: 'by measured time to a result',
}

function namesOf(lanes: readonly ProviderLane[]): string {
  const names = lanes.slice(0, maxNamed).map(({ queue }) => queue)
  return [...names, ...(lanes.length > maxNamed ? [`${lanes.length - maxNamed} more`] : [])].join(', ')
}

function orderText(lanes: readonly ProviderLane[], order: RoutingOrder): string {
  const priorities = new Set(lanes.map(({ priority = 0 }) => priority))
  return priorities.size > 1 ? `by priority, then ${orderTexts[order]}` : orderTexts[order]
}

/** Chooses among the upstreams that take a task. */
export class Router {
  readonly #parts: RouterParts

  constructor(parts: RouterParts) {
    this.#parts = parts
  }

  /**
   * The queue for a new task: of the first upstream in the order of the settings that is neither paused nor full; of the
   * first that is not paused where all are full; of the first where all are paused. Undefined when none can carry it.
   */
  queueFor(request: RequestedTask): string | undefined {
    return this.route(request)?.queue
  }

  /** The same, with the reason. */
  route(request: RequestedTask): Route | undefined {
    const { isOpen, isFull, providers } = this.#parts
    const lanes = this.inOrder(request)
    const open = lanes.filter(({ queue }) => isOpen(queue, request.model))
    const chosen = open.find(({ queue }) => !isFull(queue)) ?? open[0] ?? lanes[0]
    if (chosen === undefined) return undefined
    const { queue } = chosen
    if (lanes.length === 1) return { queue }
    const passed = lanes
      .slice(0, lanes.indexOf(chosen))
      .map((lane) => `${lane.queue} is ${open.includes(lane) ? 'full' : 'paused'}`)
    const waits = open.length === 0 ? ['all are paused'] : isFull(queue) ? ['none has room'] : []
    const why = [`${queue} of ${namesOf(lanes)}, ${orderText(lanes, providers.orderFor(request.model))}`]
    return { queue, why: [...why, ...(waits.length > 0 ? waits : passed)].join('; ') }
  }

  /** The lanes that can carry a request, the preferred first: by priority, then as the settings say for its model. */
  inOrder(request: RequestedTask): readonly ProviderLane[] {
    const { providers } = this.#parts
    const lanes = providers.lanesThatCarry(request)
    if (lanes.length < 2) return lanes
    const ranks = new Map(this.#ranks(lanes, request.model, providers.orderFor(request.model)))
    return [...lanes].sort(
      (one, other) => (one.priority ?? 0) - (other.priority ?? 0) || (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0),
    )
  }

  /** A smaller rank comes first; equal ranks stay as listed. */
  #ranks(lanes: readonly ProviderLane[], model: string, order: RoutingOrder): [ProviderLane, number][] {
    const { random, speed } = this.#parts
    const rank = {
      listed: () => 0,
      // Each comes first as often as its share of the weights is.
      weight: ({ weight = 1 }: ProviderLane) => -Math.log(1 - random()) / weight,
      price: ({ costs }: ProviderLane) => costs?.get(model) ?? Infinity,
      // What was never measured is tried first.
      speed: ({ queue }: ProviderLane) => speed(queue, model) ?? 0,
    }[order]
    return lanes.map((lane) => [lane, rank(lane)])
  }
}

import type { Provider } from './provider.js'

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
  /** How long after its submission a task is polled before it ends with what was seen last, in milliseconds. */
  pollDeadline: number
}

/** Everything that runs tasks for this service. */
export class ProviderSet {
  constructor(
    /** For the log. */
    readonly name: string,
    readonly lanes: readonly ProviderLane[],
  ) {}

  /** The lanes that take a model, the preferred first: those that list it, then those without a list. */
  lanesFor(model: string): readonly ProviderLane[] {
    return [
      ...this.lanes.filter(({ models }) => models?.includes(model)),
      ...this.lanes.filter(({ models }) => models === undefined),
    ]
  }

  /** Whether any of them can use the assets uploaded to this service. */
  get takesAssets(): boolean {
    return this.lanes.some(({ provider }) => provider.takesAssets)
  }

  async close(): Promise<void> {
    for (const { provider } of this.lanes) await provider.close()
  }
}

const pollDeadline = 24 * 60 * 60 * 1000

/** A set of one provider that takes every model, in a queue of its own name. */
export function soleProvider(provider: Provider): ProviderSet {
  const lane = {
    queue: provider.name,
    provider,
    models: undefined,
    concurrency: provider.kind === 'local' ? provider.concurrency : 1000,
    requestsPerSecond: Infinity,
    pollDeadline,
  }
  return new ProviderSet(provider.name, [lane])
}

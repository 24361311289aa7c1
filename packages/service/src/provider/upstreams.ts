import type { Clock } from '../clock.js'
import type { Upstream } from '../settings/settings.js'
import { Slots } from '../slots.js'
import type { Provider, ProviderTask } from './provider.js'
import { relayProvider, type RelayParts } from './relay.js'

/** Runs that wait for room at one upstream must not keep tasks from another: as many may be under way at least. */
const fewestRuns = 1000
/** Milliseconds between two looks at a task whose upstream is not in the settings. */
const missingPause = 60_000
/** References without a name are of the time when there was one upstream. */
const unnamed = 'default'

/**
 * Hands each task to the first upstream that lists its model, or to the first without a list, and stays with it: the
 * place of a hand-over and the reference of a task hold the upstream's name, so that no later start asks another one.
 */
export function upstreamsProvider(upstreams: readonly Upstream[], clock: Clock, parts: RelayParts = {}): Provider {
  const services = new Map(
    upstreams.map((upstream) => [
      upstream.name,
      { relay: relayProvider(upstream, parts), room: new Slots(upstream.concurrency) },
    ]),
  )
  const held = new Map<string, () => void>()
  /** Tasks of which it has been said that their upstream is not in the settings, which do not change while it runs. */
  const missing = new Set<string>()
  const takerOf = (model: string): Upstream | undefined =>
    upstreams.find(({ models }) => models?.includes(model)) ?? upstreams.find(({ models }) => models === undefined)
  const serviceOf = (name: string) => {
    const service = services.get(name)
    if (service === undefined)
      throw new Error(
        `the upstream service ${name}, which has this task, is not in the settings; the task waits until it is put back`,
      )
    return service
  }
  const together = upstreams.reduce((sum, { concurrency }) => sum + concurrency, 0)
  return {
    name: 'upstream service',
    attachable: true,
    takesAssets: false,
    concurrency: upstreams.length === 1 ? together : Math.max(together, fewestRuns),
    takes: (model) => takerOf(model) !== undefined,
    async reserve({ id, model }, signal, place) {
      const name = place ?? takerOf(model)?.name
      if (name !== undefined && !held.has(id)) held.set(id, await serviceOf(name).room.take(signal))
      return name
    },
    release(id) {
      held.get(id)?.()
      held.delete(id)
    },
    idempotent: async (place) => place !== undefined && ((await services.get(place)?.relay.idempotent()) ?? false),
    async submit(task, signal, place) {
      if (place === undefined) return { answer: 'refused', error: `no upstream service takes ${task.model} any more` }
      const submission = await serviceOf(place).relay.submit(task, signal)
      return submission.answer === 'accepted'
        ? { ...submission, reference: `${place} ${submission.reference}` }
        : submission
    },
    async follow(task, reference, follow) {
      const { name, theirs } = partsOf(reference)
      if (missing.has(task.id)) await clock.delay(missingPause, follow.signal)
      if (!services.has(name)) missing.add(task.id)
      const { relay, room } = serviceOf(name)
      // Accepted before this start: it is there already, whether there is room or not.
      if (!held.has(task.id)) held.set(task.id, room.occupy())
      return relay.follow(task, theirs, follow)
    },
    async cancel(task: ProviderTask, reference: string) {
      const { name, theirs } = partsOf(reference)
      await serviceOf(name).relay.cancel?.(task, theirs)
    },
    close: async () => undefined,
  }
}

function partsOf(reference: string): { name: string; theirs: string } {
  const named = /^([a-z0-9-]+) (.+)$/s.exec(reference)
  return { name: named?.[1] ?? unnamed, theirs: named?.[2] ?? reference }
}

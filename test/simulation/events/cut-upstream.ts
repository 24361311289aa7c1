import { innerHost } from '../actors/service.js'
import type { Fault } from '../world/network.js'
import type { Event } from './event.js'

const hosts: Record<string, string> = { keyless: 'keyless.sim', keyed: 'keyed.sim', inner: innerHost }

/** An upstream cannot be reached for a while, or does what it is asked and its answers are lost, as behind a firewall that has been changed. */
export const cutUpstream: Event = {
  name: 'cut-upstream',
  weight: 3,
  draw: (random) => ({
    upstream: random.pick(Object.keys(hosts)),
    fault: random.pick(['request-lost', 'answer-lost']),
    for: random.pick([2000, 20_000, 200_000, 200_000]),
  }),
  happen({ world, tell }, { upstream, fault, for: time }) {
    const where = hosts[String(upstream)] ?? ''
    world.network.set({ fault: fault as Fault, where, until: world.now + Number(time) })
    tell('network', `for ${Number(time) / 1000} s each exchange with ${upstream}: ${fault}`)
  },
}

import type { Event } from './event.js'

/** An operator gives a gateway the key of another account of an upstream, or the former one again, and starts it anew. */
export const changeUpstreamKey: Event = {
  name: 'change-upstream-key',
  weight: 3,
  draw: (random) => ({
    upstream: random.pick(['keyless', 'keyed']),
    to: random.pick(['first', 'second', 'wrong']),
    for: random.pick([30, 120, 600]),
    which: random.below(6),
  }),
  happen(scene, { upstream, to, for: seconds, which }) {
    const gateway = scene.gatewayOf(scene.serviceOf(which))
    const { configuration } = gateway
    const name = configuration.named(upstream)
    scene.tell(
      'operator',
      `changes the key of ${name} to the ${to === 'wrong' ? 'wrong one' : `one of its account "${to}"`}, for ${seconds} s`,
    )
    gateway.restartWith(() => configuration.accounts.set(name, String(to)))
    scene.undoLater(Number(seconds), 'change the key back', () => {
      scene.tell('operator', `changes the key of ${name} back`)
      gateway.restartWith(() => configuration.accounts.set(name, 'first'))
    })
  },
}

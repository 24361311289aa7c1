import type { Event } from './event.js'

/** The operator gives the service the key of another account of an upstream, or the former one again, and starts it anew. */
export const changeUpstreamKey: Event = {
  name: 'change-upstream-key',
  weight: 3,
  draw: (random) => ({
    upstream: random.pick(['keyless', 'keyed']),
    to: random.pick(['first', 'second', 'wrong']),
    for: random.pick([30, 120, 600]),
  }),
  happen(scene, { upstream, to, for: seconds }) {
    const name = String(upstream)
    scene.tell(
      'operator',
      `changes the key of ${name} to the ${to === 'wrong' ? 'wrong one' : `one of its account "${to}"`}, for ${seconds} s`,
    )
    scene.restartWith(() => scene.configuration.upstreamKeys.set(name, `${name}-${to}`))
    scene.world.after(1000 * Number(seconds), undefined, 'change the key back', () => {
      scene.tell('operator', `changes the key of ${name} back`)
      scene.restartWith(() => scene.configuration.upstreamKeys.set(name, `${name}-first`))
    })
  },
}

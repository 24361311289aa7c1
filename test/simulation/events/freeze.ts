import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** A process is stopped where it is, and goes on later: a laptop that sleeps, a container that is paused. */
export const freeze: Event = {
  name: 'freeze',
  weight: 4,
  draw: (random) => ({
    what: random.pick(['service', ...names]),
    for: random.pick([500, 10_000, 60_000]),
    which: random.below(6),
  }),
  happen(scene, { what, for: time, which }) {
    const frozen =
      what === 'service'
        ? [scene.serviceOf(which).process].filter((one) => one !== undefined)
        : scene.runningOf(String(what)).map(({ process }) => process)
    if (frozen.length === 0) return
    scene.tell(
      what === 'service' ? scene.serviceOf(which).name : String(what),
      `stands still for ${Number(time) / 1000} s`,
    )
    for (const process of frozen) process.freeze()
    scene.world.after(Number(time), undefined, 'thaw', () => {
      for (const process of frozen) process.thaw()
    })
  },
}

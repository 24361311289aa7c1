import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** An account gets a new key, and the one before it is revoked. */
export const rotateKey: Event = {
  name: 'rotate-key',
  weight: 2,
  draw: (random) => ({ account: random.pick(names) }),
  happen(scene, { account }) {
    if (!scene.front.service.isUp) return
    scene.tell('operator', `makes a new key for ${account} and revokes the one before`)
    scene.front.operator.rotate(String(account))
  },
}

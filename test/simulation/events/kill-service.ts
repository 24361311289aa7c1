import type { Event } from './event.js'

/** A service is killed, and started again after a while. */
export const killService: Event = {
  name: 'kill-service',
  weight: 4,
  draw: (random) => ({ away: random.pick([50, 3000, 20_000, 90_000]), which: random.below(6) }),
  happen(scene, { away, which }) {
    const service = scene.serviceOf(which)
    const gateway = scene.gatewayOf(service)
    if (!service.isUp || gateway.facts.restoring) return
    scene.tell(service.name, `kill -9; it is started again after ${Number(away) / 1000} s`)
    service.process?.end('killed')
    gateway.startLater(service, Number(away))
  },
}

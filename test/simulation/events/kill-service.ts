import type { Event } from './event.js'

/** The service is killed, and started again after a while. */
export const killService: Event = {
  name: 'kill-service',
  weight: 4,
  draw: (random) => ({ away: random.pick([50, 3000, 20_000, 90_000]) }),
  happen(scene, { away }) {
    if (!scene.service.isUp || scene.facts.restoring) return
    scene.tell('service', `kill -9; it is started again after ${Number(away) / 1000} s`)
    scene.service.process?.end('killed')
    scene.world.after(Number(away), undefined, 'start the service', () => {
      if (scene.service.isUp || scene.facts.restoring) return
      scene.tell('service', 'starts')
      scene.service.start()
    })
  },
}

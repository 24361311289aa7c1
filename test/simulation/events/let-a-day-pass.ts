import type { Event } from './event.js'

/** Everything is off for more than a day: what is only kept for a day is forgotten. */
export const letADayPass: Event = {
  name: 'let-a-day-pass',
  weight: 1,
  draw: () => ({}),
  happen(scene) {
    const { gateways, allDesks, world } = scene
    if (gateways.some(({ facts }) => facts.restoring)) return
    scene.tell('world', 'everything is switched off for 30 hours')
    for (const { services } of gateways) for (const service of services) service.process?.end('killed')
    for (const desk of allDesks) for (const { process } of desk.running) process.end('killed')
    world.skip(30 * 3_600_000)
    for (const gateway of gateways) for (const service of gateway.services) gateway.startLater(service, 0)
  },
}

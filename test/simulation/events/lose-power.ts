import { join } from 'node:path'
import type { Event } from './event.js'

/** A machine loses power: what runs there ends, its disk has what was durable, and its service is started again after a while. */
export const losePower: Event = {
  name: 'lose-power',
  weight: 3,
  draw: (random) => ({
    machine: random.pick(['server', 'server-2', 'inner-server', 'desk-ada', 'desk-bob']),
    away: random.pick([3000, 20_000, 90_000]),
    // How probably each thing is on the disk that need not be there.
    keeps: random.pick([0, 0.5]),
  }),
  happen(scene, { machine: name, away, keeps }) {
    const { world } = scene
    const gateway = scene.gateways.find((one) => one.services.some(({ machine }) => machine.name === name))
    const services = gateway?.services.filter(({ machine }) => machine.name === name) ?? []
    const desk = [...scene.desks.values()].find(({ machine }) => machine.name === name)
    // The operator's commands would be cut: they are typed once.
    const isRestoring = gateway?.facts.restoring === true && services.some(({ isUp }) => !isUp)
    if ((services.length === 0 && desk === undefined) || isRestoring) return
    scene.tell(String(name), `loses power for ${Number(away) / 1000} s`)
    const containers = scene.allDesks.filter(({ home }) => home === desk?.machine).map(({ machine }) => machine)
    for (const machine of new Set([world.machine(String(name)), ...containers])) {
      for (const process of [...machine.processes]) process.end('lost power')
      machine.boots += 1
    }
    const random = world.random(`power of ${String(name)} at ${world.now}`)
    world.durability.lose(join(world.root, String(name)), random, Number(keeps))
    for (const service of services) gateway?.startLater(service, Number(away))
  },
}

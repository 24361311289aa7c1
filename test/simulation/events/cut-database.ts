import type { PostgresFault } from '../world/postgres-host.js'
import type { Event } from './event.js'

const faults: readonly PostgresFault[] = ['request-lost', 'answer-lost', 'answer-lost', 'no-answer']

/** One of the coming exchanges of a service with the database is lost, before or after the database has done it. */
export const cutDatabase: Event = {
  name: 'cut-database',
  weight: 12,
  draw: (random) => ({ fault: random.pick(faults), which: random.below(6), after: random.below(40) }),
  happen(scene, { fault, which, after }) {
    const { name, machine } = scene.serviceOf(which)
    scene.world.postgres?.set({ fault: fault as PostgresFault, machine: machine.name, after: Number(after) })
    scene.tell('network', `after ${after} more exchanges of ${name} with the database, one: ${fault}`)
  },
}

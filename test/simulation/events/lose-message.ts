import type { Fault } from '../world/network.js'
import type { Event } from './event.js'

const cuts = ['request-lost', 'answer-lost', 'answer-lost', 'answer-cut', 'answer-late'] as const
/** What keeps no keys must not be told twice by the network: only the network would be to blame. */
const places: Record<string, { method: string; where: string; faults: readonly Fault[] }> = {
  'a submit to the service': {
    method: 'POST',
    where: '10.0.0.1:8787/api/v2/model-center/tasks',
    faults: [...cuts, 'request-twice'],
  },
  'a query at the service': {
    method: 'GET',
    where: '10.0.0.1:8787/api/v2/model-center/tasks/',
    faults: [...cuts, 'request-twice'],
  },
  'a submit to the inner service': {
    method: 'POST',
    where: '10.0.1.1:8787/api/v2/model-center/tasks',
    faults: [...cuts, 'request-twice'],
  },
  'a query at the inner service': {
    method: 'GET',
    where: '10.0.1.1:8787/api/v2/model-center/tasks/',
    faults: [...cuts, 'request-twice'],
  },
  'what an upstream declares': { method: 'GET', where: '/api/v2/model-center/capabilities', faults: cuts },
  'a submit to keyless': { method: 'POST', where: 'keyless.sim/v1/models', faults: cuts },
  'a query at keyless': { method: 'GET', where: 'keyless.sim/v1/predictions', faults: [...cuts, 'request-twice'] },
  'a submit to keyed': {
    method: 'POST',
    where: 'keyed.sim/api/v2/model-center/tasks',
    faults: [...cuts, 'request-twice'],
  },
  'a query at keyed': {
    method: 'GET',
    where: 'keyed.sim/api/v2/model-center/tasks/',
    faults: [...cuts, 'request-twice'],
  },
}

/** The next message of a kind is lost, cut, late, or arrives twice. */
export const loseMessage: Event = {
  name: 'lose-message',
  weight: 10,
  draw(random) {
    const place = random.pick(Object.keys(places))
    return { fault: random.pick(places[place]?.faults ?? cuts), place }
  },
  happen(scene, { fault, place }) {
    const { method, where } = places[String(place)] ?? { method: 'GET', where: '' }
    scene.world.network.set({ fault: fault as Fault, method, where })
    scene.tell('network', `the next exchange of ${place}: ${fault}`)
  },
}

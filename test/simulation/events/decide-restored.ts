import type { Service } from '../actors/service.js'
import type { Scene } from '../scene.js'
import type { SimulatedProcess } from '../world/machine.js'
import type { Event } from './event.js'
import { typeCommand } from './type-command.js'

/** What an operator may decide without a look at the upstream: nothing is submitted that may have been bought. */
export const decisions = ['adopt all', 'fail all charge'] as const

/** The operator decides about what a restore has set aside, beside the running service. */
export const decideRestored: Event = {
  name: 'decide-restored',
  weight: 1,
  draw: (random) => ({ decision: random.pick(decisions), which: random.below(6) }),
  happen(scene, { decision, which }) {
    const service = scene.serviceOf(which)
    const { facts } = scene.gatewayOf(service)
    if (!service.isUp || facts.restoring || facts.backups === 0) return
    decide(scene, service, String(decision))
  },
}

/** Types `restored` and these words on the machine of a service. */
export function decide(scene: Scene, service: Service, decision: string): SimulatedProcess {
  scene.tell('operator', `types restored ${decision} at ${service.name}`)
  return typeCommand(scene, service, `restored ${decision}`)
}

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
  draw: (random) => ({ decision: random.pick(decisions) }),
  happen(scene, { decision }) {
    if (!scene.service.isUp || scene.facts.restoring || scene.facts.backups === 0) return
    decide(scene, String(decision))
  },
}

/** Types `restored` and these words on the machine of the service. */
export function decide(scene: Scene, decision: string): SimulatedProcess {
  scene.tell('operator', `types restored ${decision}`)
  return typeCommand(scene, `restored ${decision}`)
}

import { runCommand } from '../../../packages/service/src/commands/administration/run.js'
import type { Scene } from '../scene.js'
import type { SimulatedProcess } from '../world/machine.js'
import type { Event } from './event.js'

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
export function decide({ world, service, tell }: Scene, decision: string): SimulatedProcess {
  tell('operator', `types restored ${decision}`)
  return world.start(`model-tasks-service restored ${decision}`, service.machine, () =>
    runCommand(['restored', ...decision.split(' ')], service.settings(), (line) => {
      tell('operator', `restored: ${line}`)
    }),
  )
}

import { runCommand } from '../../../packages/service/src/commands/administration/run.js'
import type { Service } from '../actors/service.js'
import type { Scene } from '../scene.js'
import type { SimulatedProcess } from '../world/machine.js'

/** Types a command of a service, with more words, on its machine unless told otherwise. What it prints, and that it failed, is told. */
export function typeCommand(
  { world, tell }: Scene,
  service: Service,
  command: string,
  more: string[] = [],
  machine = service.machine,
): SimulatedProcess {
  const typed = world.start(`model-tasks-service ${command}`, machine, () =>
    runCommand([...command.split(' '), ...more], service.settings(), (line) => {
      tell('operator', `${command}: ${line}`)
    }),
  )
  typed.onGone(() => {
    const { failure } = typed
    if (failure !== undefined)
      tell('operator', `${command} failed: ${failure instanceof Error ? failure.message : typeof failure}`)
  })
  return typed
}

import type { Gateway } from '../actors/gateway.js'
import { vendors } from '../actors/offers.js'
import type { Scene } from '../scene.js'
import type { Event } from './event.js'
import { typeCommand } from './type-command.js'

const hows = ['all', 'one', 'one', 'none'] as const

/**
 * The operator edits the configuration and has the running services take it over: all by the command, one of them alone, or none, so that
 * only what is started meanwhile has it. After a while the edit is undone and all are told.
 */
export const reloadConfiguration: Event = {
  name: 'reload-configuration',
  weight: 4,
  draw: (random) => ({
    edit: random.pick(['key', 'key', 'without', 'price']),
    upstream: random.pick(vendors).name,
    by: random.pick(hows),
    which: random.below(6),
    for: random.pick([1, 5, 30, 120]),
  }),
  happen(scene, { edit, upstream, by, which, for: seconds }) {
    const service = scene.serviceOf(which)
    const gateway = scene.gatewayOf(service)
    const { configuration } = gateway
    const name = configuration.named(upstream)
    scene.tell(
      'operator',
      `edits the configuration of ${service.name}, for ${seconds} s: ${editOf(String(edit), name)}`,
    )
    if (edit === 'key') configuration.accounts.set(name, 'second')
    else if (edit === 'without') configuration.without.add(name)
    else configuration.price += 1
    if (by === 'all') reloadAll(scene, gateway)
    if (by === 'one') {
      scene.tell('operator', `has ${service.name} alone read it`)
      service.reload()
    }
    scene.undoLater(Number(seconds), 'undo the edit', () => {
      scene.tell('operator', 'undoes the edit')
      if (edit === 'key') configuration.accounts.set(name, 'first')
      else if (edit === 'without') configuration.without.delete(name)
      reloadAll(scene, gateway)
    })
  },
}

function editOf(edit: string, upstream: string): string {
  if (edit === 'key') return `the key of ${upstream} is the one of its account "second"`
  return edit === 'without' ? `without ${upstream}` : 'another price'
}

/** Types `reload`. */
function reloadAll(scene: Scene, { service, facts }: Gateway): void {
  if (facts.restoring) return
  scene.tell('operator', 'types reload')
  typeCommand(scene, service, 'reload', ['10'], scene.world.machine('office'))
}

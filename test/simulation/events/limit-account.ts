import type { Gateway } from '../actors/gateway.js'
import type { Scene } from '../scene.js'
import type { Event } from './event.js'
import { typeCommand } from './type-command.js'

/** What an operator types about an account, and what undoes it. */
const limits: Record<string, { limit: string[]; undo: string[] }> = {
  disables: { limit: ['account disable'], undo: ['account enable'] },
  'sets a budget for': { limit: ['budget set', 'day', '4', 'hard'], undo: ['budget remove', 'day'] },
  'takes the credits of': { limit: ['account credit', '-80'], undo: ['account credit', '80'] },
}

/** An operator disables an account of a gateway for a while, sets a budget for it, or takes its credits. */
export const limitAccount: Event = {
  name: 'limit-account',
  weight: 3,
  draw: (random) => ({
    what: random.pick(Object.keys(limits)),
    whose: random.below(2),
    which: random.below(6),
    for: random.pick([1000, 20_000, 200_000]),
  }),
  happen(scene, { what, whose, which, for: time }) {
    const gateway = scene.gatewayOf(scene.serviceOf(which))
    const [name, account] = [...gateway.operator.accounts][Number(whose)] ?? []
    const { limit, undo } = limits[String(what)] ?? { limit: [], undo: [] }
    if (account === undefined || gateway.facts.restoring) return
    scene.tell('operator', `${what} ${name} at ${gateway.service.name}, for ${Number(time) / 1000} s`)
    type(scene, gateway, limit, account.id)
    scene.world.after(Number(time), undefined, 'undo the limit', () => {
      type(scene, gateway, undo, account.id)
    })
  },
}

/**
 * Undoes at the end what is left of limits: a backup that was restored since may have brought one back, and where credits were taken
 * it may have lost that they were given back.
 */
export function undoLimits(scene: Scene): void {
  for (const gateway of scene.gateways)
    for (const { id } of gateway.operator.accounts.values())
      for (const { undo } of Object.values(limits)) type(scene, gateway, undo, id)
}

function type(scene: Scene, gateway: Gateway, [command = '', ...more]: readonly string[], account: string): void {
  const reference = command === 'account credit' ? [`limit-${scene.world.now}`] : []
  typeCommand(scene, gateway.service, command, [account, ...more, ...reference])
}

import type { Gateway } from '../actors/gateway.js'
import type { Scene } from '../scene.js'
import { eachGateway } from './each-gateway.js'
import type { Invariant } from './invariant.js'

/** Compares the books of those that make pictures with those of each gateway on the way to them. */
export const paidFor: Invariant = {
  name: 'paid-for',
  promise:
    'what an upstream has made is charged at each gateway on its way to whom it was made for, or the task says in words why not; what was not made is charged only where no one can know, and the task says so',
  watch: (scene) =>
    eachGateway(scene, (gateway) => ({
      rest() {
        const settled = new Map<string, number>()
        for (const { subject, kind, held } of gateway.database.ledger())
          if (kind === 'settle') settled.set(subject, -held)
        for (const task of gateway.database.tasks()) {
          // What is set aside still holds its credits.
          if (task.stage !== 'ended') continue
          const [made] = boughtBy(scene, gateway, task.prompt).filter(({ fails }) => !fails)
          const paid = settled.get(task.id) ?? 0
          if (made === undefined && paid > 0 && !isExplained(task.error))
            return `${task.id} ("${task.prompt}") of ${gateway.service.name} was charged ${paid}, and no upstream has made it`
          if (made !== undefined && paid === 0 && !isExplained(task.error))
            return `${made.id} at ${made.upstream} was made for ${task.id} ("${task.prompt}") of ${gateway.service.name}, which is ${task.status} without charge: ${task.error}`
        }
        return undefined
      },
    })),
}

/** What was bought for a prompt by a gateway, or by one that it has as an upstream. */
function boughtBy({ purchases, inner }: Scene, gateway: Gateway, prompt: string) {
  const bought = purchases.of(prompt)
  return gateway === inner ? bought.filter(({ by }) => by === gateway.service.machine.name) : bought
}

/** Whether the words of a task say that its upstream may have made it all the same, or has made it and has no file of it any more. */
function isExplained(error: string | undefined): boolean {
  return (
    error !== undefined &&
    /may have run|outcome unknown|may still be (?:made|running)|nothing proves that it was not made|given up by the operator|the upstream completed the task and (?:serves no|no longer serves its) result/.test(
      error,
    )
  )
}

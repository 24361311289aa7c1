import { eachGateway } from './each-gateway.js'
import type { Invariant } from './invariant.js'

/** The sums of the ledger are the balances, and what is held is held for a task that runs. */
export const ledgerAddsUp: Invariant = {
  name: 'ledger-adds-up',
  promise:
    'the balance of each account is the sum of its entries, and credits are held for tasks that have not ended and for no others',
  watch: (scene) =>
    eachGateway(scene, ({ database }) => ({
      committed() {
        const ledger = database.ledger()
        const spent = database.spent()
        for (const account of database.accounts()) {
          if (account.unlimited) continue
          const own = ledger.filter((entry) => entry.account === account.id)
          const available = own.reduce((sum, entry) => sum + entry.available, 0) - (spent.get(account.id) ?? 0)
          const held = own.reduce((sum, entry) => sum + entry.held, 0)
          if (available !== account.available)
            return `${account.id} has ${account.available} and its entries add up to ${available}`
          if (held !== account.held) return `${account.id} holds ${account.held} and its entries add up to ${held}`
        }
        const holding = new Map<string, number>()
        for (const { subject, held } of ledger) holding.set(subject, (holding.get(subject) ?? 0) + held)
        for (const task of database.tasks()) {
          const held = holding.get(task.id) ?? 0
          if (task.stage === 'ended' && held !== 0) return `${task.id} has ended and still holds ${held}`
        }
        return undefined
      },
    })),
}

import { formatPeriod } from '../../domain/money/budget.js'
import { creditsOf } from '../../domain/money/credits.js'
import { maxBudgets } from '../../keep/store/budget-store.js'
import { accountOf } from './account-argument.js'
import { budgetOf, lowBalanceOf, periodOf, unknownSubject } from '../../admit/accounts/budget-input.js'
import type { Command } from './command.js'
import { InputError } from '../../base/input-error.js'

/** Commands about budgets. */
export const budgetCommands: readonly Command[] = [
  {
    name: 'budget set',
    usage: '<account or key ID> <day|month> <credits> [hard|warn] [percent|off]',
    summary:
      'bounds what may be spent in each day or month (UTC): hard rejects what would exceed it, warn only tells; told at 80 % too, unless told otherwise',
    async run([subject = '', period = '', credits = '', mode, warn], { stores, now, print }) {
      const budget = budgetOf({ subject, period, credits, mode, warn })
      if (!(await stores.budgets.setBudget(budget, now()))) throw new InputError(unknownSubject(subject))
      print('set')
    },
  },
  {
    name: 'budget remove',
    usage: '<account or key ID> <day|month>',
    summary: 'takes a budget away',
    async run([subject = '', period = ''], { stores, print }) {
      if (!(await stores.budgets.removeBudget(subject, periodOf(period))))
        throw new InputError(`${subject} has no budget per ${period}; "budget list" shows all`)
      print('removed')
    },
  },
  {
    name: 'budget list',
    reads: true,
    usage: '[account]',
    summary: 'lists budgets and what is used of them now',
    async run([id], { stores, now, print }) {
      if (id !== undefined) await accountOf(id, stores)
      const budgets = await stores.budgets.budgets(now(), id)
      if (budgets.length === 0) print('there is no budget; "budget set" makes one')
      for (const { subject, period, start, credits, used, hard, warn } of budgets)
        print(
          `${subject}  ${period} ${formatPeriod(period, start)}  ${creditsOf(used)} of ${creditsOf(credits)}  ${hard ? 'hard' : 'warn'}${warn === undefined ? '' : `  told at ${warn} %`}`,
        )
      if (budgets.length === maxBudgets)
        print(`these are the first ${maxBudgets}; name an account to see those of it and its keys`)
    },
  },
  {
    name: 'account alert',
    usage: '<account> <credits|off>',
    summary: 'has the event balance.low sent when a submit leaves less than this, once per day (UTC)',
    async run([id, word = ''], { stores, print }) {
      const account = await accountOf(id, stores)
      if (account.unlimited)
        throw new InputError(`the credits of ${account.id} are not counted; set a budget with "budget set" instead`)
      const credits = lowBalanceOf(word)
      await stores.budgets.setLowBalance(account.id, credits)
      print(credits === undefined ? 'off' : `told below ${creditsOf(credits)}`)
    },
  },
]

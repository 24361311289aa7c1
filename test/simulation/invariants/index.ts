import { accountsAreApart } from './accounts-are-apart.js'
import { boughtOnce } from './bought-once.js'
import { callersAreAnswered } from './callers-are-answered.js'
import { errorsAreHandled } from './errors-are-handled.js'
import { filesAreOwn } from './files-are-own.js'
import { intentsStayOpen } from './intents-stay-open.js'
import type { Invariant } from './invariant.js'
import { keptKeysAreUsed } from './kept-keys-are-used.js'
import { ledgerAddsUp } from './ledger-adds-up.js'
import { paidFor } from './paid-for.js'
import { tasksEnd } from './tasks-end.js'

/** Everything that holds in every run. A new invariant is a file and a line here. */
export const invariants: readonly Invariant[] = [
  boughtOnce,
  accountsAreApart,
  ledgerAddsUp,
  intentsStayOpen,
  tasksEnd,
  paidFor,
  keptKeysAreUsed,
  filesAreOwn,
  callersAreAnswered,
  errorsAreHandled,
]

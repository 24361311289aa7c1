import type { UpstreamCredits } from './upstream-credits.js'
import type { Page, PageQuery } from './page.js'

/** Someone who owns keys, tasks and credits. Credits are integers of micro-credits. */
export interface Account {
  id: string
  name: string
  /** Its credits are not counted. */
  unlimited: boolean
  /** Micro-credits that are neither spent nor held. */
  credits: number
  /** Micro-credits that tasks which have not ended hold. */
  held: number
  created: number
  /** Its keys are rejected; what was submitted before goes on. */
  disabled: boolean
  /** Below how many micro-credits an alert is written; absent: never. */
  lowBalance?: number
}

/** An account about to be added. Its micro-credits become the first grant in the ledger. */
export type NewAccount = Omit<Account, 'held' | 'disabled' | 'lowBalance'>

/** Credits that an operator gives to an account, or takes from it. */
export interface Grant {
  account: string
  /** Micro-credits; negative to take them away. Not 0. */
  credits: number
  /** Names the grant in its account: the same reference never changes the balance twice. */
  reference: string
  at: number
}

/** What became of a grant. Only `granted` changed anything. */
export type GrantOutcome =
  | { outcome: 'granted' }
  /** The reference was granted before, with the same amount. */
  | { outcome: 'repeated' }
  /** The reference was granted before, with another amount. */
  | { outcome: 'reference-conflict'; credits: number }
  /** The balance would fall below 0, or rise above what can be counted exactly. */
  | { outcome: 'out-of-range'; credits: number }
  /** The credits of the account are not counted. */
  | { outcome: 'unlimited' }

/** What an account's entries in the ledger add up to, in micro-credits. */
export interface LedgerSums {
  credits: number
  held: number
}

/** Keeps accounts and the ledger of their credits. */
export interface AccountStore {
  /** Adds an account, with its opening balance as a grant. */
  addAccount(account: NewAccount): Promise<void>
  /** The account, with its credits as of now. */
  findAccount(id: string): Promise<Account | undefined>
  /** A page of all accounts. */
  listAccounts(query: PageQuery): Promise<Page<Account>>
  /** Gives credits to an account or takes them from it, once per reference. Rejects when there is no such account. */
  grantCredits(grant: Grant): Promise<GrantOutcome>
  /** What the ledger, with the costs of tasks that were forgotten, says an account has. It equals `credits` and `held` of the account at all times. */
  ledgerSums(id: string): Promise<LedgerSums>
  /** Micro-credits that tasks of all accounts which ended since then have cost, or would have where credits are not counted, by the day on which they ended (days since the Unix epoch, UTC). */
  spentByDay(since: number): Promise<ReadonlyMap<number, number>>
  /** What the tasks of each upstream hold, were charged and got back, by queue. It equals the ledger at all times. */
  creditsByQueue(): Promise<ReadonlyMap<string, UpstreamCredits>>
  /** Has the keys of an account refused, or taken again. False when there is no such account. */
  setDisabled(id: string, disabled: boolean): Promise<boolean>
}

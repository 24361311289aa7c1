/** Someone who owns keys, tasks and credits. */
export interface Account {
  id: string
  name: string
  /** No credits are counted for it. */
  unlimited: boolean
  /** Credits that are neither spent nor held. */
  credits: number
  created: number
}

/** Keeps accounts and the hashes of their keys; never a key itself. */
export interface AccountStore {
  /** Adds an account. */
  addAccount(account: Account): Promise<void>
  /** The account, with its credits as of now. */
  findAccount(id: string): Promise<Account | undefined>
  /** Credits that tasks which have not ended hold. */
  heldCredits(id: string): Promise<number>
  /** All accounts, oldest first. */
  listAccounts(): Promise<Account[]>
  /** Adds (or with a negative number takes away) credits. */
  grantCredits(id: string, credits: number): Promise<void>
  /** Adds a key by its hash. */
  addKey(key: { hash: string; account: string; created: number }): Promise<void>
  /** The account a key belongs to, unless the key is unknown or revoked. */
  findKey(hash: string): Promise<Account | undefined>
  /** Revokes a key; from now on it is refused. False when there is no such key. */
  revokeKey(hash: string): Promise<boolean>
}

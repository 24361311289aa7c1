import type { Account } from './account-store.js'
import type { Page, PageQuery } from './page.js'

/** What a key may be used for. `read`: every GET. `submit`: submit, quote and cancel. `assets`: upload and delete. */
export const keyScopes = ['read', 'submit', 'assets'] as const
export type KeyScope = (typeof keyScopes)[number]

/** How much may be submitted with a key per day, in UTC. What is undefined is not limited. */
export interface KeyQuota {
  tasks?: number | undefined
  /** Micro-credits, by the prices of the tasks, also where the credits of the account are not counted. */
  credits?: number | undefined
}

/** A key as the store knows it: never the key itself. Times are milliseconds since the Unix epoch. */
export interface ApiKey {
  id: string
  account: string
  /** For people; may be empty. */
  name: string
  created: number
  /** Until when it is valid; undefined: until it is revoked. */
  expires: number | undefined
  /** Undefined: all. */
  scopes: readonly KeyScope[] | undefined
  quota: KeyQuota
  revoked: boolean
}

/** A key about to be added. */
export interface NewApiKey
  extends Pick<ApiKey, 'id' | 'account' | 'created'>, Partial<Pick<ApiKey, 'name' | 'expires' | 'scopes' | 'quota'>> {
  hash: string
}

/** A key that is not revoked, and whose it is. Whether it has expired is for the caller to see, who has the time. */
export interface KeyHolder {
  key: ApiKey
  account: Account
}

/** Which keys: those of an account, or all. */
export interface KeyQuery extends PageQuery {
  account?: string | undefined
}

/** What was submitted with a key on a day. */
export interface KeyUsage {
  tasks: number
  /** Micro-credits. */
  credits: number
}

/** Keeps keys by their hashes, and counts what is submitted with those that have a quota. */
export interface KeyStore {
  addKey(key: NewApiKey): Promise<void>
  /** The key of a hash and its account, unless the key is unknown or revoked. */
  findKey(hash: string): Promise<KeyHolder | undefined>
  /** A page of the keys of an account, or of all; revoked ones too. */
  listKeys(query: KeyQuery): Promise<Page<ApiKey>>
  /** Revokes the key of that ID; from now on it is invalid. False when there is none, or it was revoked before. */
  revokeKey(id: string): Promise<boolean>
  /** The ID of a key by its hash, also of a revoked one. */
  keyId(hash: string): Promise<string | undefined>
  /**
   * Counts one more task of that price on a day (days since the Unix epoch). False, and nothing is counted, where that
   * would be more than the quota. No race of submits gets more than the quota.
   */
  spendQuota(id: string, day: number, price: number, quota: KeyQuota): Promise<boolean>
  /** Takes back what was counted for a submit that made no task. */
  returnQuota(id: string, day: number, price: number): Promise<void>
  /** What was counted for a key on a day. */
  quotaUsed(id: string, day: number): Promise<KeyUsage>
  /** Forgets up to `limit` counts of days before this one. Answers how many. */
  forgetUsage(before: number, limit: number): Promise<number>
}

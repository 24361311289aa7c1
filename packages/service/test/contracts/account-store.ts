import { describe, expect, test } from 'vitest'
import type { AccountStore } from '../../src/store/account-store.js'

/** What every AccountStore promises. */
export function accountStoreContract(name: string, open: () => Promise<{ accounts: AccountStore }>): void {
  const account = { id: 'a', name: 'A', unlimited: false, credits: 2.5, created: 7 }

  describe(`${name}: an account store`, () => {
    test('finds an account by its id and by the hash of a key', async () => {
      const { accounts } = await open()
      await accounts.addAccount(account)
      await accounts.addKey({ hash: 'h', account: 'a', created: 8 })
      expect(await accounts.findAccount('a')).toEqual(account)
      expect(await accounts.findKey('h')).toEqual(account)
      expect(await accounts.findAccount('b')).toBeUndefined()
      expect(await accounts.findKey('H')).toBeUndefined()
    })

    test('refuses a revoked key and keeps the others', async () => {
      const { accounts } = await open()
      await accounts.addAccount(account)
      for (const hash of ['old', 'new']) await accounts.addKey({ hash, account: 'a', created: 8 })
      expect(await accounts.revokeKey('old')).toBe(true)
      expect(await accounts.revokeKey('old')).toBe(false)
      expect(await accounts.revokeKey('none')).toBe(false)
      expect(await accounts.findKey('old')).toBeUndefined()
      expect(await accounts.findKey('new')).toEqual(account)
    })

    test('adds and takes away credits', async () => {
      const { accounts } = await open()
      await accounts.addAccount(account)
      await accounts.grantCredits('a', 10)
      await accounts.grantCredits('a', -0.5)
      expect((await accounts.findAccount('a'))?.credits).toBe(12)
    })

    test('lists accounts, oldest first', async () => {
      const { accounts } = await open()
      await accounts.addAccount({ ...account, id: 'younger', created: 9 })
      await accounts.addAccount(account)
      expect((await accounts.listAccounts()).map(({ id }) => id)).toEqual(['a', 'younger'])
    })

    test('rejects an id that is taken', async () => {
      const { accounts } = await open()
      await accounts.addAccount(account)
      await expect(accounts.addAccount({ ...account, name: 'B' })).rejects.toThrow()
      expect((await accounts.findAccount('a'))?.name).toBe('A')
    })
  })
}

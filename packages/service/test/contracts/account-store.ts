import { describe, expect, test } from 'vitest'
import type { AccountStore } from '../../src/keep/store/account-store.js'

/** What every AccountStore promises. */
export function accountStoreContract(name: string, open: () => Promise<{ accounts: AccountStore }>): void {
  const account = { id: 'a', name: 'A', unlimited: false, credits: 2_500_000, created: 7 }
  const stored = { ...account, held: 0, disabled: false }

  describe(`${name}: an account store`, () => {
    test('finds an account by its id, and disables and enables it', async () => {
      const { accounts } = await open()
      await accounts.addAccount(account)
      expect(await accounts.findAccount('a')).toEqual(stored)
      expect(await accounts.findAccount('b')).toBeUndefined()
      expect(await accounts.setDisabled('a', true)).toBe(true)
      expect(await accounts.findAccount('a')).toEqual({ ...stored, disabled: true })
      expect(await accounts.setDisabled('a', false)).toBe(true)
      expect(await accounts.setDisabled('b', true)).toBe(false)
      expect(await accounts.findAccount('a')).toEqual(stored)
    })

    const grant = (credits: number, reference: string) => ({ account: 'a', credits, reference, at: 9 })

    test('adds and takes away credits, once per reference', async () => {
      const { accounts } = await open()
      await accounts.addAccount(account)
      expect(await accounts.grantCredits(grant(10, 'invoice 1'))).toEqual({ outcome: 'granted' })
      expect(await accounts.grantCredits(grant(10, 'invoice 1'))).toEqual({ outcome: 'repeated' })
      expect(await accounts.grantCredits(grant(11, 'invoice 1'))).toEqual({
        outcome: 'reference-conflict',
        credits: 10,
      })
      expect(await accounts.grantCredits(grant(-5, 'correction'))).toEqual({ outcome: 'granted' })
      expect((await accounts.findAccount('a'))?.credits).toBe(2_500_005)
      expect(await accounts.ledgerSums('a')).toEqual({ credits: 2_500_005, held: 0 })
    })

    test('grants once, however many grants of one reference race', async () => {
      const { accounts } = await open()
      await accounts.addAccount(account)
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, index) => accounts.grantCredits(grant(1, `r${index % 3}`))),
      )
      expect(outcomes.filter(({ outcome }) => outcome === 'granted')).toHaveLength(3)
      expect(outcomes.filter(({ outcome }) => outcome === 'repeated')).toHaveLength(9)
      expect((await accounts.findAccount('a'))?.credits).toBe(2_500_003)
    })

    test('keeps a balance from 0 to what can be counted exactly', async () => {
      const { accounts } = await open()
      await accounts.addAccount(account)
      expect(await accounts.grantCredits(grant(-2_500_001, 'too much'))).toEqual({
        outcome: 'out-of-range',
        credits: 2_500_000,
      })
      expect(await accounts.grantCredits(grant(Number.MAX_SAFE_INTEGER, 'too many'))).toMatchObject({
        outcome: 'out-of-range',
      })
      expect(await accounts.grantCredits(grant(-2_500_000, 'all'))).toEqual({ outcome: 'granted' })
      expect(await accounts.ledgerSums('a')).toEqual({ credits: 0, held: 0 })
    })

    test('grants nothing to an account that is unlimited or does not exist', async () => {
      const { accounts } = await open()
      await accounts.addAccount({ ...account, unlimited: true })
      expect(await accounts.findAccount('a')).toMatchObject({ unlimited: true, credits: 0 })
      expect(await accounts.grantCredits(grant(1, 'x'))).toEqual({ outcome: 'unlimited' })
      await expect(accounts.grantCredits({ ...grant(1, 'x'), account: 'unknown' })).rejects.toThrow(
        'there is no account unknown',
      )
      expect(await accounts.ledgerSums('a')).toEqual({ credits: 0, held: 0 })
    })

    test('lists accounts page by page, oldest first', async () => {
      const { accounts } = await open()
      for (const [id, created] of [
        ['youngest', 10],
        ['a', 7],
        ['d', 9],
        ['c', 9],
      ] as const)
        await accounts.addAccount({ ...account, id, created })
      const page = async (limit: number, after?: string) => {
        const { entries, next } = await accounts.listAccounts({ limit, after })
        return [entries.map(({ id }) => id), next]
      }
      expect(await page(3)).toEqual([['a', 'c', 'd'], 'd'])
      expect(await page(2, 'c')).toEqual([['d', 'youngest'], undefined])
      expect(await page(1, 'c')).toEqual([['d'], 'd'])
      expect(await page(4)).toEqual([['a', 'c', 'd', 'youngest'], undefined])
      expect(await page(4, 'unknown'), 'nothing follows it').toEqual([[], undefined])
    })

    test('rejects an id that is taken', async () => {
      const { accounts } = await open()
      await accounts.addAccount(account)
      await expect(accounts.addAccount({ ...account, name: 'B' })).rejects.toThrow()
      expect((await accounts.findAccount('a'))?.name).toBe('A')
    })
  })
}

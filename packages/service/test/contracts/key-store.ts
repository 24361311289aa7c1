import { describe, expect, test } from 'vitest'
import type { KeyQuery } from '../../src/keep/store/key-store.js'
import type { Stores } from '../../src/keep/store/stores.js'

/** What every KeyStore promises. */
export function keyStoreContract(name: string, open: () => Promise<Pick<Stores, 'accounts' | 'keys'>>): void {
  const opened = async () => {
    const stores = await open()
    for (const id of ['a', 'b'])
      await stores.accounts.addAccount({ id, name: id, unlimited: true, credits: 0, created: 7 })
    return stores
  }
  const plain = { name: '', expires: undefined, scopes: undefined, quota: { tasks: undefined, credits: undefined } }

  describe(`${name}: a key store`, () => {
    test('finds a key by its hash, with its account and all that it was given', async () => {
      const { keys, accounts } = await opened()
      const full = {
        ...{ id: 'key_1', account: 'a', name: 'ci', created: 8, expires: 99 },
        ...{ scopes: ['read', 'assets'] as const, quota: { tasks: 3, credits: 2_500_000 } },
      }
      await keys.addKey({ ...full, hash: 'h' })
      await keys.addKey({ id: 'key_2', account: 'b', created: 9, hash: 'i' })
      expect(await keys.findKey('h')).toEqual({
        key: { ...full, revoked: false },
        account: await accounts.findAccount('a'),
      })
      expect((await keys.findKey('i'))?.key).toEqual({
        ...plain,
        id: 'key_2',
        account: 'b',
        created: 9,
        revoked: false,
      })
      expect(await keys.findKey('H')).toBeUndefined()
      expect(await keys.keyId('h')).toBe('key_1')
      expect(await keys.keyId('x')).toBeUndefined()
    })

    test('refuses a revoked key, lists it, and keeps the others', async () => {
      const { keys } = await opened()
      for (const [id, hash, account] of [
        ['key_1', 'old', 'a'],
        ['key_2', 'new', 'a'],
        ['key_3', 'x', 'b'],
      ] as const)
        await keys.addKey({ id, hash, account, created: 8 })
      expect(await keys.revokeKey('key_1')).toBe(true)
      expect(await keys.revokeKey('key_1')).toBe(false)
      expect(await keys.revokeKey('key_9')).toBe(false)
      expect(await keys.findKey('old')).toBeUndefined()
      expect((await keys.findKey('new'))?.key.id).toBe('key_2')
      const { entries } = await keys.listKeys({ limit: 9, account: 'a' })
      expect(entries.map(({ id, revoked }) => [id, revoked])).toEqual([
        ['key_1', true],
        ['key_2', false],
      ])
    })

    test('lists keys page by page, oldest first, of an account or of all', async () => {
      const { keys } = await opened()
      for (const [id, account, created] of [
        ['key_4', 'a', 9],
        ['key_2', 'b', 8],
        ['key_1', 'a', 8],
        ['key_3', 'a', 8],
      ] as const)
        await keys.addKey({ id, hash: id, account, created })
      const page = async (query: KeyQuery) => {
        const { entries, next } = await keys.listKeys(query)
        return [entries.map(({ id }) => id), next]
      }
      expect(await page({ limit: 3 })).toEqual([['key_1', 'key_2', 'key_3'], 'key_3'])
      expect(await page({ limit: 3, after: 'key_3' })).toEqual([['key_4'], undefined])
      expect(await page({ limit: 2, account: 'a' })).toEqual([['key_1', 'key_3'], 'key_3'])
      expect(await page({ limit: 2, account: 'a', after: 'key_3' })).toEqual([['key_4'], undefined])
      expect(await page({ limit: 2, account: 'a', after: 'key_9' })).toEqual([[], undefined])
      expect(await page({ limit: 2, account: 'c' })).toEqual([[], undefined])
    })

    test('gives no race of submits more than the quota of a day', async () => {
      const { keys } = await opened()
      await keys.addKey({ id: 'key_1', hash: 'h', account: 'a', created: 8 })
      const race = async (day: number, price: number, quota: { tasks?: number; credits?: number }): Promise<number> => {
        const all = await Promise.all(Array.from({ length: 12 }, () => keys.spendQuota('key_1', day, price, quota)))
        return all.filter(Boolean).length
      }
      expect(await race(1, 10, { tasks: 5 })).toBe(5)
      expect(await keys.quotaUsed('key_1', 1)).toEqual({ tasks: 5, credits: 50 })
      expect(await race(2, 10, { credits: 35 })).toBe(3)
      expect(await race(3, 10, { tasks: 0 })).toBe(0)
      expect(await race(3, 10, { credits: 9 })).toBe(0)
      expect(await keys.quotaUsed('key_1', 3)).toEqual({ tasks: 0, credits: 0 })
      await keys.returnQuota('key_1', 2, 10)
      expect(await keys.quotaUsed('key_1', 2)).toEqual({ tasks: 2, credits: 20 })
      expect(await race(2, 10, { credits: 35 })).toBe(1)
      expect(await keys.forgetUsage(1, 9)).toBe(0)
      expect(await keys.forgetUsage(3, 1)).toBe(1)
      expect(await keys.forgetUsage(3, 9)).toBe(1)
      expect(await keys.quotaUsed('key_1', 1)).toEqual({ tasks: 0, credits: 0 })
    })
  })
}

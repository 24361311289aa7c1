import { describe, expect, test } from 'vitest'
import type { Asset, AssetPlace, AssetStore } from '../../src/keep/store/asset-store.js'

/** What every AssetStore promises. */
export function assetStoreContract(name: string, open: () => Promise<{ assets: AssetStore }>): void {
  const asset: Asset = {
    id: 'asset_1',
    account: 'a',
    status: 'pending',
    contentType: 'image/png',
    bytes: 3,
    file: 'assets/asset_1',
    created: 5,
  }

  /** Adds an asset whose file was noted before it was stored. */
  const add = async (assets: AssetStore, changed: Partial<Asset> = {}): Promise<boolean> => {
    const added = { ...asset, file: `assets/${changed.id ?? asset.id}`, ...changed }
    await assets.noteFile(added.file, added.created)
    return assets.addAsset(added)
  }

  describe(`${name}: an asset store`, () => {
    test('gives an asset to its account only', async () => {
      const { assets } = await open()
      await add(assets)
      expect(await assets.findAsset('a', 'asset_1')).toEqual(asset)
      expect(await assets.findAsset('b', 'asset_1')).toBeUndefined()
      expect(await assets.findAsset('a', 'asset_2')).toBeUndefined()
    })

    test('lists the assets of an account, newest first, page by page', async () => {
      const { assets } = await open()
      for (const [id, account, created] of [
        ['asset_1', 'a', 5],
        ['asset_2', 'a', 7],
        ['asset_3', 'a', 7],
        ['asset_4', 'b', 9],
      ] as const)
        await add(assets, { id, account, created })
      const ids = async (query: { limit: number; after?: AssetPlace }): Promise<string[]> =>
        (await assets.listAssets('a', query)).map(({ id }) => id)
      expect(await ids({ limit: 10 })).toEqual(['asset_3', 'asset_2', 'asset_1'])
      expect(await ids({ limit: 2 })).toEqual(['asset_3', 'asset_2'])
      expect(await ids({ limit: 2, after: { id: 'asset_3', created: 7 } })).toEqual(['asset_2', 'asset_1'])
      await assets.removeAsset('a', 'asset_2')
      expect(await ids({ limit: 2, after: { id: 'asset_2', created: 7 } }), 'behind one that is gone').toEqual([
        'asset_1',
      ])
      expect(await ids({ limit: 2, after: { id: 'asset_1', created: 5 } })).toEqual([])
    })

    test('removes assets of a beginning that are old, some at a time, and their files are loose then', async () => {
      const { assets } = await open()
      for (const [id, created] of [
        ['asset_carried1', 5],
        ['asset_carried2', 6],
        ['asset_carried3', 7],
        ['asset_carrie', 5],
        ['assetxcarried', 5],
      ] as const)
        await add(assets, { id, created })
      expect(await assets.removeAged('asset_carried', 7, 1)).toBe(1)
      expect(await assets.removeAged('asset_carried', 7, 9)).toBe(1)
      expect(await assets.removeAged('asset_carried', 7, 9)).toBe(0)
      const left = await assets.listAssets('a', { limit: 9 })
      expect(left.map(({ id }) => id).toSorted()).toEqual(['asset_carrie', 'asset_carried3', 'assetxcarried'])
      const loose = await assets.claimLooseFiles(1, 9)
      expect(loose.toSorted()).toEqual(['assets/asset_carried1', 'assets/asset_carried2'])
    })

    test('removes an asset of its account, and knows what is left', async () => {
      const { assets } = await open()
      await add(assets)
      await add(assets, { id: 'asset_2', bytes: 5 })
      expect(await assets.usage('a')).toEqual({ count: 2, bytes: 8 })
      expect(await assets.removeAsset('b', 'asset_1')).toBeUndefined()
      expect(await assets.removeAsset('a', 'asset_1')).toBe('assets/asset_1')
      expect(await assets.removeAsset('a', 'asset_1')).toBeUndefined()
      expect(await assets.usage('a')).toEqual({ count: 1, bytes: 5 })
      expect(await assets.usage('b')).toEqual({ count: 0, bytes: 0 })
    })

    test('knows the files that no asset owns: of uploads that never ended, and of assets that were removed', async () => {
      const { assets } = await open()
      await assets.noteFile('assets/killed', 100)
      await assets.noteFile('assets/under-way', 200)
      await add(assets)
      expect(await assets.claimLooseFiles(200, 10)).toEqual(['assets/killed'])
      await assets.removeAsset('a', 'asset_1')
      expect((await assets.claimLooseFiles(200, 10)).sort()).toEqual(['assets/asset_1', 'assets/killed'])
      expect(await assets.claimLooseFiles(200, 1)).toHaveLength(1)
      for (const file of ['assets/asset_1', 'assets/killed']) await assets.forgetFile(file)
      expect(await assets.claimLooseFiles(200, 10)).toEqual([])
    })

    test('adds no asset whose file is being removed, or was not noted', async () => {
      const { assets } = await open()
      await assets.noteFile('assets/asset_1', 100)
      await assets.claimLooseFiles(200, 10)
      expect([await assets.addAsset(asset), await assets.addAsset({ ...asset, file: 'assets/other' })]).toEqual([
        false,
        false,
      ])
      expect(await assets.usage('a')).toEqual({ count: 0, bytes: 0 })
    })
  })
}

export type AssetStatus = 'pending' | 'approved' | 'rejected'

/** A file of the asset library, named in requests as `assetId://{id}`. */
export interface Asset {
  id: string
  account: string
  status: AssetStatus
  contentType: string
  bytes: number
  /** Key in the file store. */
  file: string
  created: number
}

/** Assets of files that requests carried, in the place of a reference: how their IDs begin, and for how many milliseconds they are kept. */
export const carriedAssets = { prefix: 'asset_carried', kept: 14 * 24 * 60 * 60 * 1000 }

/** Whether the string is formed as an asset ID is. */
export function isAssetId(text: string): boolean {
  return /^asset_[A-Za-z0-9]{1,40}$/.test(text)
}

/** The place of an asset in the list. */
export type AssetPlace = Pick<Asset, 'created' | 'id'>

/** The place before the first. */
export const beforeAll: AssetPlace = { created: Number.MAX_SAFE_INTEGER, id: '' }

/** Keeps what is known about uploaded assets; the bytes are in the file store. */
export interface AssetStore {
  /** Notes, before anything of it is stored, a file that no asset owns; `now` in milliseconds since the Unix epoch. */
  noteFile(file: string, now: number): Promise<void>
  /**
   * Adds an asset, which owns its file from then on; resolves once that is durable. False, and nothing is added, when the
   * file was not noted, or is being removed.
   */
  addAsset(asset: Asset): Promise<boolean>
  /** Files that no asset owns and that were noted before the time given, or belonged to an asset: no asset can own them any more. */
  claimLooseFiles(before: number, limit: number): Promise<string[]>
  /** Forgets a file that no asset owns, once it is removed. */
  forgetFile(file: string): Promise<void>
  /** The asset, when this account owns it. */
  findAsset(account: string, id: string): Promise<Asset | undefined>
  /** Assets of an account, newest first, at most `limit`; with `after`, those that follow that place, whether or not its asset is still there. */
  listAssets(account: string, query: { limit: number; after?: AssetPlace | undefined }): Promise<Asset[]>
  /** Removes what is known about an asset, whose file no asset owns then. Answers its key in the file store; undefined when this account has no such asset. */
  removeAsset(account: string, id: string): Promise<string | undefined>
  /** Removes up to `limit` assets whose IDs begin like this and that were created before the time given; no asset owns their files then. Answers how many. */
  removeAged(prefix: string, before: number, limit: number): Promise<number>
  /** How many assets an account has, and how many bytes in all. */
  usage(account: string): Promise<{ count: number; bytes: number }>
}

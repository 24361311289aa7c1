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

/** Whether the string is formed as an asset ID is. */
export function isAssetId(text: string): boolean {
  return /^asset_[A-Za-z0-9]{1,40}$/.test(text)
}

/** Keeps what is known about uploaded assets; the bytes are in the file store. */
export interface AssetStore {
  /** Adds an asset; resolves once that is durable. */
  addAsset(asset: Asset): Promise<void>
  /** The asset, when this account owns it. */
  findAsset(account: string, id: string): Promise<Asset | undefined>
  /** Assets of an account, newest first, at most `limit`; with `after`, those that follow the asset of that ID. */
  listAssets(account: string, query: { limit: number; after?: string }): Promise<Asset[]>
  /** Removes what is known about an asset. Answers its key in the file store; undefined when this account has no such asset. */
  removeAsset(account: string, id: string): Promise<string | undefined>
  /** How many assets an account has, and how many bytes in all. */
  usage(account: string): Promise<{ count: number; bytes: number }>
  /** pending -> approved or rejected. False when it was reviewed before, or is unknown. */
  reviewAsset(id: string, status: 'approved' | 'rejected'): Promise<boolean>
}

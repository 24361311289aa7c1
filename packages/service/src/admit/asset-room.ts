import { formatCount } from '@model-tasks/validation/count'
import type { AssetLimits } from '../settings/settings.js'
import type { Asset, AssetStore } from '../keep/store/asset-store.js'
import { Turns } from '../base/turns.js'
import { Problem } from './problem.js'

/**
 * Holds what an account uploads to its limits, however much of it arrives at the same time. Each service counts what
 * arrives at itself: uploads that race at several may go beyond the limits by one each.
 */
export class AssetRoom {
  readonly #assets: Pick<AssetStore, 'addAsset' | 'usage'>
  readonly #limits: AssetLimits
  /** Bytes that have arrived of the uploads of an account that are not added yet. */
  readonly #arriving = new Map<string, number>()
  /** By account: each asset is counted before the next one is added. */
  readonly #adding = new Turns()

  constructor(assets: Pick<AssetStore, 'addAsset' | 'usage'>, limits: AssetLimits) {
    this.#assets = assets
    this.#limits = limits
  }

  /** Begins an upload of so many bytes, as far as that is known. Rejects with the problem of an account that has no room for it. */
  async begin(account: string, declared: number): Promise<Upload> {
    const used = await this.#assets.usage(account)
    if (this.#isFull(used, declared)) throw this.#full(used)
    let arrived = 0
    return {
      arrive: (bytes) => {
        arrived += bytes
        const arriving = (this.#arriving.get(account) ?? 0) + bytes
        this.#arriving.set(account, arriving)
        return used.bytes + arriving > this.#limits.bytes ? this.#full(used) : undefined
      },
      add: (asset) => this.#add(asset),
      end: () => {
        const left = (this.#arriving.get(account) ?? 0) - arrived
        if (left > 0) this.#arriving.set(account, left)
        else this.#arriving.delete(account)
      },
    }
  }

  #add(asset: Asset): Promise<boolean> {
    return this.#adding.run(asset.account, async () => {
      const used = await this.#assets.usage(asset.account)
      if (this.#isFull(used, asset.bytes)) throw this.#full(used)
      return this.#assets.addAsset(asset)
    })
  }

  #isFull(used: { count: number; bytes: number }, more: number): boolean {
    return used.count >= this.#limits.count || used.bytes + more > this.#limits.bytes
  }

  #full(used: { count: number; bytes: number }): Problem {
    return new Problem(
      'assets-full',
      `this account has ${formatCount(used.count, 'asset')} with ${used.bytes} bytes, of at most ${this.#limits.count} with ${this.#limits.bytes}; delete some first: DELETE /assets/{id}`,
    )
  }
}

/** An upload on its way. */
export interface Upload {
  /** Counts bytes that have arrived. Answers the problem of those that are too many. */
  arrive(bytes: number): Problem | undefined
  /** Adds the asset, once its file is stored: see `AssetStore`. Rejects with the problem of an account that has no room for it any more. */
  add(asset: Asset): Promise<boolean>
  /** The upload has ended, one way or another. */
  end(): void
}

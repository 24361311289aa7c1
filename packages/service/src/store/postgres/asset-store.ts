import type { Pool } from 'pg'
import { assetFromRow } from '../asset-row.js'
import type { Asset, AssetStore } from '../asset-store.js'
import { integer, text } from '../columns.js'
import { changes, run, statements } from './database.js'

/** What is known about assets, in PostgreSQL. */
export class PostgresAssetStore implements AssetStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async addAsset({ id, account, status, contentType, bytes, file, created }: Asset): Promise<void> {
    await run(this.#pool, sql.addAsset, [id, account, status, contentType, bytes, file, created])
  }

  async findAsset(account: string, id: string): Promise<Asset | undefined> {
    const [row] = await run(this.#pool, sql.findAsset, [id, account])
    return row === undefined ? undefined : assetFromRow(row)
  }

  async listAssets(account: string, { limit, after }: { limit: number; after?: string }): Promise<Asset[]> {
    const rows = await run(this.#pool, sql.listAssets, [account, after ?? null, limit])
    return rows.map(assetFromRow)
  }

  async removeAsset(account: string, id: string): Promise<string | undefined> {
    const [row] = await run(this.#pool, sql.removeAsset, [id, account])
    return row === undefined ? undefined : text(row, 'file')
  }

  async usage(account: string): Promise<{ count: number; bytes: number }> {
    const [row] = await run(this.#pool, sql.usage, [account])
    return row === undefined ? { count: 0, bytes: 0 } : { count: integer(row, 'count'), bytes: integer(row, 'bytes') }
  }

  reviewAsset(id: string, status: 'approved' | 'rejected'): Promise<boolean> {
    return changes(this.#pool, sql.reviewAsset, [status, id])
  }
}

const sql = statements('asset', {
  addAsset:
    'INSERT INTO asset (id, account, status, content_type, bytes, file, created) VALUES ($1, $2, $3, $4, $5, $6, $7)',
  findAsset: 'SELECT * FROM asset WHERE id = $1 AND account = $2',
  listAssets: `SELECT * FROM asset WHERE account = $1
    AND ($2::text IS NULL OR (created, id) < (SELECT created, id FROM asset WHERE id = $2 AND account = $1))
    ORDER BY created DESC, id DESC LIMIT $3`,
  removeAsset: 'DELETE FROM asset WHERE id = $1 AND account = $2 RETURNING file',
  usage: 'SELECT count(*) AS count, coalesce(sum(bytes), 0)::bigint AS bytes FROM asset WHERE account = $1',
  reviewAsset: `UPDATE asset SET status = $1 WHERE id = $2 AND status = 'pending' RETURNING id`,
})

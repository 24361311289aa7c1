import type { Pool } from 'pg'
import { assetFromRow } from '../asset-row.js'
import { beforeAll, type Asset, type AssetPlace, type AssetStore } from '../asset-store.js'
import { integer, text } from '../columns.js'
import { changes, run, statements } from './database.js'

/** What is known about assets, in PostgreSQL. */
export class PostgresAssetStore implements AssetStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async noteFile(file: string, now: number): Promise<void> {
    await run(this.#pool, sql.noteFile, [file, now])
  }

  addAsset({ id, account, status, contentType, bytes, file, created }: Asset): Promise<boolean> {
    return changes(this.#pool, sql.addAsset, [id, account, status, contentType, bytes, file, created])
  }

  async claimLooseFiles(before: number, limit: number): Promise<string[]> {
    return (await run(this.#pool, sql.claimLooseFiles, [before, limit])).map((row) => text(row, 'file'))
  }

  async forgetFile(file: string): Promise<void> {
    await run(this.#pool, sql.forgetFile, [file])
  }

  async findAsset(account: string, id: string): Promise<Asset | undefined> {
    const [row] = await run(this.#pool, sql.findAsset, [id, account])
    return row === undefined ? undefined : assetFromRow(row)
  }

  async listAssets(
    account: string,
    { limit, after = beforeAll }: { limit: number; after?: AssetPlace | undefined },
  ): Promise<Asset[]> {
    const rows = await run(this.#pool, sql.listAssets, [account, after.created, after.id, limit])
    return rows.map(assetFromRow)
  }

  async removeAsset(account: string, id: string): Promise<string | undefined> {
    const [row] = await run(this.#pool, sql.removeAsset, [id, account])
    return row === undefined ? undefined : text(row, 'file')
  }

  async removeAged(prefix: string, before: number, limit: number): Promise<number> {
    return (await run(this.#pool, sql.removeAged, [`${prefix}%`, before, limit])).length
  }

  async usage(account: string): Promise<{ count: number; bytes: number }> {
    const [row] = await run(this.#pool, sql.usage, [account])
    return row === undefined ? { count: 0, bytes: 0 } : { count: integer(row, 'count'), bytes: integer(row, 'bytes') }
  }
}

const sql = statements('asset', {
  noteFile: 'INSERT INTO loose_file (file, since) VALUES ($1, $2)',
  addAsset: `WITH owned AS (DELETE FROM loose_file WHERE file = $6 AND since > 0 RETURNING file)
    INSERT INTO asset (id, account, status, content_type, bytes, file, created)
    SELECT $1, $2, $3, $4, $5, file, $7 FROM owned RETURNING id`,
  claimLooseFiles: `UPDATE loose_file SET since = 0 WHERE file IN (
      SELECT file FROM loose_file WHERE since < $1 LIMIT $2 FOR UPDATE SKIP LOCKED
    ) RETURNING file`,
  forgetFile: 'DELETE FROM loose_file WHERE file = $1',
  findAsset: 'SELECT * FROM asset WHERE id = $1 AND account = $2',
  listAssets: `SELECT * FROM asset WHERE account = $1 AND (created, id) < ($2, $3) ORDER BY created DESC, id DESC LIMIT $4`,
  removeAsset: `WITH removed AS (DELETE FROM asset WHERE id = $1 AND account = $2 RETURNING file)
    INSERT INTO loose_file (file, since) SELECT file, 0 FROM removed RETURNING file`,
  removeAged: `WITH aged AS (
      SELECT id FROM asset WHERE id LIKE replace($1, '_', '\\_') AND created < $2 LIMIT $3 FOR UPDATE SKIP LOCKED
    ), removed AS (DELETE FROM asset WHERE id IN (SELECT id FROM aged) RETURNING file)
    INSERT INTO loose_file (file, since) SELECT file, 0 FROM removed RETURNING file`,
  usage: 'SELECT count(*) AS count, coalesce(sum(bytes), 0)::bigint AS bytes FROM asset WHERE account = $1',
})

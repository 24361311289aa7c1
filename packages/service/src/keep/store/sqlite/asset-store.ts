import { assetFromRow } from '../asset-row.js'
import { beforeAll, type Asset, type AssetPlace, type AssetStore } from '../asset-store.js'
import { integer, text } from '../columns.js'
import type { SqliteDatabase } from './database.js'
import type { GroupCommit } from './group-commit.js'

/** What is known about assets, in SQLite. */
export class SqliteAssetStore implements AssetStore {
  readonly #database: SqliteDatabase
  readonly #group: GroupCommit

  constructor(database: SqliteDatabase, group: GroupCommit) {
    this.#database = database
    this.#group = group
  }

  noteFile(file: string, now: number): Promise<void> {
    const note = this.#database.prepare('INSERT INTO loose_file (file, since) VALUES (?, ?)')
    return this.#group.run(() => void note.run(file, now))
  }

  addAsset({ id, account, status, contentType, bytes, file, created }: Asset): Promise<boolean> {
    const own = this.#database.prepare('DELETE FROM loose_file WHERE file = ? AND since > 0')
    const insert = this.#database.prepare(
      'INSERT INTO asset (id, account, status, content_type, bytes, file, created) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    return this.#group.run(() => {
      if (Number(own.run(file).changes) === 0) return false
      insert.run(id, account, status, contentType, bytes, file, created)
      return true
    })
  }

  claimLooseFiles(before: number, limit: number): Promise<string[]> {
    const claim = this.#database.prepare(
      'UPDATE loose_file SET since = 0 WHERE file IN (SELECT file FROM loose_file WHERE since < ? LIMIT ?) RETURNING file',
    )
    return this.#group.run(() => claim.all(before, limit).map((row) => text(row, 'file')))
  }

  forgetFile(file: string): Promise<void> {
    const forget = this.#database.prepare('DELETE FROM loose_file WHERE file = ?')
    return this.#group.run(() => void forget.run(file))
  }

  async findAsset(account: string, id: string): Promise<Asset | undefined> {
    const row = this.#database.prepare('SELECT * FROM asset WHERE id = ? AND account = ?').get(id, account)
    return row === undefined ? undefined : assetFromRow(row)
  }

  async listAssets(
    account: string,
    { limit, after = beforeAll }: { limit: number; after?: AssetPlace | undefined },
  ): Promise<Asset[]> {
    const rows = this.#database
      .prepare(
        'SELECT * FROM asset WHERE account = ? AND (created, id) < (?, ?) ORDER BY created DESC, id DESC LIMIT ?',
      )
      .all(account, after.created, after.id, limit)
    return rows.map(assetFromRow)
  }

  removeAsset(account: string, id: string): Promise<string | undefined> {
    const remove = this.#database.prepare('DELETE FROM asset WHERE id = ? AND account = ? RETURNING file')
    const loosen = this.#database.prepare('INSERT INTO loose_file (file, since) VALUES (?, 0)')
    return this.#group.run(() => {
      const row = remove.get(id, account)
      if (row === undefined) return undefined
      const file = text(row, 'file')
      loosen.run(file)
      return file
    })
  }

  removeAged(prefix: string, before: number, limit: number): Promise<number> {
    const remove = this.#database.prepare(
      `DELETE FROM asset WHERE id IN (
        SELECT id FROM asset WHERE id >= ? AND id < ? AND created < ? LIMIT ?
      ) RETURNING file`,
    )
    const loosen = this.#database.prepare('INSERT INTO loose_file (file, since) VALUES (?, 0)')
    return this.#group.run(() => {
      const removed = remove.all(prefix, `${prefix}~`, before, limit)
      for (const row of removed) loosen.run(text(row, 'file'))
      return removed.length
    })
  }

  async usage(account: string): Promise<{ count: number; bytes: number }> {
    const row = this.#database
      .prepare('SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM asset WHERE account = ?')
      .get(account)
    return row === undefined ? { count: 0, bytes: 0 } : { count: integer(row, 'count'), bytes: integer(row, 'bytes') }
  }
}

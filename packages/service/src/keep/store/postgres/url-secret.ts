import { randomBytes } from 'node:crypto'
import type { Query } from './restored-tasks.js'

/** The secret of result URLs in a database; undefined when no service has used it yet. */
export async function storedUrlSecret(query: Query): Promise<Buffer | undefined> {
  const [row] = await query(`SELECT value FROM secret WHERE name = 'result-url'`, [])
  const value = row?.['value']
  return Buffer.isBuffer(value) ? value : undefined
}

/** The same, made where there is none. */
export async function sharedUrlSecret(query: Query): Promise<Buffer> {
  await query(`INSERT INTO secret (name, value) VALUES ('result-url', $1) ON CONFLICT DO NOTHING`, [randomBytes(32)])
  const secret = await storedUrlSecret(query)
  if (secret === undefined) throw new Error('the table secret holds no result-url')
  return secret
}

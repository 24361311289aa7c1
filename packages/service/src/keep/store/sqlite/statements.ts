import type { SqliteDatabase, SqliteStatement, SqliteValue } from './database.js'

/**
 * The statements of one store by their names, each prepared when it is first used: all of them take longer than all else that
 * opening a file does, and a command uses few. One that writes tasks or enters in the ledger says OR ROLLBACK: their
 * triggers would otherwise have SQLite copy each page that it changes, in case it has to be undone alone, for up to twice the
 * processor time. Nothing is lost by it: a group whose transaction was rolled back is committed again, change by change.
 */
export function prepare<Texts extends Readonly<Record<string, string>>>(
  database: SqliteDatabase,
  texts: Texts,
): Record<keyof Texts, SqliteStatement> {
  const statements = {} as Record<keyof Texts, SqliteStatement>
  for (const [name, text] of Object.entries(texts)) {
    let prepared: SqliteStatement | undefined
    Object.defineProperty(statements, name, { get: () => (prepared ??= database.prepare(text)) })
  }
  return statements
}

/** Runs a statement that is to change one row. Answers whether it did. */
export function changes(statement: SqliteStatement, ...values: SqliteValue[]): boolean {
  return Number(statement.run(...values).changes) > 0
}

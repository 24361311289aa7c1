import type { SqliteDatabase, SqliteStatement, SqliteValue } from './database.js'

/** Prepares the statements of one store by their names. */
export function prepare<Texts extends Readonly<Record<string, string>>>(
  database: SqliteDatabase,
  texts: Texts,
): Record<keyof Texts, SqliteStatement> {
  const prepared = Object.entries(texts).map(([name, text]) => [name, database.prepare(text)])
  return Object.fromEntries(prepared) as Record<keyof Texts, SqliteStatement>
}

/** Runs a statement that is to change one row. Answers whether it did. */
export function changes(statement: SqliteStatement, ...values: SqliteValue[]): boolean {
  return Number(statement.run(...values).changes) > 0
}

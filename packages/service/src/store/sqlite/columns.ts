import type { SqliteRow } from './database.js'

/** The text in a column. Throws when it holds anything else: the file is not ours or is damaged. */
export function text(row: SqliteRow, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`column ${column} holds no text`)
  return value
}

/** The number in a column. Throws when it holds anything else. */
export function number(row: SqliteRow, column: string): number {
  const value = row[column]
  if (typeof value !== 'number' && typeof value !== 'bigint') throw new Error(`column ${column} holds no number`)
  return Number(value)
}

/** Whether a column holds anything at all. */
export function present(row: SqliteRow, column: string): boolean {
  return row[column] !== null && row[column] !== undefined
}

/** The text in a column, when it is one of the words given. Throws otherwise. */
export function word<Word extends string>(row: SqliteRow, column: string, words: readonly Word[]): Word {
  const value = text(row, column)
  const found = words.find((one) => one === value)
  if (found === undefined) throw new Error(`column ${column} holds the unknown word ${value}`)
  return found
}

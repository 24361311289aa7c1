/** A row as a database's driver gives it. */
export type Row = Readonly<Record<string, unknown>>

/** The string in a column. Throws when it holds anything else: the database is not ours or is damaged. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new Error(`column ${column} does not hold a string`)
  return value
}

/** The number in a column, also where the driver gives it as digits, as PostgreSQL's does for what may be larger than a double holds. Throws when it holds anything else. */
export function number(row: Row, column: string): number {
  const value = row[column]
  const found = typeof value === 'bigint' || (typeof value === 'string' && /^-?\d/.test(value)) ? Number(value) : value
  if (typeof found !== 'number' || Number.isNaN(found)) throw new Error(`column ${column} does not hold a number`)
  return found
}

/** The integer in a column. Throws when it holds anything else, or an integer that a double does not hold exactly. */
export function integer(row: Row, column: string): number {
  const value = number(row, column)
  if (!Number.isSafeInteger(value)) throw new Error(`column ${column} does not hold a safe integer`)
  return value
}

/** Whether a column says yes: as a truth value, or as 1 where a database has none. */
export function yes(row: Row, column: string): boolean {
  return row[column] === true || row[column] === 1
}

/** Whether a column holds anything at all. */
export function present(row: Row, column: string): boolean {
  return row[column] !== null && row[column] !== undefined
}

/** The string in a column, when it is one of the words given. Throws otherwise. */
export function word<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const value = text(row, column)
  const found = words.find((one) => one === value)
  if (found === undefined) throw new Error(`column ${column} holds the unknown word ${value}`)
  return found
}

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { budgetStart } from '../src/keep/store/sqlite/budget-tables.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { temporaryFolder } from './support/folder.js'

test('the month of every day until 2200 begins when it does in UTC', async () => {
  const database = await openSqlite(join(temporaryFolder(), 'month.db'))
  const statement = database.prepare(
    `SELECT ${budgetStart(`'month'`, '?1')} AS start, ${budgetStart(`'day'`, '?1')} AS day`,
  )
  for (let day = 0; day < 84_000; day += 1) {
    const at = new Date(day * 86_400_000 + ((day * 7_919) % 86_400_000))
    expect(statement.get(at.getTime())).toEqual({
      start: Date.UTC(at.getUTCFullYear(), at.getUTCMonth()),
      day: day * 86_400_000,
    })
  }
  database.close()
})

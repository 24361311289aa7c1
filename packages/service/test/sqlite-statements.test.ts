import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../src/keep/store/sqlite')

test('every statement that writes tasks or enters in the ledger says OR ROLLBACK', () => {
  // A migration runs once, in a transaction of its own.
  const sources = readdirSync(folder).filter((name) => name !== 'migrations.ts')
  const written = sources.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => /\b(?:UPDATE|INSERT)\b[A-Z ]*\b(?:task|ledger)\b (?:SET|\()/.test(line)),
  )
  expect(written.length).toBeGreaterThan(20)
  expect(written.filter((line) => !line.includes(' OR ROLLBACK '))).toEqual([])
})

import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite, type SqliteDatabase } from '../src/keep/store/sqlite/database.js'
import { GroupCommit } from '../src/keep/store/sqlite/group-commit.js'
import { prepareSchema } from '../src/keep/store/sqlite/schema.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { temporaryFolder } from './support/folder.js'

const fullLog = { makeRoom: () => false }

async function counted(): Promise<{ group: GroupCommit; commits: () => number; database: SqliteDatabase }> {
  const database = await openSqlite(join(temporaryFolder(), 'x.db'))
  onTestFinished(() => {
    database.close()
  })
  database.exec('CREATE TABLE item (name TEXT PRIMARY KEY)')
  let commits = 0
  const counting: SqliteDatabase = {
    exec(sql) {
      database.exec(sql)
      if (sql === 'COMMIT') commits += 1
    },
    prepare: (sql) => database.prepare(sql),
    close: () => {
      database.close()
    },
  }
  return { group: new GroupCommit(counting, fullLog), commits: () => commits, database }
}

test('many changes of one turn share one commit', async () => {
  const { group, commits, database } = await counted()
  const insert = database.prepare('INSERT INTO item VALUES (?)')
  await Promise.all(Array.from({ length: 500 }, (_, index) => group.run(() => insert.run(`item ${index}`))))
  expect(commits()).toBe(1)
  expect(database.prepare('SELECT count(*) AS items FROM item').get()).toEqual({ items: 500 })
})

test('a change that fails takes no other with it', async () => {
  const { group, database } = await counted()
  const insert = database.prepare('INSERT INTO item VALUES (?)')
  const outcomes = await Promise.allSettled(['a', 'b', 'a', 'c'].map((name) => group.run(() => insert.run(name))))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(
    database
      .prepare('SELECT name FROM item ORDER BY name')
      .all()
      .map(({ name }) => name),
  ).toEqual(['a', 'b', 'c'])
})

test('nothing is answered before the commit', async () => {
  const { group, commits, database } = await counted()
  const insert = database.prepare('INSERT INTO item VALUES (?)')
  const commitsWhenAnswered = await group.run(() => insert.run('a')).then(() => commits())
  expect(commitsWhenAnswered).toBe(1)
})

test('a change is lost, and says so, when the commit fails', async () => {
  const database = await openSqlite(join(temporaryFolder(), 'x.db'))
  onTestFinished(() => {
    database.close()
  })
  database.exec('CREATE TABLE item (name TEXT)')
  const failing: SqliteDatabase = {
    exec(sql) {
      if (sql === 'COMMIT') throw new Error('disk full')
      database.exec(sql)
    },
    prepare: (sql) => database.prepare(sql),
    close: () => undefined,
  }
  const group = new GroupCommit(failing, fullLog)
  const insert = database.prepare('INSERT INTO item VALUES (?)')
  await expect(group.run(() => insert.run('a'))).rejects.toThrow('disk full')
  expect(database.prepare('SELECT count(*) AS items FROM item').get()).toEqual({ items: 0 })
})

test('the file is set to survive a loss of power', async () => {
  const database = await openSqlite(join(temporaryFolder(), 'tasks.db'))
  onTestFinished(() => {
    database.close()
  })
  prepareSchema(database)
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
  expect(database.prepare('PRAGMA synchronous').get(), '2 is FULL: an fsync a commit').toEqual({ synchronous: 2 })
})

test('a file of a newer version is left alone', async () => {
  const path = join(temporaryFolder(), 'tasks.db')
  const database = await openSqlite(path)
  database.exec('PRAGMA user_version = 99')
  database.close()
  await expect(openSqliteStores(path)).rejects.toThrow('newer version')
})

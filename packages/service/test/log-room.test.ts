import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite, type SqliteDatabase } from '../src/keep/store/sqlite/database.js'
import { LogRoom } from '../src/keep/store/sqlite/log-room.js'
import { prepareSchema } from '../src/keep/store/sqlite/schema.js'
import { temporaryFolder } from './support/folder.js'

const mebibyte = 1024 ** 2

/** A file that SQLite writes a log beside, on a disk of which a test says how much is free, and that can fail to empty the log. */
async function file(free = 100 * mebibyte) {
  const path = join(temporaryFolder(), 'tasks.db')
  const open = async (): Promise<SqliteDatabase> => {
    const database = await openSqlite(path)
    onTestFinished(() => {
      database.close()
    })
    return database
  }
  const database = await open()
  prepareSchema(database)
  const disk = { free, fails: false, tries: 0 }
  const watched: SqliteDatabase = {
    exec: (sql) => {
      database.exec(sql)
    },
    prepare: (sql) => {
      if (sql.includes('wal_checkpoint')) disk.tries += 1
      if (disk.fails) throw new Error('database or disk is full')
      return database.prepare(sql)
    },
    close: () => undefined,
  }
  return {
    ...{ disk, database, open },
    room: new LogRoom(watched, () => disk.free),
    logSize: () => (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0),
    setting: (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0],
  }
}

test('the log may take an eighth of the room, from 100 pages to 4,000', async () => {
  const pages = async (free: number) => (await file(free)).setting('wal_autocheckpoint')
  expect(await pages(mebibyte)).toBe(100)
  expect(await pages(6 * mebibyte)).toBe(192)
  expect(await pages(1000 * mebibyte)).toBe(4000)
})

test('a log that fills the disk is emptied into the database', async () => {
  const { room, logSize, setting } = await file()
  expect(logSize()).toBeGreaterThan(0)
  expect(room.makeRoom()).toBe(true)
  expect(logSize()).toBe(0)
  expect(setting('busy_timeout'), 'changes wait for others again').toBe(5000)
})

test('a log that a backup reads stays', async () => {
  const { room, logSize, setting, open, disk } = await file()
  const backup = await open()
  backup.exec('BEGIN')
  backup.prepare('SELECT * FROM task').all()
  expect(room.makeRoom()).toBe(false)
  expect(setting('busy_timeout')).toBe(5000)
  backup.exec('COMMIT')
  expect(room.makeRoom(), 'it is tried again in as much room').toBe(true)
  expect([logSize(), disk.tries]).toEqual([0, 2])
})

test('a log that could not be emptied for lack of room is tried again only in more room', async () => {
  const { room, setting, disk } = await file()
  disk.fails = true
  expect(room.makeRoom()).toBe(false)
  expect(setting('busy_timeout')).toBe(5000)
  disk.fails = false
  expect(room.makeRoom()).toBe(false)
  expect(disk.tries).toBe(1)
  disk.free += 1
  expect(room.makeRoom()).toBe(true)
  disk.free = 0
  expect(room.makeRoom(), 'it was emptied since').toBe(true)
})

test('a log is emptied on a disk without any room, where the database has its own', async () => {
  const { room, logSize } = await file(0)
  expect(room.makeRoom()).toBe(true)
  expect(logSize()).toBe(0)
})

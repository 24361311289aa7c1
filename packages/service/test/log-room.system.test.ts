/** SQLite's log beside the database, on disks that are small or nearly full. */
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import type { Stores } from '../src/keep/store/stores.js'
import { newTask } from './contracts/open-stores.js'
import { mayMount, smallDisk } from './support/small-disk.js'

const mebibyte = 1024 ** 2

/** Stores on a disk of so many MiB. */
async function open(size: number): Promise<Stores & { folder: string; path: string }> {
  const folder = smallDisk(size)
  const path = join(folder, 'tasks.db')
  const first = await openSqliteStores(path)
  await first.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  // Which brings the tables from the log into the database.
  await first.close()
  const stores = await openSqliteStores(path)
  onTestFinished(() => stores.close())
  return { ...stores, folder, path }
}

test.runIf(mayMount)('a small disk is filled by tasks, not by the log', async () => {
  const { tasks, folder, path } = await open(6)
  const ballast = join(folder, 'ballast')
  writeFileSync(ballast, Buffer.alloc(mebibyte / 4))
  const submit = (): Promise<unknown> =>
    tasks.submit({ task: newTask({ parameters: { model: 'm', prompt: 'boat '.repeat(1000) } }) })
  const accepted = await fill(submit)
  expect(statSync(path).size).toBeGreaterThan(3 * mebibyte)
  expect(accepted).toBeGreaterThan(400)
  rmSync(ballast)
  await submit()
})

test.runIf(mayMount)('a log that fills the disk gives back its room', async () => {
  const { accounts, folder } = await open(24)
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize - mebibyte))
  for (let times = 0; times < 1000; times++) await accounts.setDisabled('rich', times % 2 === 0)
})

/** Writes until the disk is full. Returns how many writes it took. */
async function fill(write: () => Promise<unknown>): Promise<number> {
  for (let times = 0; ; times++) {
    try {
      await write()
    } catch (error) {
      expect(error).toMatchObject({ message: 'database or disk is full' })
      return times
    }
  }
}

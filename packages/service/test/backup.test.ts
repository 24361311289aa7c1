import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../src/administration/run.js'
import { openStores } from '../src/store/open.js'
import { expectBalanced } from './contracts/ledger.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'
import { image, testService, video } from './support/service.js'

const run = async (data: string, ...words: string[]): Promise<string[]> => {
  const lines: string[] = []
  await runCommand(words, { dataDirectory: data, databaseUrl: undefined, s3: undefined }, (line) => lines.push(line))
  return lines
}

test('a backup made while tasks are submitted holds every task acknowledged before it, with its file and credits', async () => {
  const { submit, ended, folder, key, service } = await testService()
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push((await ended((await submit(image)).body.id)).id)
  const target = join(temporaryFolder(), 'backup')
  const more = Promise.all(Array.from({ length: 50 }, () => submit(image)))
  expect(await run(folder, 'backup', target)).toEqual([expect.stringMatching(/^\d+ tasks, the database verified$/)])
  await more
  await service.close()
  expect(existsSync(join(target, 'local-credentials.json')), 'no key in the clear').toBe(false)
  expect(statSync(join(target, 'tasks.db')).mode & 0o077).toBe(0)

  const restored = temporaryFolder()
  await run(restored, 'restore', target)
  const again = await testService({ dataDirectory: restored, key })
  for (const id of ids) {
    const task = await again.ended(id)
    expect([task.status, await (await fetch(task.result_url)).text()]).toEqual(['completed', `result of ${id}`])
  }
})

test('backup and restore overwrite nothing, and reject what is not a backup', async () => {
  const { folder, service } = await testService()
  const target = join(temporaryFolder(), 'backup')
  await run(folder, 'backup', target)
  await expect(run(folder, 'backup', target)).rejects.toThrow('exists; give a folder that does not')
  await expect(run(folder, 'restore', target)).rejects.toThrow('in use by another service')
  await service.close()
  await expect(run(folder, 'restore', target)).rejects.toThrow('is not empty')
  const empty = temporaryFolder()
  await expect(run(empty, 'restore', temporaryFolder())).rejects.toThrow('is not a backup')
  writeFileSync(join(target, 'tasks.db'), 'damaged '.repeat(2000))
  await expect(run(empty, 'restore', target)).rejects.toThrow(/damaged|cannot be read/)
  expect(readdirSync(empty)).toEqual([])
})

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  test('PostgreSQL is saved while tasks are submitted, and restored into an empty database with every task, key and credit', async () => {
    const [from, to] = [await emptyDatabase(), await emptyDatabase()]
    const { submit, service, key } = await testService({ databaseUrl: from })
    const target = join(temporaryFolder(), 'backup')
    const run = async (databaseUrl: string, ...words: string[]): Promise<string> => {
      const lines: string[] = []
      const settings = { databaseUrl, dataDirectory: temporaryFolder(), s3: undefined }
      await runCommand(words, settings, (line) => lines.push(line))
      return lines.join()
    }
    const before = await Promise.all(Array.from({ length: 8 }, () => submit(image)))
    // What is submitted meanwhile is in the backup or not, as a whole.
    const [said, during] = await Promise.all([
      run(from, 'backup', target),
      Promise.all(Array.from({ length: 8 }, () => submit(video))),
    ])
    expect(said).toMatch(/^\d+ tasks, the database verified$/)
    await expect(run(from, 'backup', target)).rejects.toThrow('exists; give a folder that does not')
    await expect(run(from, 'restore', target)).rejects.toThrow('the database is not empty')
    await service.close()
    expect(await run(to, 'restore', target)).toBe(said)
    const restored = await testService({ databaseUrl: to, key })
    for (const { body } of before) expect((await restored.call('GET', `/tasks/${body.id}`)).status).toBe(200)
    const found = await Promise.all(during.map(({ body }) => restored.call('GET', `/tasks/${body.id}`)))
    expect(Number(said.split(' ')[0])).toBe(before.length + found.filter(({ status }) => status === 200).length)
    const stores = await openStores({ databaseUrl: to, dataDirectory: '' })
    onTestFinished(() => stores.close())
    await expectBalanced(stores.accounts)
    // A backup of which a part is gone is refused, and leaves nothing in the database.
    const tasks = readFileSync(join(target, 'task.jsonl'), 'utf8').split('\n')
    writeFileSync(join(target, 'task.jsonl'), tasks.slice(1).join('\n'))
    const empty = await emptyDatabase()
    await expect(run(empty, 'restore', target)).rejects.toThrow('it is damaged')
    rmSync(join(target, 'task.jsonl'))
    await expect(run(empty, 'restore', target)).rejects.toThrow('task.jsonl is missing; the backup is damaged')
    await expect(run(empty, 'restore', temporaryFolder())).rejects.toThrow('is not a backup of PostgreSQL')
    writeFileSync(join(target, 'task.jsonl'), tasks.join('\n'))
    expect(await run(empty, 'restore', target)).toBe(said)
  })
})

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../src/administration/run.js'
import { temporaryFolder } from './support/folder.js'
import { image, testService } from './support/service.js'

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

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const source = new URL('../src/test-tools.js', import.meta.url).href
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'installs-'))
  const own = { name: 'nothing', version: '1.0.0' }
  await writeFile(join(folder, 'package.json'), JSON.stringify(own))
  const lockfile = { ...own, lockfileVersion: 3, requires: true, packages: { '': own } }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lockfile))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Installs what the folder's lockfile names, in a process of its own. Answers what that said. */
async function install(stale?: number): Promise<string> {
  const script = `
    const { mkdir } = await import('node:fs/promises')
    const { installLocked } = await import(${JSON.stringify(source)})
    await mkdir(${JSON.stringify(join(folder, 'node_modules'))}, { recursive: true })
    console.log(await installLocked(${JSON.stringify(folder)}, { begins: () => console.log('installs'), stale: ${stale} }) ?? 'done')`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return stdout.trim()
}

test('of processes that want the same packages one installs, and the others wait for it', async () => {
  const said = await Promise.all([install(), install(), install()])
  expect(said.toSorted()).toEqual(['already there', 'already there', 'installs\ndone'])
  expect((await readdir(folder)).filter((name) => name.startsWith('.installing'))).toEqual([])
})

test('a process that was killed while it installed, wherever it ran, holds up none for long', async () => {
  await writeFile(join(folder, '.installing'), '')
  expect(await install(1000)).toBe('installs\ndone')
})

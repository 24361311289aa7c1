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
async function install(): Promise<string> {
  const script = `
    const { mkdir } = await import('node:fs/promises')
    const { installLocked } = await import(${JSON.stringify(source)})
    await mkdir(${JSON.stringify(join(folder, 'node_modules'))}, { recursive: true })
    console.log(await installLocked(${JSON.stringify(folder)}, () => console.log('installs')) ?? 'done')`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return stdout.trim()
}

test('of processes that want the same packages one installs, and the others wait for it', async () => {
  const said = await Promise.all([install(), install(), install()])
  expect(said.toSorted()).toEqual(['already there', 'already there', 'installs\ndone'])
  expect((await readdir(folder)).filter((name) => name.startsWith('.installing'))).toEqual([])
})

test('a process that was killed while it installed holds up none', async () => {
  const { pid } = execFile(process.execPath, ['-e', ''])
  await writeFile(join(folder, '.installing'), String(pid))
  expect(await install()).toBe('installs\ndone')
})

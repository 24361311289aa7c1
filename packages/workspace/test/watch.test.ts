import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const source = new URL('../src/watch.js', import.meta.url).href
let folder: string
let watching: ChildProcess
let said: string

/** Watches two folders in a process of its own, which says what changed, and fails while there is a file `broken`. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watch-'))
  for (const path of ['spec/models', 'packages/cli/src', 'packages/cli/dist'])
    await mkdir(join(folder, path), { recursive: true })
  await writeFile(join(folder, 'spec/models/a.json'), '1')
  said = ''
  const script = `
    const { watchFolders } = await import(${JSON.stringify(source)})
    const { existsSync } = await import('node:fs')
    await watchFolders(${JSON.stringify(folder)}, ['spec', 'packages/cli'], async (folders) => {
      if (existsSync(${JSON.stringify(join(folder, 'broken'))})) throw new Error('broken: ' + [...folders].sort())
      console.log('changed: ' + [...folders].sort())
    })
    console.log('watching')`
  watching = spawn(process.execPath, ['--input-type=module', '-e', script])
  for (const stream of [watching.stdout, watching.stderr]) stream?.on('data', (chunk) => (said += String(chunk)))
  await expect.poll(() => said).toBe('watching\n')
})
afterEach(async () => {
  watching.kill()
  await rm(folder, { recursive: true })
})

/** Makes a change and answers what the watching process says of it. */
async function after(change: () => Promise<void>): Promise<string> {
  said = ''
  await change()
  await expect.poll(() => said).toMatch(/\n$/)
  return said.split('\n')[0] ?? ''
}

const write = (path: string) => () => writeFile(join(folder, path), String(process.hrtime.bigint()))

/** As many editors save, and `sed -i`: one event. */
const replace = (path: string) => async () => {
  await write(`${path}~`)()
  await rename(join(folder, `${path}~`), join(folder, path))
}

test('sees a file that an editor replaces every time, and what is written into it afterwards', async () => {
  for (let time = 0; time < 3; time += 1) {
    expect(await after(replace('spec/models/a.json'))).toBe('changed: spec')
    expect(await after(write('spec/models/a.json'))).toBe('changed: spec')
  }
})

test('sees files in a folder that came later, was removed, and came again', async () => {
  for (let time = 0; time < 2; time += 1) {
    expect(await after(async () => void (await mkdir(join(folder, 'spec/upstreams'))))).toBe('changed: spec')
    expect(await after(write('spec/upstreams/b.json'))).toBe('changed: spec')
    expect(await after(() => rm(join(folder, 'spec/upstreams'), { recursive: true }))).toBe('changed: spec')
  }
})

test('does not see what a build writes', async () => {
  await write('packages/cli/dist/main.js')()
  expect(await after(write('spec/models/a.json'))).toBe('changed: spec')
})

test('names what a failed run left undone when something else changes', async () => {
  await write('broken')()
  expect(await after(replace('packages/cli/src/main.ts'))).toBe('broken: packages/cli')
  await rm(join(folder, 'broken'))
  expect(await after(replace('spec/models/a.json'))).toBe('changed: packages/cli,spec')
  expect(await after(replace('spec/models/a.json'))).toBe('changed: spec')
})

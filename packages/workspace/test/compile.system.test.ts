import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const names = Array.from({ length: 40 }, (_, index) => `part-${index}`)
let folder: string
let dist: string

/** A workspace of one package, and the compiler of ours. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compile-'))
  dist = join(folder, 'packages/one/dist')
  await cp(join(root, 'packages/workspace/src'), join(folder, 'packages/workspace/src'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await mkdir(join(folder, 'packages/one/src'), { recursive: true })
  const lines = Array.from({ length: 200 }, (_, line) => `export const line${line}: number = ${line}\n`).join('')
  for (const name of names) await writeFile(join(folder, `packages/one/src/${name}.ts`), lines)
})
afterAll(() => rm(folder, { recursive: true }))

/** Compiles in a process of its own, which `isEnough` may kill, and answers what it said. */
async function compile(isEnough = () => false): Promise<string> {
  const script = `import('./packages/workspace/src/compile.js').then(async (m) => console.log(await m.compile()))`
  const child = spawn(process.execPath, ['-e', script], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  const ended = new Promise((resolve) => child.once('close', resolve))
  while (child.exitCode === null && child.signalCode === null) {
    if (isEnough()) child.kill('SIGKILL')
    await Promise.race([ended, new Promise(setImmediate)])
  }
  await ended
  return said.trim()
}

const contents = (): Promise<string[]> => Promise.all(names.map((name) => readFile(join(dist, `${name}.js`), 'utf8')))

test('makes what changed, and nothing twice', async () => {
  expect(await compile()).toBe('40 files')
  expect(await compile()).toBe('nothing changed')
  await writeFile(join(folder, 'packages/one/src/part-7.ts'), 'export const seven: number = 7\n')
  expect(await compile()).toBe('1 file')
  expect(await readFile(join(dist, 'part-7.js'), 'utf8')).toContain('const seven = 7')
})

test('makes a file again that a killed tsc left empty', async () => {
  await truncate(join(dist, 'part-8.js'))
  expect(await compile()).toBe('1 file')
  expect(await readFile(join(dist, 'part-8.js'), 'utf8')).toContain('line199')
})

test('makes everything again after a compilation that was killed, after anything that it left', async () => {
  await compile()
  const whole = await contents()
  const begun = (): boolean => existsSync(join(dist, '.compiling'))
  // It may end before it is killed, where this process gets no time meanwhile.
  do {
    await rm(dist, { recursive: true })
    await compile(begun)
  } while (!begun())
  // Newer than its source and not empty, as a write that was cut short leaves it.
  await writeFile(join(dist, 'part-9.js'), 'export const li')
  expect(await compile()).toBe('40 files')
  expect(await contents()).toEqual(whole)
  expect(await compile()).toBe('nothing changed')
})

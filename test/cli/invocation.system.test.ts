import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'

const clone = fileURLToPath(new URL('../..', import.meta.url))
const script = join(clone, 'packages/cli/bin/model-tasks.js')
let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
  // What started the tests may have added the project's own commands.
  desk.env.PATH = desk.env
    .PATH!.split(':')
    .filter((folder) => !folder.includes('node_modules'))
    .join(':')
  await mkdir(join(desk.folder, 'bin'))
  await symlink(script, join(desk.folder, 'bin/model-tasks'))
})
afterAll(() => desk.close())

/** What a shell prints for a command; whether it fails is seen in what it prints. */
async function shell(command: string, cwd: string, path = desk.env.PATH!): Promise<{ stdout: string; stderr: string }> {
  const env = { ...desk.env, PATH: path, npm_config_update_notifier: 'false' }
  return promisify(execFile)('/bin/sh', ['-c', command], { cwd, env }).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
}

/** The first command that is printed after `next`. */
async function nextAfter(line: string, cwd: string, path?: string): Promise<string> {
  const { stderr } = await shell(line, cwd, path)
  return /^next {4}(.*)$/m.exec(stderr)?.[1] ?? ''
}

/** The first command that is printed after `next`, and whether it works when it is typed into the same shell. */
async function printed(line: string, cwd: string, path?: string): Promise<{ next: string; works: boolean }> {
  const next = await nextAfter(line, cwd, path)
  const { stdout } = await shell(next, cwd, path)
  return { next, works: stdout.includes('sd_2.0_discount  video') }
}

test('the benchmark of the terminal runs to its end', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(clone, 'test/bench/cli/run.mjs'), '1'])
  expect(stdout).toMatch(/^bare node +[\d.]+ ms +1\.00\nmodel-tasks --help +[\d.]+ ms +[\d.]+\nmodel-tasks run --help /)
})

const mistake = 'models show sd_2.0_discont'

describe('a command to type next works where it is printed', () => {
  test('in a clone, started by npx', async () => {
    expect(await printed(`npx model-tasks ${mistake}`, clone)).toEqual({
      next: 'npx model-tasks models show sd_2.0_discount',
      works: true,
    })
  })

  test('in a clone, started by its path: the same', async () => {
    expect(await nextAfter(`node packages/cli/bin/model-tasks.js ${mistake}`, clone)).toBe(
      'npx model-tasks models show sd_2.0_discount',
    )
  })

  test('on the PATH', async () => {
    const path = `${join(desk.folder, 'bin')}:${desk.env.PATH!}`
    expect(await printed(`model-tasks ${mistake}`, desk.folder, path)).toEqual({
      next: 'model-tasks models show sd_2.0_discount',
      works: true,
    })
  })

  test('elsewhere, started by its path', async () => {
    await mkdir(join(desk.folder, 'a b'), { recursive: true })
    await symlink(join(clone, 'packages/cli'), join(desk.folder, 'a b/cli'))
    const { next, works } = await printed(`node 'a b/cli/bin/model-tasks.js' ${mistake}`, desk.folder)
    expect({ next, works }).toEqual({
      next: expect.stringMatching(/^node .*model-tasks\.js'? models show /),
      works: true,
    })
  })
})

test('a service is started by what starts one here', async () => {
  const start = async (cwd: string): Promise<string> => {
    const { stderr } = await promisify(execFile)(process.execPath, [script, 'get', 'x'], { cwd, env: desk.env }).catch(
      (error: { stderr: string }) => error,
    )
    return /^next {4}(.*)$/m.exec(stderr)?.[1] ?? ''
  }
  const env = { ...desk.env }
  expect(env.MODEL_TASKS_BASE_URL).toBeUndefined()
  await writeFile(join(desk.folder, 'package.json'), '{"name":"elsewhere"}')
  const command = `npm start --prefix ${clone.replace(/\/$/, '')}`
  expect(await start(desk.folder)).toBe(`MODEL_TASKS_DATA=${join(desk.folder, 'data')} ${command}`)
  const inside = join(clone, 'packages/cli/src')
  expect(await start(inside)).toBe(`MODEL_TASKS_DATA=${join(inside, 'data')} ${command}`)
})

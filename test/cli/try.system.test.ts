import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'
import { startAtTerminal, terminalTest } from './support/terminal.js'

let desk: Desk
let temporary: string

beforeEach(async () => {
  desk = await openDesk()
  temporary = join(desk.folder, 'tmp')
  mkdirSync(temporary)
  desk.env.TMPDIR = temporary
})
afterEach(() => desk.close())

const isVideo = (path: string): boolean => readFileSync(path).subarray(4, 8).toString('latin1') === 'ftyp'

test('"try" makes a video in this folder with nothing set up, and leaves nothing else', async () => {
  // What is set for another service has no say: no task may be bought there.
  const elsewhere = { MODEL_TASKS_BASE_URL: 'http://127.0.0.1:9/api', MODEL_TASKS_API_KEY: 'another' }
  const { code, out, err } = await desk.spawn(['try'], { env: elsewhere })
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('completed') })
  const [name = ''] = out.trim().split('\n')
  expect(isVideo(join(desk.folder, name))).toBe(true)
  expect(readdirSync(temporary)).toEqual([])
  expect(readdirSync(desk.folder).sort()).toEqual(['tmp', name].sort())
})

test('"try" takes the words of "run", and ends as it does', async () => {
  const { code, err } = await desk.spawn(['try', 'beta-5.0', 'promt=A lighthouse'])
  expect(code).toBe(3)
  expect(err).toContain('did you mean prompt?')
  expect(readdirSync(temporary)).toEqual([])
})

test('"try" says which folder it cannot use', async () => {
  const { code, err } = await desk.spawn(['try'], { env: { TMPDIR: join(desk.folder, 'not-there') } })
  expect(code).toBe(2)
  expect(err).toContain('the sandbox has no place for its data')
  expect(err).toContain('TMPDIR')
})

terminalTest(
  'Ctrl-C in the middle of "try" ends the task with the sandbox, and advises nothing that cannot work',
  async () => {
    const session = startAtTerminal(desk, ['try', 'sd_2.0_discount', 'prompt=A lighthouse', 'duration=15'])
    await session.until(/task_\w+/)
    session.type('\x03')
    expect(await session.ended).toBe(130)
    expect(session.screen).toContain('stopped: the sandbox is gone, and its task with it')
    expect(session.screen).not.toContain('goes on at the service')
    expect(session.screen).not.toContain('model-tasks get')
    expect(readdirSync(temporary)).toEqual([])
  },
)

terminalTest('at a terminal the sandbox of "try" goes on until Ctrl-C, and the command it prints works', async () => {
  const session = startAtTerminal(desk, ['try', 'beta-5.0', 'prompt=A lighthouse', '--out', 'a.png'])
  await session.until(/until you press Ctrl-C/)
  await session.until(/--out \.\//)
  const [, folder = ''] = /MODEL_TASKS_DATA=(\S+)/.exec(session.screen) ?? []
  const more = await desk.spawn(['run', 'beta-5.0', 'prompt=In fog', '--out', 'b.png'], {
    env: { MODEL_TASKS_DATA: folder },
  })
  expect(more).toMatchObject({ code: 0, out: 'b.png\n' })
  session.type('\x03')
  expect(await session.ended).toBe(0)
  expect(existsSync(folder)).toBe(false)
})

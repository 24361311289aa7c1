import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'
import { startProgram } from './support/terminal.js'

let server: FaultServer
let desk: Desk
let taskId: string

const present = async (shell: string): Promise<boolean> => {
  const found = await promisify(execFile)(shell, ['--version']).then(
    () => true,
    () => false,
  )
  if (!found) console.log(`${shell} is not on this machine, so completion in it was not tested`)
  return found
}

beforeAll(async () => {
  server = await startFaultServer()
  desk = await openDesk(server)
  server.next(
    'capabilities',
    faults.status(200, { object: 'capabilities', extensions: [], polling: { minimumSeconds: 0.05 } }),
  )
  taskId = (await desk.run(['submit', 'beta-5.0', 'prompt=x', '-q'])).out.trim()
  await desk.run(['config', 'set', 'work', '--base-url', 'https://tasks.example.com/api'], { input: 'k' })
  const { program, words } = desk.command([])
  await mkdir(join(desk.folder, 'bin'))
  await writeFile(join(desk.folder, 'bin/model-tasks'), `#!/bin/sh\nexec "${program}" "${words[0]}" "$@"\n`, {
    mode: 0o755,
  })
  desk.env.PATH = `${join(desk.folder, 'bin')}:${desk.env.PATH}`
  for (const shell of ['bash', 'zsh', 'fish'])
    await writeFile(join(desk.folder, `script.${shell}`), (await desk.run(['completion', shell])).out)
})
afterAll(async () => {
  await server.close()
  await desk.close()
})

test('what completes, with descriptions', async () => {
  const complete = async (...words: string[]): Promise<string> => (await desk.run(['complete', '--', ...words])).out
  expect(await complete('wai')).toBe('wait\twait until tasks have ended\n')
  expect(await complete('run', 'epsilonO3', 'asp')).toMatch(/^aspect_ratio=\t/)
  expect(await complete('run', 'epsilonO3', 'aspect_ratio=16:')).toMatch(/^aspect_ratio=16:9\t/)
  expect(await complete('get', '')).toBe(`${taskId}\tbeta-5.0, submitted\n`)
  expect(await complete('wait', taskId, taskId.slice(0, 5))).toContain(taskId)
  expect(await complete('run', '--profile', 'w')).toBe('work\thttps://tasks.example.com/api\n')
  expect(await complete('config', 'use', '')).toContain('work\t')
  expect(await complete('config', '')).toContain('set\tkeep a service and its key as a profile\n')
  expect(await complete('models', '--kind', '')).toBe('video\t\nimage\t\naudio\t\nmesh\t\n')
  expect(await complete('run', '--tim')).toMatch(/^--timeout\tstop waiting/)
})

/** What a shell's prompt holds after a line is typed and Tab pressed. */
async function typed(program: string, args: string[], ready: RegExp, line: string, expected: RegExp): Promise<void> {
  const session = startProgram({ program, words: args }, { cwd: desk.folder, env: { ...desk.env, TERM: 'dumb' } })
  await session.until(ready)
  session.type(`${line}\t`)
  await session.until(expected)
  session.type('\x15exit\r')
  await session.ended
}

describe('bash', () => {
  test.each([
    ['a model', 'model-tasks run epsi', /run epsilonO3/],
    ['a parameter, without a space after it', 'model-tasks run epsilonO3 asp', /epsilonO3 aspect_ratio=/],
    ['a value', 'model-tasks run epsilonO3 reference_mode=f', /reference_mode=frame/],
    ['a value after a colon', 'model-tasks run sd_2.0_discount aspect_ratio=16:', /aspect_ratio=16:9/],
    ['a profile', 'model-tasks list --profile w', /--profile work/],
  ])('%s', async (_, line, expected) => {
    if (!(await present('bash'))) return
    await writeFile(join(desk.folder, 'rc'), 'PS1="ready> "\n. ./script.bash\n')
    await typed('bash', ['--noprofile', '--rcfile', 'rc', '-i'], /ready> /, line, expected)
  })

  test('lists descriptions', async () => {
    if (!(await present('bash'))) return
    await typed(
      'bash',
      ['--noprofile', '--rcfile', 'rc', '-i'],
      /ready> /,
      'model-tasks config \t',
      /set +\(keep a service/,
    )
  })
})

describe('zsh', () => {
  test.each([
    ['a model', 'model-tasks run epsi', /run epsilonO3/],
    ['a parameter', 'model-tasks run epsilonO3 asp', /epsilonO3 aspect_ratio=/],
    ['a value after a colon', 'model-tasks run sd_2.0_discount aspect_ratio=16:', /aspect_ratio=16:9/],
    ['descriptions', 'model-tasks config ', /set +-- keep a service/],
    ['values without a description', 'model-tasks models --kind ', /audio +image +mesh +video *[\r\n]/],
  ])('%s', async (_, line, expected) => {
    if (!(await present('zsh'))) return
    await writeFile(
      join(desk.folder, '.zshrc'),
      'PS1="ready> "\nautoload -Uz compinit\ncompinit -u\n. ./script.zsh\nunsetopt beep\n',
    )
    await typed('zsh', ['-i'], /ready> /, line, expected)
  })
})

test('fish', async () => {
  if (!(await present('fish'))) return
  const complete = async (line: string): Promise<string> =>
    (
      await promisify(execFile)(
        'fish',
        ['--no-config', '-c', `source script.fish; complete -C ${JSON.stringify(line)}`],
        {
          cwd: desk.folder,
          env: desk.env,
        },
      )
    ).stdout
  expect(await complete('model-tasks run epsi')).toMatch(/^epsilonO3\tvideo$/m)
  expect(await complete('model-tasks run epsilonO3 asp')).toMatch(/^aspect_ratio=\t/m)
  expect(await complete('model-tasks run sd_2.0_discount aspect_ratio=16:')).toMatch(/^aspect_ratio=16:9\t/m)
  expect(await complete('model-tasks get ')).toContain(taskId)
  expect(await complete('model-tasks run sd_2.0_discount first_image=script.b')).toContain('script.bash')
})

/** A data folder that this user may not use. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder } from './support/service-process.js'

const bin = fileURLToPath(new URL('../../packages/service/bin/model-tasks-service.js', import.meta.url))

/** Root may use everything, so that the service runs as another user then. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

function service(data: string, words: string[] = []): { status: number | null; stdout: string; stderr: string } {
  const env = { PATH: process.env['PATH'], MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: data }
  return spawnSync(process.execPath, [bin, ...words], { env, encoding: 'utf8', ...user })
}

test.skipIf(process.getuid === undefined).each([
  ['that cannot be entered', 0o000, ''],
  ['that cannot be written to', 0o555, ''],
  ['that cannot be made', 0o555, 'data'],
])('a data folder %s ends the start, and each command, with one line that says what to do', (_what, mode, below) => {
  const parent = dataFolder()
  chmodSync(parent, 0o755)
  const closed = join(parent, 'closed')
  mkdirSync(closed, { mode })
  onTestFinished(() => {
    chmodSync(closed, 0o755)
    expect(readdirSync(closed)).toEqual([])
  })
  const data = join(closed, below)
  const denied = `cannot make the folder ${data}: EACCES: permission denied, .*; give a folder this user may write to`
  // Commands make no data folder.
  const missing =
    below === '' ? denied : `${data} holds no database; name the data folder of a service, or start it once`
  for (const [reason, ...words] of [[denied], [missing, 'account', 'list'], [missing, 'queue']])
    expect(service(data, words)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^MODEL_TASKS_DATA: ${reason}.*\n$`)),
    })
  const { status, stdout } = service(data, ['doctor'])
  expect([status, stdout.match(/^ERROR .*\n.*/gm)]).toEqual([
    1,
    [
      expect.stringMatching(
        /^ERROR {3}data folder: .* cannot be used: EACCES: .*\n +next: set MODEL_TASKS_DATA to a folder that this user may write to$/,
      ),
    ],
  ])
})

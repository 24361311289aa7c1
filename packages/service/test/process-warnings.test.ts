import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './support/folder.js'

test('what Node and libraries warn of is a line of the log like any other', async () => {
  const warning = 'a library warns\nin two lines'
  const script = `setInterval(() => process.emitWarning(${JSON.stringify(warning)}, 'VersionWarning'), 50).unref()`
  const child = spawn(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${script}`,
      fileURLToPath(new URL('../bin/model-tasks-service.js', import.meta.url)),
    ],
    {
      env: { PATH: process.env['PATH'] ?? '', MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: temporaryFolder() },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]()
  const next = async (part: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done === true || value.includes(part)) return String(value)
    }
  }
  await next('the service answers')
  expect(JSON.parse(await next('a library warns'))).toMatchObject({
    level: 'warn',
    message: 'Node or a library warns',
    warning,
  })
})

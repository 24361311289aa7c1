import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { execute } from '../consumers/shell.mjs'

test('a program that hangs is killed and named, though what it has started goes on and holds its output open', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hangs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const started = join(folder, 'started')
  const script = `
    const { spawn } = require('node:child_process')
    const { renameSync, writeFileSync } = require('node:fs')
    const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
    writeFileSync('draft', String(pid))
    renameSync('draft', ${JSON.stringify(started)})
    setInterval(() => {}, 1000)`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const outcome = execute(process.execPath, ['-e', script], { cwd: folder }).catch((error: unknown) => error)
  await vi.waitUntil(() => existsSync(started), { timeout: 240_000 })
  vi.advanceTimersByTime(3_600_000)
  expect(await outcome).toMatchObject({ message: expect.stringContaining('was killed after 1800 s') as string })
  // It goes on until now.
  process.kill(Number(readFileSync(started, 'utf8')))
})

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { isRunning, thisProcess } from '../src/journal/index.js'

test('this process runs, and one of the same ID that started at another time does not', () => {
  const [host, pid, start] = thisProcess().split(' ')
  expect(isRunning(`${host} ${pid} ${start}`)).toBe(true)
  expect(isRunning(`${host} ${pid} 1`)).toBe(false)
  // Under another host name it is the same process, where the system tells more than that name.
  expect(isRunning(`another-${host} ${pid} ${start}`)).toBe(host?.includes('/'))
  expect(isRunning(`another-${hostname()} ${pid} ${start}`)).toBe(false)
})

const stat = (pid: string): string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []

const isLinux = process.platform === 'linux'
if (!isLinux) process.stderr.write('skipped: only Linux tells the state of a process\n')

test.skipIf(!isLinux)(
  'a process that was killed has ended, also where its parent does not ask for its exit code',
  async () => {
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const { value: pid = '' } = await createInterface(parent.stdout)[Symbol.asyncIterator]().next()
    const owner = `${hostname()} ${pid} ${stat(pid)[19]}`
    expect(isRunning(owner)).toBe(true)
    // Until it has become `sleep`, the shell asks for the exit codes of its processes.
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    process.kill(Number(pid), 'SIGKILL')
    await expect.poll(() => stat(pid)[0]).toBe('Z')
    expect(isRunning(owner)).toBe(false)
  },
)

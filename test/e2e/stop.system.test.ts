import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, startProcess } from './support/service-process.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
/** What `npm start` runs once everything is built. */
const line = `true && ${scripts.start.split(' && ').at(-1)}`
const shells = ['sh', 'dash', 'bash'].filter((shell) => {
  try {
    return execFileSync(shell, ['-c', 'echo here']).toString() === 'here\n'
  } catch {
    return false
  }
})

function whetherOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => {
      resolve(false)
    })
  })
}

test.each(shells)('the end of the shell (%s) that npm start runs is the end of the service', async (shell) => {
  const data = dataFolder()
  const child = spawn(shell, ['-c', line], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: data },
  })
  const group = -child.pid!
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      // All of it has ended, as it should.
    }
  })
  const port = await new Promise<number>((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (text) => {
        output += `${text}\n`
        const found = /^ +API +http:\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1]
        if (found !== undefined) resolve(Number(found))
      })
    child.once('close', (code) => {
      reject(new Error(`npm start ended with ${String(code)} before it was ready:\n${output}`))
    })
  })
  // The streams close when the last process that holds them has ended.
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await whetherOpen(port)).toBe(false)
})

test('a signal that arrives twice, as npm and the terminal both send it, is one', async () => {
  const { baseUrl, apiKey, process: child, output, end } = await startProcess(dataFolder())
  await fetch(`${baseUrl}/v2/model-center/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'beta-5.0', prompt: '[[delay: 1s]] [[fail: so that the stop takes a moment]]' }),
  })
  const stopping = new Promise<void>((resolve) => {
    child.stderr!.on('data', () => {
      if (output().includes('stopping;')) resolve()
    })
  })
  child.kill('SIGINT')
  await stopping
  expect(await end('SIGINT')).toBe(0)
})

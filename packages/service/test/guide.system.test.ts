import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './support/folder.js'
import { folderWithNpx } from './support/npx.js'

const execute = promisify(execFile)
const guide = (language: string): string =>
  readFileSync(new URL(`../../site/content/${language}/your-provider.md`, import.meta.url), 'utf8')
const blocksOf = (text: string): string[] =>
  [...text.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block = '']) => block)

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Starts a command and resolves once it has printed that it is ready. */
async function running(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn('bash', ['-c', `exec ${command.trim()}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      if (output.includes('is ready')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => {
      reject(new Error(output))
    })
  })
  return child
}

test('every command of the guide to your provider does what it says, against the fake', async () => {
  const [fakePort, port] = [await freePort(), await freePort()]
  const text = guide('en').replaceAll('8790', String(fakePort))
  const [fake = '', configuration = '', check = '', serve = '', use = '', ...others] = blocksOf(text)
  expect(others).toEqual([])
  const cwd = temporaryFolder()
  const env: NodeJS.ProcessEnv = {
    PATH: [folderWithNpx(), process.env['PATH']].join(delimiter),
    HOME: cwd,
    MODEL_TASKS_PORT: String(port),
  }
  const shell = async (script: string): Promise<string> => (await execute('bash', ['-ec', script], { cwd, env })).stdout
  await running(`${fake.trim()} ${fakePort} 0`, cwd, env)
  await shell(configuration)
  const checked = await shell(check)
  expect(checked).toContain('ark (ark): the key is accepted')
  expect(checked).toMatch(
    /sd_2\.0_discount as your-endpoint-id: not tested: .*; \d+ of \d+ test requests can be carried/,
  )
  const [exported = ''] = check.split('\n')
  for (const [, name = '', value] of exported.matchAll(/([A-Z_]+)=(\S+)/g)) env[name] = value
  await running(serve, cwd, env)
  await shell(use)
  expect(statSync(join(cwd, 'boat.mp4')).size).toBeGreaterThan(0)
  const id = /task_\w+/.exec(await shell('npx model-tasks list'))?.[0] ?? ''
  expect(await shell(`npx model-tasks get ${id} --debug 2>&1`)).toMatch(
    /server-timing: queue;dur=\d+, upstream;desc="ark: succeeded";dur=\d+/,
  )
})

test('the guide has the same commands and the same upstreams in both languages', () => {
  expect(blocksOf(guide('zh'))).toEqual(blocksOf(guide('en')))
  const targets = (text: string): string[] => [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, target = '']) => target)
  expect(targets(guide('zh'))).toEqual(targets(guide('en')))
})

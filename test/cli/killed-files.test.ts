import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startService } from '@model-tasks/service'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk } from './support/cli.js'
import { quickProvider } from './support/quick-provider.js'

/** A server before a service, that knows each file it is asked for. What `held` says of one is awaited before it is passed on. */
async function before(baseUrl: string, held: (files: number) => Promise<void>) {
  const { hostname, port, origin } = new URL(baseUrl)
  const files: string[] = []
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked
    const passOn = async (found: IncomingMessage): Promise<void> => {
      if (method === 'GET' && found.headers['content-type']?.startsWith('image/') === true) {
        files.push(url?.split('?')[0] ?? '')
        await held(files.length)
      }
      answer.writeHead(found.statusCode ?? 500, found.headers)
      found.pipe(answer)
    }
    const passed = request({ hostname, port, method, path: url, headers }, (found) => void passOn(found))
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { files, baseUrl: baseUrl.replace(origin, own) }
}

test('a command that is killed between the files of a task leaves whole ones, and the next takes them as they are', async () => {
  const desk = await openDesk()
  onTestFinished(() => desk.close())
  const service = await startService(
    { port: 0, dataDirectory: join(desk.folder, 'data') },
    { provider: quickProvider() },
  )
  onTestFinished(() => service.close())
  const { apiKey } = JSON.parse(await readFile(join(desk.folder, 'data/local-credentials.json'), 'utf8')) as {
    apiKey: string
  }
  let reached: () => void = () => undefined
  const third = new Promise<void>((resolve) => {
    reached = resolve
  })
  const proxy = await before(service.baseUrl, async (count) => {
    if (count !== 3) return
    reached()
    // Of the third nothing comes: the command waits for it until it is killed.
    await once(child, 'exit')
  })
  const env = { MODEL_TASKS_BASE_URL: proxy.baseUrl, MODEL_TASKS_API_KEY: apiKey }
  const { program, words } = desk.command(['run', 'beta-5.0', 'prompt=[[files: 3]] boats', '--out', 'several/boat.png'])
  const child = spawn(program, words, { cwd: desk.folder, env: { ...desk.env, ...env }, stdio: 'ignore' })
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the command ended before it was killed')))
  await Promise.race([third, ended])
  ended.catch(() => undefined)
  child.kill('SIGKILL')
  if (child.signalCode === null) await once(child, 'exit')

  const stored = async (): Promise<string[]> =>
    (await readdir(join(desk.folder, 'several'))).filter((name) => name.endsWith('.png')).sort()
  // The first comes last: without it, not everything is here.
  expect(await stored()).toEqual(['boat-2.png', 'boat-3.png'])
  const { code } = await desk.run(['resume'], { env })
  expect(code).toBe(0)
  expect(await stored()).toEqual(['boat-2.png', 'boat-3.png', 'boat.png'])
  // The two that were whole are not asked for again.
  const [first] = proxy.files.slice(2)
  expect(proxy.files.slice(2)).toEqual([first, first])
  const [one, ...others] = await Promise.all(
    (await stored()).map((name) => readFile(join(desk.folder, 'several', name))),
  )
  for (const other of others) expect(other).toEqual(one)
  expect(JSON.parse((await desk.run(['list', '--json'], { env })).out)).toHaveLength(1)
})

import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { dataFolder, runService, startProcess } from './support/service-process.js'

test('the first start shows a key once and leaves it beside the data, for its owner only', async () => {
  const data = dataFolder()
  const first = await startProcess(data)
  expect(first.output().split(first.apiKey)).toHaveLength(2)
  const credentials = join(data, 'local-credentials.json')
  expect(JSON.parse(readFileSync(credentials, 'utf8'))).toEqual({ baseUrl: first.baseUrl, apiKey: first.apiKey })
  const names = readdirSync(data)
  expect(names).toEqual(
    expect.arrayContaining([
      'local-credentials.json',
      'lock.db',
      'lock.pid',
      'result-url-secret',
      'tasks.db',
      'tasks.db-shm',
      'tasks.db-wal',
    ]),
  )
  for (const name of names) expect(statSync(join(data, name)).mode & 0o077, `${name} is for others too`).toBe(0)
  for (const file of ['tasks.db', 'tasks.db-wal'])
    expect(readFileSync(join(data, file)).includes(first.apiKey), `${file} holds the key`).toBe(false)
  expect(await first.end('SIGTERM')).toBe(0)
  const second = await startProcess(data)
  expect(second.output()).not.toContain(first.apiKey)
  expect(second.apiKey).toBe(first.apiKey)
  expect(JSON.parse(readFileSync(credentials, 'utf8')).baseUrl, 'the port has changed').toBe(second.baseUrl)
})

test('a lost credentials file is replaced, with a new key', async () => {
  const data = dataFolder()
  const first = await startProcess(data)
  await first.end('SIGKILL')
  rmSync(join(data, 'local-credentials.json'))
  const second = await startProcess(data)
  expect(second.apiKey).not.toBe(first.apiKey)
  expect(second.output()).toContain(second.apiKey)
})

test('two services never share a data folder', async () => {
  const data = dataFolder()
  const first = await startProcess(data)
  const second = runService({ MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: data })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `MODEL_TASKS_DATA: the folder ${data} is in use by another service (process ${first.process.pid}); stop that one, or give this one a folder of its own\n`,
  )
  await first.end('SIGKILL')
  const third = await startProcess(data)
  expect(third.apiKey).toBe(first.apiKey)
})

test('a port in use stops the start with one line', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { ended, output } = runService({ MODEL_TASKS_PORT: String(port), MODEL_TASKS_DATA: dataFolder() })
  expect(await ended).toBe(1)
  server.close()
  expect(output()).toBe(
    `MODEL_TASKS_PORT: port ${port} of 127.0.0.1 is in use by another program; stop that one, or choose another port from 1 to 65535 (0: any free one)\n`,
  )
})

test('a bad setting stops the start with one line, before anything is written', async () => {
  const data = join(dataFolder(), 'not-made')
  const { ended, output } = runService({ MODEL_TASKS_PORT: '80a', MODEL_TASKS_DATA: data })
  expect(await ended).toBe(1)
  expect(output()).toBe('MODEL_TASKS_PORT is "80a"; it must be an integer from 1 to 65535, or 0 for any free port\n')
  expect(existsSync(data)).toBe(false)
})

test('a database that is none stops the start with one line', async () => {
  const data = dataFolder()
  writeFileSync(join(data, 'tasks.db'), 'this is not a database, and long enough to be looked at as one: '.repeat(100))
  const { ended, output } = runService({ MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: data })
  expect(await ended).toBe(1)
  expect(output()).toMatch(/^MODEL_TASKS_DATA: the folder \S+ cannot be used: [^\n]*; fix it, or use another folder\n$/)
})

test('files that others could read are taken from them', async () => {
  const data = dataFolder()
  await (await startProcess(data)).end('SIGKILL')
  const files = ['lock.db', 'lock.pid', 'tasks.db', 'tasks.db-wal', 'tasks.db-shm'].map((name) => join(data, name))
  for (const file of files) chmodSync(file, 0o644)
  await startProcess(data)
  for (const file of files) expect(statSync(file).mode & 0o777, file).toBe(0o600)
})

test.each(['/proc/x', 'file/data'])('a folder that cannot be made (%s) stops the start with one line', async (path) => {
  const folder = dataFolder()
  writeFileSync(join(folder, 'file'), '')
  const { ended, output } = runService({ MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: resolve(folder, path) })
  expect(await ended).toBe(1)
  expect(output()).toMatch(/^MODEL_TASKS_DATA: cannot make the folder [^\n]*\n$/)
})

test('a misspelt setting is named', async () => {
  const service = await startProcess(dataFolder(), { MODEL_TASKS_PROT: '1' })
  expect(service.output()).toContain('MODEL_TASKS_PROT is not a setting of this service')
})

test('a setting of the relay that does nothing beside the sandbox is named', async () => {
  const service = await startProcess(dataFolder(), { MODEL_TASKS_UPSTREAM_KEY: 'secret' })
  expect(service.output()).toContain('MODEL_TASKS_UPSTREAM_KEY does nothing with the provider sandbox')
  expect(service.output()).not.toContain('secret')
})

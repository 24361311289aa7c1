import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from './support/folder.js'

const own = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

/** The package as it is published, among nothing but what is installed with it, and the sandbox. */
async function published(): Promise<string> {
  const modules = join(temporaryFolder(), 'node_modules')
  const folder = join(modules, '@model-tasks/service')
  for (const part of ['bin', 'console', 'dist', 'package.json'])
    cpSync(join(own, part), join(folder, part), { recursive: true })
  for (const name of [...Object.keys(manifest.dependencies), '@model-tasks/sandbox']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(own, '../../node_modules', name), join(modules, name))
  }
  await promisify(execFile)(process.execPath, [join(own, 'bundle.js'), folder])
  return folder
}

async function started(folder: string): Promise<{ url: string; key: string; stop: () => Promise<void> }> {
  const data = temporaryFolder()
  const child = spawn(process.execPath, [join(folder, 'bin/model-tasks-service.js')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      MODEL_TASKS_PORT: '0',
      MODEL_TASKS_DATA: data,
      MODEL_TASKS_ADMIN_KEY: 'an-admin-key-of-32-characters-00',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^ +API +(http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
    if (url === undefined) continue
    const credentials = JSON.parse(readFileSync(join(data, 'local-credentials.json'), 'utf8')) as { apiKey: string }
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return { url, key: credentials.apiKey, stop }
  }
  throw new Error('the service ended before it answered')
}

test('the bundled service starts from few files, does what it did, and depends on nothing that is not installed with it', async () => {
  const folder = await published()
  const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js'),
  )
  expect(files.length, 'parts that a start leaves alone are files of their own').toBeLessThan(80)
  expect(files, 'the thread that media are read in').toContain('media-thread.js')
  const code = new Map(files.map((path) => [path, readFileSync(join(folder, 'dist', path), 'utf8')]))
  const imported = [...code.values()].flatMap((text) =>
    [...text.matchAll(/^(?:import|export) [^'"\n]*?["']([^."'][^"']*)["']/gm)].map(([, name = '']) => name),
  )
  const packages = imported
    .filter((name) => !name.startsWith('node:'))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
  expect(Object.keys(manifest.dependencies)).toEqual(expect.arrayContaining([...new Set(packages)]))
  const licences = readFileSync(join(folder, 'dist/LICENCES.txt'), 'utf8')
  for (const [name, version] of Object.entries(manifest.devDependencies))
    expect(licences, `the licence of ${name}`).toContain(`${name} ${version} (`)

  const { url, key } = await started(folder)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const api = `${url}/api/v2/model-center`
  const submitted = await fetch(`${api}/tasks`, {
    method: 'POST',
    headers,
    body: '{"model":"beta-5.0","prompt":"x [[delay: 60s]]"}',
  })
  expect(submitted.status, await submitted.clone().text()).toBe(200)
  for (const path of ['/metrics', '/console', '/console/console.css', '/native/ark/contents/generations/tasks/x'])
    expect([200, 401, 404], path).toContain((await fetch(`${url}${path}`, { headers })).status)
  expect((await (await fetch(`${api}/directory`, { headers })).json()) as object).toHaveProperty('data')
  expect(((await (await fetch(`${url}/api/v2/model-center/capabilities`)).json()) as { version: string }).version).toBe(
    '0.1.0',
  )
})

test.runIf(!('enableCompileCache' in module))(
  'where Node does not keep what it has compiled of the framework, the service does, and starts without it as well',
  async () => {
    const folder = await published()
    const kept = (): string[] =>
      readdirSync(join(folder, 'dist')).filter((name) => name.startsWith('bundled-framework') && !name.endsWith('.cjs'))
    const run = async (): Promise<void> => {
      const { url, stop } = await started(folder)
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      await stop()
    }
    await run()
    const [name = ''] = kept()
    expect(kept()).toEqual([expect.stringMatching(/\.compiled$/)])
    const file = join(folder, 'dist', name)
    const { ino, size } = statSync(file)
    expect(size).toBeGreaterThan(100_000)
    await run()
    expect(statSync(file).ino, 'what is kept was used').toBe(ino)
    writeFileSync(file, readFileSync(file).subarray(0, size / 2))
    await run()
    expect(statSync(file).size, 'what cannot be used is made again').toBeGreaterThan(100_000)
    const whole = readFileSync(file)
    const damaged = whole.map((byte, index) => (index > 1000 && index % 1000 === 0 ? byte ^ 1 : byte))
    writeFileSync(file, damaged)
    await run()
    expect(readFileSync(file).equals(damaged), 'what a disk has damaged is made again').toBe(false)
    rmSync(file)
    mkdirSync(file)
    await run()
    expect(kept(), 'nothing is left of what could not be written').toEqual([name])
  },
)

import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, serviceProgram } from './paths.mjs'

/** Starts the built service on a free port and an empty folder, hands its address and key to `use`, then stops it. */
export async function withService(use) {
  const folder = await mkdtemp(join(tmpdir(), 'consumer-'))
  const child = spawn(process.execPath, [serviceProgram], {
    cwd: root,
    env: { ...process.env, MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => {
    child.once('close', resolve)
  })
  try {
    await ready(child)
    const { baseUrl, apiKey } = JSON.parse(await readFile(join(folder, 'data', 'local-credentials.json'), 'utf8'))
    return await use({ folder, environment: { MODEL_TASKS_BASE_URL: baseUrl, MODEL_TASKS_API_KEY: apiKey } })
  } finally {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

/** Resolves once a service that was started says that it is ready. */
export function ready(child) {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`the service is not ready after 300 s\n${output}`)), 300_000)
    const collect = (chunk) => {
      output += chunk
      if (!output.includes('is ready')) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      reject(new Error(`the service ended with ${code}\n${output}`))
    })
  })
}

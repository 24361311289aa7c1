import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts the service that is installed in a project, with its data there, and waits until it is ready. `words`: by what Node starts it. */
export async function startPublished(project, words = [join(project, 'node_modules/.bin/model-tasks-service')]) {
  const child = spawn(process.execPath, words, {
    cwd: project,
    env: { ...process.env, MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: join(project, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk)
        if (output.includes('is ready')) resolve()
      })
    child.once('close', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)))
  })
  return {
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'close')
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { root, serviceProgram } from '../../paths.mjs'

const preload = new URL('fault.mjs', import.meta.url).href

/**
 * The built service, whose next answer to a POST can be spoiled, behind an address that stays: a service that was killed is
 * started again at once, and connections wait for it, as behind a socket of systemd.
 */
export async function spoiledService(folder) {
  let [running, stopping, armed] = [undefined, false, () => undefined]
  const posts = []
  const start = () => {
    running = launch(folder, ({ post, armed: fault }) => {
      if (post !== undefined) posts.push(post)
      if (fault !== undefined) armed(fault)
    })
    void running.ended.then(() => {
      if (!stopping) start()
    })
  }
  start()
  const { apiKey } = await running.credentials
  const sockets = new Set()
  const front = createServer(async (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    const { port } = await running.credentials
    const behind = connect(port, '127.0.0.1')
    behind.on('error', () => socket.resetAndDestroy()).on('close', () => socket.destroy())
    socket.on('close', () => behind.destroy())
    socket.pipe(behind).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  return {
    origin: `http://127.0.0.1:${front.address().port}`,
    apiKey,
    posts,
    /** Has the next POST answered like this. */
    async spoil(fault) {
      await running.credentials
      const told = new Promise((resolve) => {
        armed = resolve
      })
      running.child.send({ fault })
      await told
    },
    async close() {
      stopping = true
      front.close()
      for (const socket of sockets) socket.destroy()
      running.child.kill('SIGTERM')
      await running.ended
    },
  }
}

function launch(folder, heard) {
  const data = join(folder, 'data')
  const child = spawn(process.execPath, ['--import', preload, serviceProgram], {
    cwd: root,
    env: { ...process.env, MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  child.on('message', heard)
  const ended = once(child, 'close')
  const credentials = new Promise((resolve, reject) => {
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
      if (output.includes('is ready')) resolve(read(data, output))
    })
    void ended.then(() => reject(new Error(`the service ended\n${output}`)))
  })
  credentials.catch(() => undefined)
  return { child, ended, credentials }
}

async function read(data, output) {
  const { apiKey } = JSON.parse(await readFile(join(data, 'local-credentials.json'), 'utf8'))
  return { apiKey, port: Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(output)[1]) }
}

/** Downloads to a folder that containers share, for real: each has its own namespace of process IDs, and both have one host name. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'

const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
if (!canUnshare) console.warn('skipped: other containers, since `unshare` is not permitted here')

const module = join(import.meta.dirname, '../../dist/disk/node.js')
/** Receives a file, of which 5 MiB are durable when it says so, and ends it once it is told to. */
const script = `
  import { openPart } from ${JSON.stringify(module)}
  const part = await openPart(process.argv[1], 'task_1', true)
  await part.restart({ digests: {}, validator: '"one"' })
  await part.write(new Uint8Array(5 * 1024 * 1024).fill(65))
  process.stdout.write('half\\n')
  process.stdin.once('data', async () => {
    await part.write(new Uint8Array(1024).fill(66))
    await part.finish(async () => {})
    process.exit(0)
  })`

it.skipIf(!canUnshare)(
  'a download goes on while another container with the same host name downloads the same result',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'model-tasks-containers-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'boat.mp4')
    const started = async (...shell: string[]): Promise<ChildProcess> => {
      const command = [
        '--pid',
        '--fork',
        '--mount-proc',
        ...shell,
        process.execPath,
        '--input-type=module',
        '--eval',
        script,
        path,
      ]
      const child = spawn('unshare', command, { stdio: ['pipe', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      await createInterface(child.stdout)[Symbol.asyncIterator]().next()
      return child
    }
    // The process of the first has an ID that none has in the container of the second.
    const many = 'for each in 1 2 3 4 5 6 7 8 9; do (true; (true; (true; true) & wait) & wait) & wait; done; "$@"; exit'
    const [first, second] = [await started('sh', '-c', many, 'sh'), await started()]
    for (const child of [first, second]) {
      child.stdin?.write('go\n')
      expect((await once(child, 'exit'))[0]).toBe(0)
    }
    expect((await readFile(path)).length).toBe(5 * 1024 * 1024 + 1024)
  },
)

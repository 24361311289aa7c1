import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

const run = promisify(execFile)
const readme = await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8')
const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code)

/** A line that each example must print, in the order of the README. */
const printed = [
  /boat\.mp4 65536/,
  /^$/,
  /completed/,
  /^$/,
  /completed/,
  /completed: 3/,
  /^1$/,
  /^completed$/,
  /true/,
  /^12 \[ \{ rate: 'perSecond', credits: 1, quantity: 12, amount: 12 \} \] \[ 'duration' \]$/,
  /^400$/,
  /may exist \[ \{ name: 'location', value: '\/jobs\/7' \} \]/,
  /completed 1 4\ncompleted/,
  /"protocol":"model-tasks","request":"submit","http":200,"shape"/,
]

/** Behind the output of each example. */
const end = '\u001e'

let folder: string
let outputs: string[]

beforeAll(async () => {
  const server = await startFaultServer({ script: [{ status: 'completed' }] })
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-readme-'))
  await symlink(join(import.meta.dirname, '..', '..', '..', 'node_modules'), join(folder, 'node_modules'))
  await sharp({ create: { width: 640, height: 400, channels: 3, background: '#369' } })
    .jpeg()
    .toFile(join(folder, 'photo.jpg'))
  // Tasks that are done when they are submitted, so that no example waits five seconds.
  const done = faults.taskWith({
    status: 'completed',
    amount: 5,
    result_url: `${server.baseUrl.replace('/api', '')}/files/clip.mp4`,
  })
  server.next('submit', ...Array.from({ length: 20 }, () => done))
  try {
    outputs = await runAll(server)
  } finally {
    await server.close()
  }
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the examples in one process, each after the one before; what each prints. */
async function runAll(server: FaultServer): Promise<string[]> {
  for (const [index, code] of examples.entries()) await writeFile(join(folder, `example-${index + 1}.mjs`), code)
  const runner = `for (let number = 1; number <= ${examples.length}; number++) {
    await import(\`./example-\${number}.mjs\`)
    process.stdout.write(${JSON.stringify(end)})
  }`
  const file = join(folder, 'all.mjs')
  await writeFile(file, runner)
  const { stdout, stderr } = await run(process.execPath, [file], {
    cwd: folder,
    env: {
      ...process.env,
      MODEL_TASKS_BASE_URL: server.baseUrl,
      MODEL_TASKS_API_KEY: server.apiKey,
      WEBHOOK_SECRET: `whsec_${btoa('a secret of thirty-two bytes....')}`,
    },
  })
  expect(stderr).toBe('')
  return stdout.split(end)
}

describe('the examples of the README run as printed', () => {
  for (const index of examples.keys())
    it(`example ${index + 1}`, () => {
      expect(outputs[index]?.trim()).toMatch(printed[index] ?? /never/)
    })

  it('all of them', () => {
    expect(examples).toHaveLength(printed.length)
  })
})

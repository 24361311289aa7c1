/**
 * `npm run bench -- latency`: how long a person waits. From the save of one changed model to the end of the run that
 * `npm run generate -- --watch` makes of it, and from a request with a mistake to its first message, in a fresh process.
 */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const saves = 11
const processes = 11

const watched = await watching()
print('one changed model in watch mode, from its save (goal 200 ms)', watched)

const messages = Array.from({ length: processes }, firstMessage)
print(
  'first message of a finding, validator loaded (goal 5 ms)',
  messages.map(({ message }) => message),
)
print(
  'first request of a process, with a mistake, to its message',
  messages.map(({ whole }) => whole),
)

/** Milliseconds from each save to the summary of its run. The first save of a process is warm-up and not among them. */
async function watching() {
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-latency-'))
  const spec = join(folder, 'spec')
  cpSync(join(root, 'spec'), spec, { recursive: true })
  const generator = join(root, 'packages/workspace/bin/generator.js')
  const words = [generator, 'main', '--watch', '--spec', spec, '--out', join(folder, 'generated')]
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const summary = async () => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('the generator ended')
      if (/ models, /.test(value)) return
    }
  }
  try {
    // The first run, and the one that follows when the watching has begun.
    await summary()
    await summary()
    const file = join(spec, 'models/sd_2.0_discount.schema.json')
    const model = JSON.parse(readFileSync(file, 'utf8'))
    const took = []
    for (let save = 0; save <= saves; save++) {
      model.properties.duration.maximum = 20 + save
      const start = performance.now()
      writeFileSync(file, JSON.stringify(model, null, 2))
      await summary()
      took.push(performance.now() - start)
    }
    return took.slice(1)
  } finally {
    child.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Milliseconds in a process of its own: to the message of a first request, and to that of a first mistake after a valid request. */
function firstMessage() {
  const run = (valid) => {
    const program = `
      import { checkRequest } from '@model-tasks/validation'
      const body = { model: 'sd_2.0_discount', prompt: 'A paper boat', duration: 5 }
      if (${valid}) await checkRequest(body)
      const start = performance.now()
      const { findings } = await checkRequest({ ...body, duration: 16 })
      if (findings[0].message === '') throw new Error('no message')
      console.log(performance.now() - start)`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: join(root, 'release/node_modules/@model-tasks/client'),
      encoding: 'utf8',
    })
    if (stdout === '') throw new Error(stderr)
    return Number(stdout)
  }
  return { message: run(true), whole: run(false) }
}

function print(what, milliseconds) {
  const sorted = milliseconds.toSorted((left, right) => left - right)
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))].toFixed(1)
  console.log(`${what}: median ${at(0.5)} ms, best ${at(0)}, worst ${at(1)} of ${sorted.length}`)
}

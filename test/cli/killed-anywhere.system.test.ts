/** `run`, killed at its file and network calls one after the other. Nothing is bought twice, and the file is whole in the end. */
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'

/** How many calls are killed at, besides those of the network: all with `MODEL_TASKS_LONG=1`. */
const sampled = process.env.MODEL_TASKS_LONG === '1' ? Infinity : 14

/** Counts the calls of a process that reach the disk or the network, names each, and kills the process before one. */
const preload = `import fs from 'node:fs/promises'
import { writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
let calls = 0
const before = (name) => {
  calls += 1
  if (calls === Number(process.env.KILL_AT)) { process.kill(process.pid, 'SIGKILL'); for (;;); }
  if (process.env.KILL_AT === '0') writeSync(2, 'CALL ' + name + '\\n')
}
const folder = process.cwd()
const own = (path) => String(path).startsWith(folder)
for (const name of ['open', 'link', 'rename', 'rm', 'rmdir', 'stat', 'lstat', 'mkdir', 'readdir', 'writeFile', 'readFile', 'truncate', 'unlink', 'statfs']) {
  const call = fs[name]
  fs[name] = (path, ...more) => { if (own(path)) before(name); return call(path, ...more) }
}
syncBuiltinESMExports()
const handle = await fs.open('/dev/null', 'r')
const { prototype } = handle.constructor
await handle.close()
for (const name of ['write', 'sync', 'close', 'read', 'truncate', 'writeFile', 'appendFile', 'datasync']) {
  const call = prototype[name]
  if (call) prototype[name] = function (...words) { before('handle.' + name); return call.apply(this, words) }
}
const { fetch } = globalThis
globalThis.fetch = async (...words) => { before('fetch'); const answer = await fetch(...words); before('answered'); return answer }
calls = 0
`

const words = ['run', 'sd_2.0_discount', 'prompt=A paper boat', 'duration=5', '--out', 'clips/boat.mp4']

interface Place {
  server: FaultServer
  desk: Desk
}

async function place(): Promise<Place> {
  const server = await startFaultServer({
    extensions: ['idempotency'],
    declares: { account: true, keptSeconds: 86_400, lookup: true, polling: { minimumSeconds: 0.05 } },
  })
  const desk = await openDesk(server)
  await writeFile(join(desk.folder, 'preload.mjs'), preload)
  return { server, desk }
}

/** Runs the command in a process that is killed before this call of it; 0 kills it nowhere. */
function killedAt(desk: Desk, call: number) {
  const options = `--import ${join(desk.folder, 'preload.mjs')}`
  return desk.spawn(words, { env: { NODE_OPTIONS: options, KILL_AT: String(call) } })
}

test('run that is killed between any two of its calls buys once, and its file is whole after resume or the same command', async () => {
  const first = await place()
  const { code, err } = await killedAt(first.desk, 0)
  expect(code, err).toBe(0)
  const calls = [...err.matchAll(/^CALL (.*)$/gm)].map(([, name = ''], index) => ({ name, at: index + 1 }))
  const network = calls.filter(({ name }) => name === 'fetch' || name === 'answered')
  const disk = calls.filter((call) => !network.includes(call))
  // All of these would be missed where the calls are no longer counted as they are made.
  expect([network.length > 7, disk.length > 40]).toEqual([true, true])
  const every = Math.ceil(disk.length / sampled)
  const wrong: object[] = []
  for (const call of [...network, ...disk.filter((_call, index) => index % every === 0)]) {
    const { server, desk } = await place()
    const killed = await killedAt(desk, call.at)
    const clip = join(desk.folder, 'clips', 'boat.mp4')
    const isWhole = async (): Promise<boolean> => existsSync(clip) && server.result.equals(await readFile(clip))
    const after = [killed, await desk.run(['resume'])]
    if (!(await isWhole())) after.push(await desk.run(words))
    const last = await desk.run(['resume'])
    const found = {
      killed: killed.code,
      codes: after.slice(1).map((ended) => ended.code),
      bought: server.tasks.size,
      whole: await isWhole(),
      // A name that was tried before anything was paid for may stay, and stops nothing.
      left: (await readdir(join(desk.folder, 'clips'))).filter((name) => !name.endsWith('.probe.tmp')),
      last: last.err,
    }
    const right = {
      killed: null,
      codes: after.slice(1).map(() => 0),
      bought: 1,
      whole: true,
      left: ['boat.mp4'],
      last: 'Nothing is left to resume.\n',
    }
    if (!isDeepStrictEqual(found, right)) wrong.push({ call, found, after })
    await server.close()
    await desk.close()
  }
  expect(wrong).toEqual([])
}, 600_000)

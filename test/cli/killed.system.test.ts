import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faults, startFaultServer, type Fault, type FaultServer } from '@model-tasks/client/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'

let server: FaultServer
let desk: Desk

const quick = faults.status(200, { object: 'capabilities', extensions: [], polling: { minimumSeconds: 0.05 } })
const clip = (): string => join(desk.folder, 'clips', 'boat.mp4')

beforeEach(async () => {
  server = await startFaultServer()
  desk = await openDesk(server)
  server.next('capabilities', quick, quick, quick)
})
afterEach(async () => {
  await server.close()
  await desk.close()
})

/** Runs a command in a process that is killed, without warning, right after the result has got its name. */
async function killAfterStoring(words: string[]): Promise<void> {
  const preload = join(desk.folder, 'preload.mjs')
  await writeFile(
    preload,
    `import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
const { link } = fs
fs.link = async (from, to) => {
  await link(from, to)
  if (to.endsWith('.mp4')) process.kill(process.pid, 'SIGKILL')
}
syncBuiltinESMExports()
`,
  )
  const { program, words: all } = desk.command(words)
  const child = spawn(program, ['--import', preload, ...all], { cwd: desk.folder, env: desk.env, stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

const run = ['run', 'sd_2.0_discount', 'prompt=A paper boat', 'duration=5', '--out', 'clips/boat.mp4']

test('killed after its result got its name: resume recognises the file, receives nothing again and is done', async () => {
  await killAfterStoring(run)
  expect(await readdir(join(desk.folder, 'clips'))).not.toEqual(['boat.mp4'])
  const { code, out, err } = await desk.run(['resume'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('clips/boat.mp4')
  expect(server.result.equals(await readFile(clip()))).toBe(true)
  expect(await readdir(join(desk.folder, 'clips'))).toEqual(['boat.mp4'])
  expect(server.count('result')).toBe(1)
  expect((await desk.run(['resume'])).err).toBe('Nothing is left to resume.\n')
})

test('a file that somebody has changed or put there since is not taken for the result, nor replaced', async () => {
  await killAfterStoring(run)
  for (const change of [() => appendFile(clip(), 'x'), () => writeFile(clip(), Buffer.alloc(server.result.length))]) {
    await change()
    const before = await readFile(clip())
    const { code, err } = await desk.run(['resume'])
    expect(code).toBe(13)
    expect(err).toContain('exists; name another file, or give --force to replace it')
    expect(err).toMatch(/^ {2}or {4}model-tasks forget \S+$/m)
    expect(before.equals(await readFile(clip()))).toBe(true)
  }
  expect((await desk.run(['resume', '--force'])).code).toBe(0)
  expect(server.result.equals(await readFile(clip()))).toBe(true)
})

test('a batch that was killed after a result got its name continues without receiving it again', async () => {
  await writeFile(join(desk.folder, 'b.jsonl'), `${JSON.stringify({ model: 'sd_2.0_discount', prompt: 'one' })}\n`)
  const batch = ['batch', 'b.jsonl', '--out', 'clips/']
  await killAfterStoring(batch)
  expect((await desk.run(batch)).code).toBe(0)
  expect([server.count('submit'), server.count('result')]).toEqual([1, 1])
  expect(await readdir(join(desk.folder, 'clips'))).toHaveLength(1)
})

test('a batch replaces no file that somebody puts there before its result, however often it is run again', async () => {
  await writeFile(join(desk.folder, 'b.jsonl'), `${JSON.stringify({ model: 'sd_2.0_discount', prompt: 'one' })}\n`)
  const batch = ['batch', 'b.jsonl', '--out', 'clips/{model}.mp4']
  const own = join(desk.folder, 'clips', 'sd_2.0_discount.mp4')
  await mkdir(join(desk.folder, 'clips'))
  server.next('submit', async (exchange) => {
    await writeFile(own, 'precious')
    await faults.taskWith({})(exchange)
  })
  for (let attempt = 0; attempt < 2; attempt++) {
    const { code, out } = await desk.run(batch)
    expect(code).toBe(13)
    expect(out).toContain('exists')
    expect(await readFile(own, 'utf8')).toBe('precious')
  }
  expect(server.count('submit')).toBe(1)
})

test('what another terminal is at is given up only once that has ended, and its task may still be waited for', async () => {
  server.next('query', faults.silence)
  const { program, words } = desk.command(run)
  const child = spawn(program, words, { cwd: desk.folder, env: desk.env, stdio: 'ignore' })
  await server.received('query', 1)
  const [id = ''] = server.tasks.keys()
  expect(await desk.run(['forget', id])).toMatchObject({
    code: 2,
    err: `error   another process is still at ${id}; end it first, or let it finish\nnext    model-tasks list\n`,
  })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await desk.run(['forget', id])).code).toBe(0)
  expect((await desk.run(['resume'])).err).toBe('Nothing is left to resume.\n')
  expect((await desk.run(['wait', id])).code).toBe(0)
  expect(JSON.parse((await desk.run(['list', '--json'])).out)).toMatchObject([{ id, status: 'completed' }])
  expect(server.count('submit')).toBe(1)
})

test('a result that cannot be stored is that of a completed task, among several too', async () => {
  const ids: string[] = []
  for (const prompt of ['one', 'two'])
    ids.push((await desk.run(['submit', 'sd_2.0_discount', `prompt=${prompt}`, 'duration=5'])).out.trim())
  await mkdir(join(desk.folder, 'clips'))
  await writeFile(join(desk.folder, 'clips', `${ids[0]}.mp4`), 'precious')
  const { code, out } = await desk.run(['resume', '--out', 'clips/{id}.mp4', '--json'])
  expect(code).toBe(12)
  const outcomes = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: string; reached: string; error?: string })
  expect(outcomes.map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(outcomes.map(({ reached }) => reached)).toEqual(['completed', 'stored'])
})

test('two results for one file: the first is stored there, the second where another command says', async () => {
  for (const prompt of ['one', 'two']) {
    server.next('query', faults.status(401))
    const words = ['run', 'sd_2.0_discount', `prompt=${prompt}`, 'duration=5', '--out', 'boat.mp4']
    expect((await desk.run(words)).code).toBe(14)
  }
  const together =
    (bytes: Buffer): Fault =>
    async ({ answer }) => {
      await server.received('result', 2)
      answer(200, { 'content-type': 'video/mp4' }, bytes)
    }
  server.next('result', together(server.result), together(Buffer.from('another')))
  const { code, out, err } = await desk.run(['resume'])
  expect(code).toBe(12)
  expect(out).toContain('boat.mp4 exists; name another file, or give --force to replace it')
  const [, next = ''] = /^next {4}model-tasks (.*)$/m.exec(err) ?? []
  expect(await desk.run(next.split(' '))).toMatchObject({ code: 0 })
  expect((await desk.run(['resume'])).err).toBe('Nothing is left to resume.\n')
  expect((await readdir(desk.folder)).filter((name) => name.endsWith('.mp4'))).toHaveLength(2)
  expect(server.count('submit')).toBe(2)
})

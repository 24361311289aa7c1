/** Files and folders that this user may not use: found before anything is bought, in one message that says what to do. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'

let server: FaultServer
let desk: Desk

/** Root may use everything, so that the commands run as another user then. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const run = ['run', 'sd_2.0_discount', 'prompt=A paper boat', 'duration=5']

beforeEach(async () => {
  server = await startFaultServer()
  desk = await openDesk(server)
  await chmod(desk.folder, 0o777)
  await writeFile('b.jsonl', `${JSON.stringify({ model: 'sd_2.0_discount', prompt: 'A paper boat' })}\n`)
})
afterEach(async () => {
  await server.close()
  await desk.close()
})

async function asUser(words: string[], env: Record<string, string> = {}): Promise<{ code: number; err: string }> {
  const { program, words: typed } = desk.command(words)
  const child = spawn(program, typed, { cwd: desk.folder, env: { ...desk.env, ...env }, ...user })
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: code as number, err }
}

/** A folder that can be read, and not written to. */
const closedFolder = (name: string): Promise<unknown> => mkdir(join(desk.folder, name), { mode: 0o555 })

describe.skipIf(process.getuid === undefined)(
  'without permission, nothing is bought, and the message says what to do',
  () => {
    test.each([
      ['a file of --out', [...run, '--out', 'closed/clip.mp4'], 'closed/clip.mp4'],
      ['a folder of --out', [...run, '--out', 'closed/'], 'closed/'],
      ['a folder of --out that is to be made', [...run, '--out', 'closed/new/'], 'closed/new/'],
      ['the results of a batch', ['batch', 'b.jsonl', '--out', 'closed/'], 'closed/'],
    ])('%s', async (_what, words, place) => {
      await closedFolder('closed')
      const { code, err } = await asUser(words)
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(
          new RegExp(
            `^error +--out ${place} cannot be written: EACCES: permission denied; name another place, or let this user write there$`,
            'm',
          ),
        ),
      })
      expect(server.count('submit')).toBe(0)
    })

    test.each([
      ['resume', ['resume'], 'let this user read and write it'],
      ['run', run, 'writable for this user'],
    ])('the journal of %s', async (_what, words, advice) => {
      const journal = join(desk.folder, 'journal.jsonl')
      await writeFile(journal, '', { mode: 0o000 })
      const { code, err } = await asUser(words, { MODEL_TASKS_JOURNAL: journal })
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(new RegExp(`EACCES.*journal\\.jsonl.*${advice}.*MODEL_TASKS_JOURNAL`, 's')),
      })
      expect(server.count('submit')).toBe(0)
    })

    test('the record of a batch', async () => {
      await closedFolder('state')
      const { code, err } = await asUser(['batch', 'b.jsonl'])
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringMatching(
          /^error +the record of this batch cannot be kept: EACCES: permission denied, .*; set MODEL_TASKS_JOURNAL to a file that can be written$/m,
        ),
      })
      expect(server.count('submit')).toBe(0)
    })

    test('the record of a batch that another user has begun', async () => {
      await mkdir(join(desk.folder, 'state/model-tasks'), { recursive: true })
      const first = await desk.spawn(['batch', 'b.jsonl'])
      expect(first.code).toBe(0)
      const bought = server.count('submit')
      const folder = join(desk.folder, 'state/model-tasks')
      await chmod(folder, 0o000)
      const { code, err } = await asUser(['batch', 'b.jsonl'])
      await chmod(folder, 0o700)
      expect({ code, err }).toEqual({
        code: 2,
        err: expect.stringContaining('the record of this batch cannot be kept'),
      })
      expect(server.count('submit')).toBe(bought)
    })
  },
)

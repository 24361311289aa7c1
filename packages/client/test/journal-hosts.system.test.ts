/** Journals and locks that several hosts and containers share: other host names and namespaces of process IDs, for real. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileJournal } from '../src/journal/index.js'
import { takeJournalLock } from '../src/journal/lock.js'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-hosts-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(() => rm(folder, { recursive: true }))

const script = join(import.meta.dirname, 'journal-writer.js')
const silent = { warn: () => undefined }
const canUnshare = spawnSync('unshare', ['--uts', '--pid', '--fork', 'true']).status === 0
if (!canUnshare) console.warn('skipped: other hosts and containers, since `unshare` is not permitted here')

/** Starts a program under another host name, or in another namespace of process IDs. */
function elsewhere(options: string[], host: string, command: string[]): ReturnType<typeof spawn> {
  const shell = `${options.includes('--uts') ? `hostname ${host}; ` : ''}exec "$@"`
  return spawn('unshare', [...options, 'sh', '-c', shell, 'sh', ...command], { stdio: ['pipe', 'pipe', 'inherit'] })
}

describe.skipIf(!canUnshare)('a journal on a volume that several share', () => {
  it.each([
    ['hosts', ['--uts']],
    ['containers with one host name', ['--pid', '--fork', '--mount-proc']],
    ['containers that see the processes of their host', ['--pid', '--fork']],
  ])('loses nothing that was acknowledged to other %s while it is compacted', async (_, options) => {
    const names = ['a', 'b', 'c']
    const count = 150
    const running = names.map((name) =>
      once(elsewhere(options, `host-${name}`, [process.execPath, script, path, name, String(count), '500']), 'exit'),
    )
    let done = false
    const all = Promise.all(running).then((exits) => ((done = true), exits))
    const journal = fileJournal(path, { logger: silent })
    let compacted = 0
    while (!done) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      if (await journal.compact()) compacted++
    }
    expect((await all).map(([code]) => code as number)).toEqual([0, 0, 0])
    expect(compacted).toBeGreaterThan(3)
    const keys = new Set((await journal.entries()).map((entry) => 'key' in entry && entry.key))
    expect(keys.size).toBe(names.length * count)
  })

  it.each([
    ['on another host', ['--uts']],
    ['in another container', ['--pid', '--fork', '--mount-proc']],
    ['in another container that sees the processes of its host', ['--pid', '--fork']],
  ])('has a lock that a process %s holds until it lets go', async (where, options) => {
    const holder = `
      import { takeJournalLock } from ${JSON.stringify(join(import.meta.dirname, '../dist/journal/lock.js'))}
      await takeJournalLock(${JSON.stringify(`${path}.locks`)})
      process.stdout.write('held')
      process.stdin.resume()`
    const child = elsewhere(options, 'other', [process.execPath, '--input-type=module', '-e', holder])
    await once(child.stdout!, 'data')
    expect(await takeJournalLock(`${path}.locks`)).toBeUndefined()
    child.stdin!.end()
    await once(child, 'exit')
    const lock = await takeJournalLock(`${path}.locks`)
    // A host name is not a place of its own: the process is seen to have ended. A container is.
    if (where === 'on another host') expect(lock).toBeDefined()
    else expect(lock).toBeUndefined()
    await lock?.release()
  })
})

/** Writes a journal of so many tasks, each with a body of so many bytes. All have ended but the first. */
async function write(tasks: number, bytes: number): Promise<number> {
  const body = 'x'.repeat(bytes)
  const file = await open(path, 'w')
  for (let index = 0; index < tasks; index++) {
    const entries = [
      { event: 'intent', key: `k${index}`, model: 'm', hash: '', body, at: '2026-01-01T00:00:00.000Z' },
      { event: 'submitted', key: `k${index}`, id: `t${index}`, at: '' },
      ...(index === 0 ? [] : [{ event: 'ended', id: `t${index}`, status: 'completed', at: '' }]),
    ]
    await file.writeFile(entries.map((entry) => `\n${JSON.stringify(entry)}`).join(''))
  }
  const { size } = await file.stat()
  await file.close()
  return size
}

const reader = `import { fileJournal } from '@model-tasks/client/journal'
const journal = fileJournal(${JSON.stringify('PATH')})
let entries = 0
await journal.read(() => void entries++)
console.log(entries, await journal.compact({ keep: 1 }))`

it('a journal is read and compacted in less memory than it is long', async () => {
  expect(await write(160, 2 ** 20)).toBeGreaterThan(160 * 2 ** 20)
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=48', '--input-type=module', '--eval', reader.replace('PATH', path)],
    { cwd: import.meta.dirname, encoding: 'utf8' },
  )
  expect({ stdout, stderr }).toEqual({ stdout: `${160 * 3 - 1} true\n`, stderr: '' })
})

it('a journal of more than 2 GiB is read and compacted line by line', async (context) => {
  if (process.env.MODEL_TASKS_LONG !== '1') {
    console.warn('skipped: a journal of more than 2 GiB, which takes minutes: MODEL_TASKS_LONG=1')
    return context.skip('MODEL_TASKS_LONG=1 runs it')
  }
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < 4 * 2 ** 30) return context.skip('there are less than 4 GiB of space')
  expect(await write(260, 8 * 2 ** 20)).toBeGreaterThan(2 ** 31)
  const journal = fileJournal(path)
  let entries = 0
  await journal.read(() => void entries++)
  expect(entries).toBe(260 * 3 - 1)
  expect(await journal.compact({ keep: 1 })).toBe(true)
  expect((await journal.entries()).map(({ event }) => event)).toEqual([
    ...['intent', 'submitted', 'intent', 'submitted', 'ended'],
  ])
}, 600_000)

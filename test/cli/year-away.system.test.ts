/** What `resume` finds of a journal that is a year old, at a service that has forgotten keys, results and tasks since. */
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startService, type Clock, type RunningService } from '@model-tasks/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'
import { quickProvider } from './support/quick-provider.js'

const day = 86_400_000
const year = 365 * day

let desk: Desk
let service: RunningService | undefined

/** The machine's clock, so many milliseconds behind. */
function clockBehind(behind: number): Clock {
  return {
    now: () => Date.now() - behind,
    elapsed: () => Math.floor(performance.now()),
    delay: (milliseconds, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, milliseconds)
        signal?.addEventListener('abort', done)
      }),
  }
}

/** Whether tasks are made, or are under way until the service ends. */
let makes = true

/** How long the service keeps results, and tasks, in milliseconds. */
interface Kept {
  keep?: number
  keepTasks?: number
}

async function start(behind: number, kept: Kept, port = 0): Promise<number> {
  const quick = quickProvider()
  if (quick.kind !== 'local') throw new Error('a provider that makes results itself')
  const render: (typeof quick)['render'] = (task, work) =>
    makes ? quick.render(task, work) : new Promise((_, reject) => work.signal.addEventListener('abort', reject))
  service = await startService(
    { port, dataDirectory: join(desk.folder, 'data'), shutdownTimeout: 0, ...kept },
    { provider: { ...quick, render }, clock: clockBehind(behind) },
  )
  return Number(new URL(service.url).port)
}

beforeEach(async () => {
  desk = await openDesk()
  makes = true
})
afterEach(async () => {
  await service?.close()
  await desk.close()
})

interface Line {
  event: string
  at: string
  key?: string
  id?: string
}

/** Rewrites the journal of the desk's one service. */
async function rewriteJournal(change: (lines: Line[]) => Line[]): Promise<void> {
  const folder = join(desk.folder, 'state/model-tasks')
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.jsonl'))
  const path = join(folder, name)
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  const changed = change(lines.map((line) => JSON.parse(line) as Line))
  await writeFile(path, changed.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const idIn = (text: string): string => /task_\w+/.exec(text)![0]
/**
 * A year ago: one task was made, and its result not stored; the answer to one submit was lost, and one task was under way.
 * Returns their IDs, once the service runs a year later.
 */
async function aYearLater(kept: Kept): Promise<{ made: string; lost: string; underWay: string }> {
  const port = await start(year, kept)
  const run = (prompt: string): string[] => ['submit', 'beta-5.0', `prompt=${prompt}`]
  const made = idIn((await desk.spawn(['run', 'beta-5.0', 'prompt=made', '--out', 'made.png'])).err)
  const lost = idIn((await desk.spawn(run('lost'))).out)
  expect((await desk.spawn(['wait', lost])).code).toBe(0)
  makes = false
  const underWay = idIn((await desk.spawn(run('under way'))).out)
  await service?.close()
  makes = true
  await rm(join(desk.folder, 'made.png'))
  const at = new Date(Date.now() - year).toISOString()
  await rewriteJournal((lines) =>
    lines
      .filter(({ event, id }) => id !== lost && !(event === 'ended' && id === made))
      .map((line) => ({ ...line, at })),
  )
  await start(0, kept, port)
  return { made, lost, underWay }
}
/** The keys of the submits in the journal whose outcome is not known. */
const unknownKeys = async (): Promise<string[]> =>
  [...(await desk.spawn(['list', '--status', 'unknown'])).out.matchAll(/\(key (\S+)\)/g)].map(([, key = '']) => key)

test('a journal of a year ago is resumed without a replay where keys and results are gone, and the rest is stored', async () => {
  const { made, lost, underWay } = await aYearLater({ keep: 2 * day })
  const [key = ''] = await unknownKeys()
  const { code, out, err } = await desk.spawn(['resume', '--out', 'here/'])
  expect({ code, out, err }).toEqual({
    code: 8,
    out: expect.stringMatching(
      new RegExp(`^completed +${made} .* is not stored: .* the service may have removed its file$`, 'm'),
    ),
    err: expect.stringMatching(
      new RegExp(`so old that the service may have forgotten its Idempotency-Key; .*paid twice.*${key}`),
    ),
  })
  expect(out).toMatch(new RegExp(`^completed +${underWay} .* here/${underWay}\\.png$`, 'm'))
  for (const forgotten of [made, key])
    expect(err).toMatch(new RegExp(`^( {2}or|next) +model-tasks forget ${forgotten}$`, 'm'))
  const remote = (await desk.spawn(['list', '--remote'])).out
  expect(remote.match(/task_\w+/g)?.sort()).toEqual([made, lost, underWay].sort())
  for (const forgotten of [made, key]) expect(await desk.spawn(['forget', forgotten])).toMatchObject({ code: 0 })
  expect((await desk.spawn(['resume'])).err).toBe('Nothing is left to resume.\n')
})

test('a task that its service has removed within a year is said to be not found, and nothing is sent again', async () => {
  const { made, underWay } = await aYearLater({ keepTasks: 60 * day })
  const [key = ''] = await unknownKeys()
  const { code, out, err } = await desk.spawn(['resume'])
  expect({ code, out }).toEqual({ code: 8, out: expect.stringMatching(new RegExp(`^not found +${made} `, 'm')) })
  expect(out).toMatch(new RegExp(`^completed +${underWay} `, 'm'))
  for (const forgotten of [made, key])
    expect(err).toMatch(new RegExp(`^( {2}or|next) +model-tasks forget ${forgotten}$`, 'm'))
  expect((await desk.spawn(['list', '--remote'])).out.match(/task_\w+/g)).toEqual([underWay])
})

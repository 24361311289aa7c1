/** What commands print of a database on which no service runs, in this process. */
import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { CommandContext } from '../src/commands/administration/command.js'
import { operatorOf } from '../src/commands/administration/operator-of.js'
import { reloadCommands } from '../src/commands/administration/reload-command.js'
import { runCommand } from '../src/commands/administration/run.js'
import type { ServiceProcess } from '../src/keep/store/process-store.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'

const now = Date.parse('2026-11-20T10:00:00Z')

/** An account and nothing else; a command there, and tasks of which each was declined by its upstream as often as said. */
async function database() {
  const folder = temporaryFolder()
  const stores = await openSqliteStores(join(folder, 'tasks.db'), undefined, () => now)
  onTestFinished(() => stores.close())
  await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  const owner = await stores.queue.join()
  const { queue, runs, tasks } = stores
  const run = async (...words: string[]): Promise<string[]> => {
    const lines: string[] = []
    const settings = { dataDirectory: folder, databaseUrl: undefined }
    await runCommand(
      words,
      settings,
      (line) => lines.push(line),
      () => now,
    )
    return lines
  }
  const accept = async (id: string, ...declined: string[]) => {
    await tasks.submit({ task: newTask({ id, queue: 'alpha', created: now - 5000 }) })
    for (const [index, proof] of declined.entries()) {
      await queue.claim(owner, { queue: 'alpha', room: 9, concurrency: undefined })
      await runs.noteSent({ id, owner })
      const refusal = { upstream: 'alpha', at: now + index, proof }
      await runs.noteRefused({ id, owner, attempt: index + 1 }, refusal, { queue: 'alpha', delay: 0 })
    }
  }
  return { ...stores, owner, run, accept }
}

test('the queue says how long the oldest task waits, and by which answer of an upstream the latest wait, as often as it was the last', async () => {
  const { run, accept, queue, runs, owner } = await database()
  await accept('task_sent', '403')
  await queue.claim(owner, { queue: 'alpha', room: 9, concurrency: undefined })
  await runs.noteSent({ id: 'task_sent', owner })
  await accept('task_1', '429', '503')
  await accept('task_2', '503')
  await accept('task_3', '402')
  await accept('task_4')
  const [head = '', line = '', ...refusals] = await run('queue')
  const shown = Object.fromEntries(head.split(/ +/).map((name, index) => [name, line.split(/ {2,}/)[index]]))
  expect(shown).toMatchObject({ queue: 'alpha', account: 'rich', oldest: '5 s', dead: '0' })
  expect(refusals.toSorted()).toEqual([
    '1 of the latest tasks waits: alpha declined: 402',
    '2 of the latest tasks wait: alpha declined: 503',
  ])
  expect(await run('queue', 'show', 'task_1')).toEqual([
    'task_1  processing  queue alpha  submission none  0 internal errors',
    '  2026-11-20T10:00:00.000Z  alpha declined it: 429',
    '  2026-11-20T10:00:00.001Z  alpha declined it: 503',
  ])
})

test('a queue in which nothing waits has no oldest task, and a share takes each weight and limit up to the bounds', async () => {
  const { run, accept, queue, owner } = await database()
  await accept('task_1')
  await queue.claim(owner, { queue: 'alpha', room: 9, concurrency: undefined })
  expect((await run('queue'))[1]?.split(/ {2,}/)).toEqual(['alpha', 'rich', '0', '0', '-', '1', '0', '0'])
  expect(await run('queue', 'share', 'rich', '0.25', '1000000')).toEqual(['rich  weight 0.25  limit 1000000'])
  for (const weight of ['0.001', '1000'])
    expect(await run('queue', 'share', 'rich', weight)).toEqual([`rich  weight ${weight}  no limit`])
})

test('a budget is taken away by its subject and period, and one that is not there is named', async () => {
  const { run } = await database()
  expect(await run('budget', 'set', 'rich', 'day', '5')).toEqual(['set'])
  await expect(run('budget', 'remove', 'rich', 'month')).rejects.toThrow(
    'rich has no budget per month; "budget list" shows all',
  )
  await expect(run('budget', 'remove', 'rich', 'week')).rejects.toThrow('"week" is not a period; use day or month')
  expect(await run('budget', 'list')).toHaveLength(1)
  expect(await run('budget', 'remove', 'rich', 'day')).toEqual(['removed'])
  expect(await run('budget', 'list')).toEqual(['there is no budget; "budget set" makes one'])
})

test('an empty list says that it is empty', async () => {
  const { run } = await database()
  expect(await run('queue')).toEqual(['nothing waits and nothing runs'])
  expect(await run('process', 'list')).toEqual(['no process of the service runs'])
  expect(await run('webhook', 'list')).toEqual(['no event waits'])
  expect(await run('budget', 'list')).toEqual(['there is no budget; "budget set" makes one'])
  expect(await run('key', 'list')).toEqual(['there is no key yet; "key add <account>" makes one'])
  expect(await run('usage', 'json')).toEqual([])
  expect(await run('usage'), 'the head alone').toEqual([expect.stringMatching(/^day,account,.*[a-z]$/)])
  await expect(run('usage', 'csv', '2026-11-21', '2026-11-20')).rejects.toThrow('the first day must be before the last')
  await expect(run('usage', 'xml')).rejects.toThrow('"xml" is not a format; use csv or json')
  await expect(run('process', 'drain', 'p1')).rejects.toThrow(
    'no process "p1" runs; "process list" shows those that do',
  )
})

test('the list of keys says what each may be used for, until when, and how much of it per day', async () => {
  const { run, keys } = await database()
  await run('key', 'add', 'rich', 'name=all')
  await run('key', 'add', 'rich', 'tasks=1', 'credits=2.5', 'scopes=read,submit', 'expires=2026-12-01')
  const { entries } = await keys.listKeys({ limit: 9, account: 'rich' })
  const idOf = (named: string) => entries.find(({ name = '' }) => name === named)?.id
  expect((await run('key', 'list', 'rich')).toSorted()).toEqual(
    [
      `${idOf('all')}  rich  valid  all scopes  all`,
      `${idOf('')}  rich  valid until 2026-12-01T00:00:00.000Z  read,submit  1 task per day  2.5 credits per day`,
    ].toSorted(),
  )
})

test('credits are not granted to an account whose credits are not counted', async () => {
  const { run } = await database()
  await expect(run('account', 'credit', 'rich', '5', 'invoice-1')).rejects.toThrow(
    'rich is unlimited: its credits are not counted',
  )
})

test('a database in which no task waits has none that a restore would set aside', async () => {
  const { run } = await database()
  expect(await run('restored', 'hold')).toEqual(['no task waits that an upstream may have been asked for'])
  expect(await run('restored', 'list')).toEqual(['no task is set aside after a restore'])
})

test('the record of a key that was revoked names its ID, also where the key itself was typed', async () => {
  const { run, keys, operator } = await database()
  const [first = '', second = ''] = [...(await run('key', 'add', 'rich')), ...(await run('key', 'add', 'rich'))]
  const ids = (await keys.listKeys({ limit: 9, account: 'rich' })).entries.map(({ id }) => id)
  expect(await run('key', 'revoke', first)).toEqual(['revoked'])
  const [left] = (await keys.listKeys({ limit: 9, account: 'rich' })).entries.filter(({ revoked }) => !revoked)
  expect(await run('key', 'revoke', left?.id ?? '')).toEqual(['revoked'])
  const actions = (await operator.actions(9)).filter(({ action }) => action === 'key revoke')
  expect(actions.map(({ subject, at }) => [subject, at])).toEqual([
    [left?.id, now],
    [ids.find((id) => id !== left?.id), now],
  ])
  expect(JSON.stringify(await operator.actions(9))).not.toMatch(new RegExp(`${first}|${second}`))
})

/** What `reload` prints where the processes of a service answer so, each time that they are asked. */
const reloaded = (requests: [string, number][], ...answers: Answers) => reloadedWithin('30', requests, ...answers)

type Answers = (Partial<ServiceProcess>[] | (() => Partial<ServiceProcess>[]))[]

async function reloadedWithin(seconds: string, requests: [string, number][], ...answers: Answers) {
  const [lines, noted]: [string[], string[]] = [[], []]
  const listed = (answer: (typeof answers)[number] | undefined) => (typeof answer === 'function' ? answer() : answer)
  const context = {
    stores: {
      processes: { reload: async () => new Map(requests), list: async () => listed(answers.shift()) },
      operator: { note: async ({ action }: { action: string }) => void noted.push(action) },
    },
    now: () => now,
    print: (line: string) => void lines.push(line),
  } as unknown as CommandContext
  const [reload] = reloadCommands
  const failed = await reload?.run([seconds], context).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { lines, noted, failed }
}

const answered = (name: string, request: number, ...lines: string[]) => ({
  name,
  reload: { request, outcome: { rejected: lines[0] === 'rejected', lines } },
})

test('a reload waits for the answer of each process to this request, and prints them by name; one that has stopped needs none', async () => {
  const first = [{ name: 'b' }, answered('a', 1, 'an answer to the one before')]
  const second = [answered('b', 3, 'to a later one'), answered('a', 2, 'taken over', 'port takes a restart')]
  const asked: [string, number][] = [
    ['b', 2],
    ['a', 2],
    ['gone', 2],
  ]
  expect(await reloaded(asked, first as Partial<ServiceProcess>[], second as Partial<ServiceProcess>[])).toEqual({
    lines: [
      'a  taken over',
      'a  port takes a restart',
      'b  to a later one',
      'gone  has stopped meanwhile; it reads the configuration when it starts',
    ],
    noted: ['reload'],
    failed: undefined,
  })
})

test('a process that does not answer a reload in time is said to be silent, and the reload fails', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const silent = [{ name: 'a' }, answered('b', 1, 'taken over')] as Partial<ServiceProcess>[]
  const asked: [string, number][] = [
    ['a', 1],
    ['b', 1],
  ]
  expect(await reloaded(asked, () => (vi.advanceTimersByTime(30_000), silent))).toEqual({
    lines: [expect.stringMatching(/^a {2}no answer within 30 s: it hangs, was killed, or is of/), 'b  taken over'],
    noted: ['reload'],
    failed: expect.stringMatching(/^1 of 2 processes has not taken the configuration over; correct/),
  })
})

test('a reload waits for a second at least and for an hour at most', async () => {
  const taken = [answered('a', 1, 'taken over')] as Partial<ServiceProcess>[]
  for (const seconds of ['1', '3600'])
    expect((await reloadedWithin(seconds, [['a', 1]], taken)).failed, seconds).toBeUndefined()
  for (const seconds of ['0', '3601', '-1', '1.5', '01000', 'long'])
    expect((await reloadedWithin(seconds, [['a', 1]], taken)).failed, seconds).toBe(
      `"${seconds}" must be a number of seconds from 1 to 3600`,
    )
})

test('the record says which user of which machine ran a command, by number where the user has no name', async () => {
  const { run, operator } = await database()
  await run('account', 'disable', 'rich')
  expect(await operator.actions(9)).toMatchObject([{ who: `${userInfo().username}@${hostname()}` }])
  const nameless = () => {
    throw new Error('no entry in /etc/passwd')
  }
  expect(operatorOf(nameless)).toBe(`${userInfo().uid}@${hostname()}`)
})

test('a reload that processes reject fails with how many, and one without processes says so and records nothing', async () => {
  const of = (...names: string[]) => names.map((name) => answered(name, 1, name < 'c' ? 'rejected' : 'taken over'))
  const asked: [string, number][] = [
    ['a', 1],
    ['b', 1],
    ['c', 1],
  ]
  expect((await reloaded(asked, of('a', 'b', 'c') as Partial<ServiceProcess>[])).failed).toMatch(
    /^2 of 3 processes have not taken the configuration over; correct/,
  )
  expect((await reloaded([['a', 1]], of('a') as Partial<ServiceProcess>[])).failed).toMatch(/^1 of 1 process has not/)
  expect(await reloaded([])).toMatchObject({
    noted: [],
    failed: expect.stringMatching(/^no process of the service runs/),
  })
})

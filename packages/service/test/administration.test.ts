import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { InputError } from '../src/base/input-error.js'
import { runCommand } from '../src/commands/administration/run.js'
import { packageVersion } from '../src/base/package-folder.js'
import { silentLog } from '../src/base/log.js'
import { eventTypes } from '../src/domain/webhooks.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService, video } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'
import { testReceiver } from './support/webhook-receiver.js'

async function run(folder: string, ...words: string[]): Promise<string[]> {
  return runAt(Date.now, folder, ...words)
}

/** Runs a command at the time that `now` gives, which beside a service with a manual clock is that clock's. */
async function runAt(now: () => number, folder: string, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  const settings = { dataDirectory: folder, databaseUrl: undefined }
  await runCommand(words, settings, (line) => lines.push(line), now)
  return lines
}

/** A key as `account add` printed it. */
const keyIn = (lines: string[]): string => /^key +(\S+)/m.exec(lines.join('\n'))?.[1] ?? ''
const accountIn = (lines: string[]): string => /^account +(\S+)/m.exec(lines.join('\n'))?.[1] ?? ''

test('an account made beside the running service can submit at once, as far as its credits go', async () => {
  const folder = temporaryFolder()
  const { call } = await testService({ dataDirectory: folder })
  const added = await run(folder, 'account', 'add', 'Guest', '6')
  const headers = { authorization: `Bearer ${keyIn(added)}` }
  expect((await call('POST', '/tasks', { body: video, headers })).status).toBe(200)
  expect((await call('POST', '/tasks', { body: video, headers })).status).toBe(402)
  expect(await run(folder, 'account', 'credit', accountIn(added), '4', 'more')).toEqual([`${accountIn(added)}  5`])
  expect((await call('POST', '/tasks', { body: video, headers })).status).toBe(200)
})

test('an event is sent again only to a receiver of the settings', async () => {
  const receiver = await testReceiver()
  const { webhook } = receiver
  const { submit, ended, folder, service } = await testService({ webhooks: [webhook] })
  const { body } = await submit(image)
  await ended(body.id)
  await receiver.arrival(0)
  await service.close()
  const settings = { dataDirectory: folder, databaseUrl: undefined }
  const replay = async (settings: Parameters<typeof runCommand>[1], name: string): Promise<string[]> => {
    const lines: string[] = []
    await runCommand(['webhook', 'replay', body.id, name], settings, (line) => lines.push(line))
    return lines
  }
  expect(await replay({ ...settings, webhooks: [webhook] }, webhook.name)).toEqual(['due now'])
  expect(await run(folder, 'webhook', 'list')).toHaveLength(1)
  await expect(replay({ ...settings, webhooks: [webhook] }, 'order')).rejects.toThrow(
    new InputError(
      `order is not a receiver of the settings, which name ${webhook.name}; give the command the MODEL_TASKS_CONFIG of the service`,
    ),
  )
  await expect(replay(settings, webhook.name)).rejects.toThrow('which name none')
})

test.each([
  ['task_1', 'orders', 'the task task_1 is unknown or has not ended; only the end of a task is told'],
  ['task_1', 'callback', 'the task task_1 is unknown, has not ended or named no Callback-Url that is still kept'],
  ['alert_1', 'orders', 'alert_1 is an alert; name the receiver alerts:orders, under which orders is told of alerts'],
  ['alert_1', 'alerts:orders', 'the alert alert_1 is unknown or is not kept any more'],
  ['task_1', 'alerts:orders', 'alerts:orders is told of alerts, whose IDs begin with alert_; "webhook list" shows'],
])('an event of %s that cannot be sent again to %s is rejected with why', async (id, receiver, message) => {
  const folder = temporaryFolder()
  await run(folder, 'account', 'add', 'Guest')
  const { webhook } = await testReceiver({ name: 'orders', events: eventTypes })
  const callbacks = { secret: Buffer.alloc(32, 'c'), hosts: undefined }
  const settings = { dataDirectory: folder, databaseUrl: undefined, webhooks: [webhook], callbacks }
  await expect(runCommand(['webhook', 'replay', id, receiver], settings, () => undefined)).rejects.toThrow(message)
})

test('a key can be added and revoked while the service runs', async () => {
  const folder = temporaryFolder()
  const clock = new ManualClock()
  const { call } = await testService({ dataDirectory: folder }, { clock })
  const added = await run(folder, 'account', 'add', 'Guest')
  const [second = ''] = await run(folder, 'key', 'add', accountIn(added))
  const status = async (key: string): Promise<number> =>
    (await call('POST', '/tasks', { body: image, headers: { authorization: `Bearer ${key}` } })).status
  expect([await status(keyIn(added)), await status(second)]).toEqual([200, 200])
  expect(await run(folder, 'key', 'revoke', second)).toEqual(['revoked'])
  clock.advance(1000)
  expect([await status(keyIn(added)), await status(second)]).toEqual([200, 401])
  await expect(run(folder, 'key', 'revoke', second)).rejects.toThrow('unknown or already revoked')
})

test('accounts are listed', async () => {
  const folder = temporaryFolder()
  await run(folder, 'account', 'add', 'Guest', '6.000001')
  expect(await run(folder, 'account', 'list')).toEqual([
    expect.stringMatching(/^account_\w+ {2}6\.000001 \(and 0 held\) {2}Guest$/),
  ])
})

test.each([
  [['account'], '"account" is not a command. These are:\n  account add'],
  [['account', 'remove', 'x'], '"account remove" is not a command. These are:\n  account add'],
  [['queue', 'deed'], '"queue deed" is not a command. These are:\n  queue  '],
  [['acount', 'list'], '"acount list" is not a command; did you mean "account list"? "model-tasks-service'],
  [['start'], '"start" is not a command. "model-tasks-service help" lists all; without a command the service starts'],
  [['account', 'add'], '<name> is missing: model-tasks-service account add <name> [credits]'],
  [['account', 'add', ''], 'name must be 1 to 80 characters without line breaks'],
  [['account', 'add', 'x', 'many'], 'credits must be a number with at most 6 decimals, such as 100 or 2.5'],
  ...['1e5', '0x10', ' 5', '5 ', '1.0000001'].map((credits): [string[], string] => [
    ['account', 'add', 'x', credits],
    'credits must be a number with at most 6 decimals, such as 100 or 2.5',
  ]),
  [['account', 'add', 'x', '-5'], 'credits must be 0 or more'],
  [['account', 'add', 'Paper', 'Boat', '5'], '"5" is one word too many; put what contains spaces in quotation marks'],
  [['account', 'list', 'x'], '"x" is one word too many'],
  [
    ['doctor', 'x'],
    '"x" is one word too many; put what contains spaces in quotation marks: model-tasks-service doctor',
  ],
  [['account', 'credit', 'none', '5', 'invoice 1'], 'there is no account none; "account list" shows them'],
  [['account', 'credit', 'none'], '<credits> is missing: model-tasks-service account credit'],
  [['account', 'disable', 'one', 'other'], '"other" is one word too many'],
  [['backup'], '<folder> is missing: model-tasks-service backup <folder>'],
  [['key', 'add'], '<account> is missing'],
  [['key', 'revoke', 'key_1', 'key_2'], '"key_2" is one word too many'],
  [['key', 'revoke', 'key_1'], 'unknown or already revoked; "key list" shows the IDs of all'],
  [['queue', 'retry', 'none'], 'none is not set aside'],
  [['queue', 'show', 'none'], 'there is no task none'],
  [['queue', 'share', 'none', '2'], 'there is no account none'],
  [['queue', 'share', 'none', '0'], 'from 0.001 to 1000;'],
  [['queue', 'share', 'none', '0x10'], 'from 0.001 to 1000;'],
  [['queue', 'share', 'none', '1000.1'], 'from 0.001 to 1000;'],
  [['queue', 'share', 'none', '0.00000000000000000001'], 'from 0.001 to 1000;'],
  [['queue', 'share', 'none', '1', '-1'], 'from 0 to 1000000'],
  [['queue', 'share', 'none', '1', ''], 'from 0 to 1000000'],
  [['queue', 'share', 'none', '1', '3000000000'], 'from 0 to 1000000'],
  [['webhook', 'replay', 'task_1'], '<receiver> is missing'],
])('%j is rejected with what to type', async (words, message) => {
  const folder = temporaryFolder()
  await run(folder, 'account', 'add', 'Guest')
  const refused = run(folder, ...words)
  await expect(refused).rejects.toThrow(InputError)
  await expect(refused).rejects.toThrow(message)
})

test.each(['account list', 'key list', 'queue', 'backup copy'])(
  '%s makes no data folder where there is none, and says so',
  async (words) => {
    const folder = join(temporaryFolder(), 'mistyped')
    await expect(run(folder, ...words.split(' '))).rejects.toThrow(
      `MODEL_TASKS_DATA: ${folder} holds no database; name the data folder of a service, or start it once, which makes one`,
    )
    expect(existsSync(folder)).toBe(false)
  },
)

test('credits of more than can be counted are rejected with how many can be, at the terminal and over HTTP', async () => {
  const folder = temporaryFolder()
  const most = 'at most 6 decimals, such as 100 or 2.5, and 8589934592 credits at most'
  const account = accountIn(await run(folder, 'account', 'add', 'Guest', '1'))
  await expect(run(folder, 'account', 'credit', account, '1000000000000000', 'all')).rejects.toThrow(most)
  const { service } = await testService({ dataDirectory: folder, adminKey: 'admin-key-of-24-characters' })
  const grant = await fetch(new URL(`/admin/accounts/${account}/credits`, service.baseUrl), {
    method: 'POST',
    headers: { authorization: 'Bearer admin-key-of-24-characters', 'content-type': 'application/json' },
    body: JSON.stringify({ credits: 1e15, reference: 'all' }),
  })
  expect([grant.status, ((await grant.json()) as { detail: string }).detail]).toEqual([
    400,
    expect.stringContaining(most),
  ])
})

test('help names every command, those of a group, or says what one does, and nothing is done then', async () => {
  const folder = join(temporaryFolder(), 'none')
  const [help = ''] = await run(folder, 'help')
  for (const name of ['account add', 'account credit', 'key revoke', 'queue share', 'backup', 'doctor', 'fake'])
    expect(help).toContain(`\n  ${name}`)
  const [queue = ''] = await run(folder, 'queue', '--help')
  expect(queue).toContain('queue share')
  expect(queue).not.toContain('account add')
  expect(await run(folder, 'account', 'add', '--help')).toEqual([
    'model-tasks-service account add <name> [credits]\n  adds an account and prints its first key; without credits they are not counted',
  ])
  expect(help).toContain('--version prints its version')
  expect(await run(folder, '--version')).toEqual([packageVersion()])
  await expect(run(folder, '--version', 'twice')).rejects.toThrow('"--version twice" is not a command')
  expect(await run(folder, 'backup', '-h')).toEqual([expect.stringMatching(/^model-tasks-service backup <folder>\n/)])
  expect(existsSync(folder)).toBe(false)
})

test('a list that is cut off says so', async () => {
  const folder = temporaryFolder()
  const account = accountIn(await run(folder, 'account', 'add', 'Guest'))
  const database = await openSqlite(join(folder, 'tasks.db'))
  const add = (count: number): void => {
    database.exec(`INSERT INTO task (id, account, model, kind, parameters, status, created, amount, queue, stage, not_before, progress, submission, dead_since, dead_reason)
      WITH RECURSIVE series (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM series WHERE n < ${count})
      SELECT 'task_${count}_' || n, '${account}', 'beta-5.0', 'image', '{}', 'queued', n, 0, 'sandbox', 'dead', 0, 0, 'none', n, 'the bucket is gone' FROM series`)
  }
  add(100)
  expect(await run(folder, 'queue', 'dead')).toHaveLength(100)
  add(1)
  const lines = await run(folder, 'queue', 'dead')
  expect([lines.length, lines.at(-1)]).toEqual([101, 'and more: these are the 100 oldest'])
  database.close()
})

test('a command that fails for a reason of the machine says which command, and why', async () => {
  const folder = temporaryFolder()
  await run(folder, 'account', 'add', 'Guest')
  const failed = run(folder, 'backup', '/dev/null/backup')
  await expect(failed).rejects.toThrow(InputError)
  await expect(failed).rejects.toThrow(/^backup failed: .*\/dev\/null/)
})

test('what others have written cannot steer the terminal of an operator', async () => {
  const folder = temporaryFolder()
  const { accounts, close } = await openSqliteStores(join(folder, 'tasks.db'))
  await accounts.addAccount({
    id: 'a',
    name: 'Gu\u001b[2Jest\ntask_1  due now',
    unlimited: true,
    credits: 0,
    created: 1,
  })
  await close()
  expect(await run(folder, 'account', 'list')).toEqual(['a  unlimited  Gu[2Jest task_1  due now'])
})

test('the queue, its shares and what was set aside are shown and changed beside the running service', async () => {
  const folder = temporaryFolder()
  const provider = Object.assign(new StubProvider(), { instant: false })
  const clock = new ManualClock()
  const runBeside = (...words: string[]): Promise<string[]> => runAt(() => clock.now(), folder, ...words)
  const setAside: unknown[] = []
  const log = {
    ...silentLog,
    error: (message: string, fields: Record<string, unknown> = {}) => {
      if (message.includes('was set aside')) setAside.push(fields['task'])
    },
  }
  const { submit, ended } = await testService({ dataDirectory: folder }, { provider, clock, log })
  expect(await runBeside('queue')).toEqual(['nothing waits and nothing runs'])
  expect(await runBeside('queue', 'dead')).toEqual(['no task is set aside'])
  const {
    body: { id },
  } = await submit(image)
  await submit(image)
  // Each turn leaves the event loop free, on which the store commits; an aborted run counts no internal error.
  while (!setAside.includes(id)) {
    const open = provider.jobs.splice(0)
    for (const job of open) job.crash(new Error('the bucket is gone'))
    if (open.length === 0) clock.advance(100_000)
    await new Promise((resolve) => {
      setTimeout(resolve, 1)
    })
  }
  const dead = await runBeside('queue', 'dead')
  expect(dead.join()).toMatch(/20 errors {2}the bucket is gone/)
  expect((await runBeside('queue'))[0]).toMatch(/^queue +account +waiting +delayed +oldest +running +retries +dead$/)
  expect(await runBeside('queue', 'retry', id)).toEqual(['waiting'])
  expect(await runBeside('queue', 'show', id)).toEqual([
    `${id}  processing  queue stub  submission none  0 internal errors`,
  ])
  const [account = ''] = (await runBeside('account', 'list'))[0]!.split(' ')
  expect(await runBeside('queue', 'share', account, '2', '5')).toEqual([`${account}  weight 2  limit 5`])
  expect(await runBeside('queue', 'share', account, '0.5')).toEqual([`${account}  weight 0.5  no limit`])
  provider.instant = true
  for (const job of provider.jobs) void job.complete()
  const moving = setInterval(() => {
    clock.advance(100_000)
  }, 1)
  expect((await ended(id)).status).toBe('completed')
  clearInterval(moving)
})

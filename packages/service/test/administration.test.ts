import { expect, test } from 'vitest'
import { CommandError } from '../src/administration/command.js'
import { runCommand } from '../src/administration/run.js'
import { silentLog } from '../src/log.js'
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
  const settings = { dataDirectory: folder, databaseUrl: undefined, s3: undefined }
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
  expect(await run(folder, 'account', 'credit', accountIn(added), '4')).toEqual([`${accountIn(added)}  5`])
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
    new CommandError(
      `order is not a receiver of the settings, which name ${webhook.name}; give the command the MODEL_TASKS_CONFIG of the service`,
    ),
  )
  await expect(replay(settings, webhook.name)).rejects.toThrow('which name none')
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
  await run(folder, 'account', 'add', 'Guest', '6')
  expect(await run(folder, 'account', 'list')).toEqual([
    expect.stringMatching(/^account_\w+ {2}6 \(and 0 held\) {2}Guest$/),
  ])
})

test.each([
  [['account'], 'is not a command'],
  [['account', 'remove', 'x'], 'is not a command'],
  [['account', 'add'], 'give the account a name'],
  [['account', 'add', 'x', 'many'], 'as a number'],
  [['account', 'credit', 'none', '5'], 'there is no account none'],
  [['key', 'add'], 'give the id of an account'],
  [['queue', 'retry', 'none'], 'none is not set aside'],
  [['queue', 'show', 'none'], 'give the ID of a task'],
  [['queue', 'share', 'none', '2'], 'there is no account none'],
  [['queue', 'share', 'none', '0'], 'above 0'],
  [['queue', 'share', 'none', '1', '-1'], '0 or more'],
])('%j is rejected with what to type', async (words, message) => {
  const refused = run(temporaryFolder(), ...words)
  await expect(refused).rejects.toThrow(CommandError)
  await expect(refused).rejects.toThrow(message)
})

test('help names every command', async () => {
  const [help = ''] = await run(temporaryFolder(), 'help')
  for (const name of ['account add', 'account list', 'account credit', 'key add', 'key revoke', 'queue share'])
    expect(help).toContain(name)
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

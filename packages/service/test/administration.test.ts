import { expect, test } from 'vitest'
import { CommandError } from '../src/administration/command.js'
import { runCommand } from '../src/administration/run.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService, video } from './support/service.js'

async function run(folder: string, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(words, { dataDirectory: folder, databaseUrl: undefined }, (line) => {
    lines.push(line)
  })
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
])('%j is refused with what to type', async (words, message) => {
  const refused = run(temporaryFolder(), ...words)
  await expect(refused).rejects.toThrow(CommandError)
  await expect(refused).rejects.toThrow(message)
})

test('help names every command', async () => {
  const [help = ''] = await run(temporaryFolder(), 'help')
  for (const name of ['account add', 'account list', 'account credit', 'key add', 'key revoke'])
    expect(help).toContain(name)
})

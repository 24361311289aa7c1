import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../src/keep/read-settings.js'
import { SettingsError } from '../src/settings/settings-error.js'
import type { Settings } from '../src/settings/settings.js'
import { temporaryFolder } from './support/folder.js'

const key = Buffer.alloc(32, 'k')
const secret = `whsec_${key.toString('base64')}`
const good = { name: 'orders', url: 'https://orders.example/hooks/?tenant=7', secret }

function read(webhooks: unknown, environment: Record<string, string> = {}): Settings {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, JSON.stringify({ webhooks }))
  return readSettings({ MODEL_TASKS_CONFIG: path, ...environment })
}

test('receivers are read, their URL as it stands', () => {
  const events = ['task.completed', 'task.failed']
  const byName = {
    name: 'billing',
    url: 'http://127.0.0.1:9000/',
    secretEnv: 'BILLING_SECRET',
    events: ['task.failed'],
    accounts: ['account_1', 'local'],
  }
  expect(read([good, byName], { BILLING_SECRET: ` ${secret}\n` }).webhooks).toEqual([
    { name: 'orders', url: good.url, secret: key, events, accounts: undefined },
    { name: 'billing', url: byName.url, secret: key, events: ['task.failed'], accounts: ['account_1', 'local'] },
  ])
  expect(readSettings({}).webhooks).toEqual([])
})

test.each(['http://localhost:1/x', 'http://[::1]:1/x', 'http://127.9.9.9/x', 'https://orders.example/'])(
  '%s may be told',
  (url) => {
    expect(read([{ ...good, url }]).webhooks[0]?.url).toBe(url)
  },
)

test.each([24, 64])('a secret of %i bytes will do', (bytes) => {
  expect(
    read([{ ...good, secret: `whsec_${Buffer.alloc(bytes, 'k').toString('base64')}` }]).webhooks[0]?.secret,
  ).toHaveLength(bytes)
})

const hush = (bytes: number): string => `whsec_${Buffer.alloc(bytes, 'hush').toString('base64')}`

test.each<[unknown, string]>([
  [[], 'webhooks must be a list of at least one {"name", "url", "secret", "secretEnv" or "secretFile"}'],
  [good, 'webhooks must be a list of at least one {"name", "url", "secret", "secretEnv" or "secretFile"}'],
  [
    ['https://orders.example'],
    'webhooks[0] must be an object with name, url, secret, secretEnv, secretFile, previousSecret, previousSecretEnv, previousSecretFile, events, accounts',
  ],
  [
    [{ ...good, retries: 3 }],
    'webhooks[0]: "retries" is not a member of it; use name, url, secret, secretEnv, secretFile, previousSecret, previousSecretEnv, previousSecretFile, events, accounts',
  ],
  [[{ ...good, name: undefined }], 'webhooks[0].name is missing'],
  [
    [{ ...good, name: 'My orders' }],
    'webhooks[0].name must be up to 40 small letters, digits and hyphens, the first not a hyphen',
  ],
  [[good, good], 'webhooks: two are named orders; each needs a name of its own'],
  [[{ ...good, url: undefined }], 'webhooks[0].url is missing'],
  ...[
    'http://orders.example/',
    'http://127.0.0.1.example/',
    'ftp://localhost/',
    'orders.example',
    'https://user:hush@orders.example/',
    'https://orders.example/#hush',
    7,
  ].map((url): [unknown, string] => [
    [{ ...good, url }],
    'webhooks[0].url must be an https URL, or an http URL of this machine (localhost, 127.0.0.1 or [::1]), without user, password and fragment',
  ]),
  [
    [{ ...good, secret: undefined }],
    'webhooks[0]: give one of secret (the secret that its events are signed with), secretFile (the path of a file that holds it) and secretEnv (the name of an environment variable that holds it)',
  ],
  [
    [{ ...good, secretEnv: 'HOOK_SECRET' }],
    'webhooks[0]: give one of secret (the secret that its events are signed with), secretFile (the path of a file that holds it) and secretEnv (the name of an environment variable that holds it)',
  ],
  [
    [{ ...good, secret: undefined, secretEnv: 'HOOK_SECRET' }],
    'webhooks[0].secretEnv: the environment variable HOOK_SECRET is not set; it must hold the secret that its events are signed with',
  ],
  [
    [{ ...good, secret: 'hush' }],
    'webhooks[0].secret must be the secret that its events are signed with: whsec_ and the base64 of 24 to 64 bytes',
  ],
  ...[hush(23), hush(65), `${hush(32)}!`, hush(32).replace('=', ''), 'whsec_'].map((bad): [unknown, string] => [
    [{ ...good, secret: bad }],
    'webhooks[0]: its secret must be whsec_ and the base64 of 24 to 64 bytes; make one with: echo "whsec_$(openssl rand -base64 32)"',
  ]),
  ...[[], 'task.failed', ['task.queued'], ['task.failed', 'task.failed'], [1]].map((events): [unknown, string] => [
    [{ ...good, events }],
    'webhooks[0].events must be a list of task.completed, task.failed, budget.reached, balance.low, each once; leave it out for task.completed and task.failed, without budget.reached and balance.low',
  ]),
  ...[[], 'local', [''], ['a b'], ['local', 'local'], [1]].map((accounts): [unknown, string] => [
    [{ ...good, accounts }],
    'webhooks[0].accounts must be a list of ids of accounts, each once, as "account list" shows them; leave it out for all',
  ]),
])('%j is rejected with one line that says what is allowed', (webhooks, line) => {
  const refused = (): unknown => read(webhooks)
  expect(refused).toThrow(SettingsError)
  expect(refused).toThrow(
    new RegExp(`^MODEL_TASKS_CONFIG: \\S*config\\.json: ${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
  )
  expect(refused, 'what it holds may be secret').not.toThrow(/hush/)
})

test('a secret of the environment is rejected in the same way, and not repeated', () => {
  const refused = (): unknown =>
    read([{ ...good, secret: undefined, secretEnv: 'HOOK_SECRET' }], { HOOK_SECRET: 'hush' })
  expect(refused).toThrow(
    'webhooks[0].secretEnv: the environment variable HOOK_SECRET must hold the secret that its events are signed with: whsec_',
  )
  expect(refused).not.toThrow(/hush/)
})

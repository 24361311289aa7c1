import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { verifyWebhook } from '@model-tasks/client/webhooks'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { startService } from '../src/compose/start.js'
import { readSettings } from '../src/keep/read-settings.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { rotated } from '../src/settings/rotated-secrets.js'
import { temporaryFolder } from './support/folder.js'
import { image } from './support/service.js'

const secretOf = (fill: string): string => `whsec_${Buffer.alloc(32, fill).toString('base64')}`
const bucket = { bucket: 'results', region: 'us-east-1', accessKeyId: 'AKIA' }
const url = 'https://hooks.example/tasks'

/** Each member that names a file with a secret, in a configuration that is right otherwise. */
const members: [place: string, content: object][] = [
  ['webhooks[0].secretFile', { webhooks: [{ name: 'a', url, secretFile: 'a.secret' }] }],
  [
    'webhooks[0].previousSecretFile',
    { webhooks: [{ name: 'a', url, secret: secretOf('a'), previousSecretFile: 'a.secret' }] },
  ],
  ['callbacks.secretFile', { callbacks: { secretFile: 'a.secret' } }],
  ['s3.secretAccessKeyFile', { s3: { ...bucket, secretAccessKeyFile: 'a.secret' } }],
  [
    'upstreams[0].webhookSecretFile',
    {
      upstreams: [
        { name: 'a', protocol: 'replicate', url: 'https://up.example', key: 'k', webhookSecretFile: 'a.secret' },
      ],
    },
  ],
]

const faults: [what: string, make: (path: string) => void, said: string][] = [
  ['is missing', () => undefined, 'does not exist; a relative path begins at the folder of the configuration file'],
  ['is empty', (path) => writeFileSync(path, '\n', { mode: 0o600 }), 'is empty; write the secret to it'],
  ['is a folder', (path) => mkdirSync(path), 'is a folder; name a file in it'],
]

function readIn(folder: string, content: object) {
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify(content))
  return readSettings({
    MODEL_TASKS_CONFIG: path,
    ...('upstreams' in content ? { MODEL_TASKS_PROVIDER: 'relay' } : {}),
  })
}

test.each(members.flatMap(([place, content]) => faults.map((fault) => [place, content, ...fault] as const)))(
  '%s is rejected with one line where its file %3$s',
  (place, content, _what, make, said) => {
    const folder = temporaryFolder()
    make(join(folder, 'a.secret'))
    const read = (): unknown => readIn(folder, content)
    expect(read).toThrow(SettingsError)
    expect(read).toThrow(`${place}: the file a.secret ${said}`)
  },
)

test.each(members)(
  '%s is read from its file, as Kubernetes mounts it for every user of the container',
  (_place, content) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'a.secret'), `${secretOf('b')}\n`)
    chmodSync(join(folder, 'a.secret'), 0o644)
    expect(() => readIn(folder, content)).not.toThrow()
  },
)

test('events are signed with a rotated secret after a reload, and with that of before where the file is gone', async () => {
  const arrivals: { headers: IncomingHttpHeaders; text: string }[] = []
  const receiver = createServer((request, response) => {
    void textOf(request).then((text) => {
      arrivals.push({ headers: request.headers, text })
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const folder = temporaryFolder()
  const file = join(folder, 'orders.secret')
  const rotate = (fill: string): void => writeFileSync(file, secretOf(fill), { mode: 0o600 })
  rotate('a')
  const webhooks = [
    {
      name: 'orders',
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`,
      secretFile: 'orders.secret',
    },
  ]
  const data = temporaryFolder()
  const reread = () => ({
    ...readIn(folder, { webhooks }),
    ...{ port: 0, dataDirectory: data, siteDirectory: '/nowhere', checkMedia: false },
  })
  const service = await startService(reread(), { log: silentLog, reread })
  onTestFinished(() => service.close())
  let told = 0
  const expectSigned = async (fill: string): Promise<void> => {
    const submitted = await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.newKey ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify(image),
    })
    expect(submitted.status).toBe(200)
    told += 1
    await expect.poll(() => arrivals.length).toBe(told)
    const { headers, text } = arrivals.at(-1)!
    expect(await verifyWebhook({ headers, body: text, secret: secretOf(fill), tolerance: Infinity })).toBeDefined()
  }
  await expectSigned('a')
  rotate('b')
  expect(await service.reload()).toEqual({ rejected: false, lines: ['taken over: secrets of webhooks'] })
  await expectSigned('b')
  rmSync(file)
  expect(await service.reload()).toMatchObject({
    rejected: true,
    lines: [expect.stringContaining('webhooks[0].secretFile: the file orders.secret does not exist')],
  })
  await expectSigned('b')
})

test.each<[what: string, hosts: string[] | undefined, taken: boolean]>([
  ['is taken where its hosts are as before', ['hooks.example'], true],
  ['waits for a restart where its hosts have changed', undefined, false],
])('a rotated secret of callbacks %s', (_what, hosts, taken) => {
  const [old, next] = [Buffer.alloc(32, 'o'), Buffer.alloc(32, 'n')]
  const before = { webhooks: [], callbacks: { secret: old, hosts: ['hooks.example'] } }
  const { callbacks } = rotated(before, { webhooks: [], callbacks: { secret: next, hosts } })
  expect(callbacks?.secret).toBe(taken ? next : old)
})

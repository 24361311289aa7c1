import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../src/keep/read-settings.js'
import { unknownVariables } from '../src/settings/environment.js'
import { temporaryFolder } from './support/folder.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

test('the configuration of a service in production, as the README prints it, is one', () => {
  const variables = Object.fromEntries(
    block('sh', 'MODEL_TASKS_CONFIG=')
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  )
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, block('json', '"upstreams"'))
  expect(unknownVariables(variables)).toEqual([])
  expect(readSettings({ ...variables, MODEL_TASKS_CONFIG: path })).toMatchObject({
    host: '0.0.0.0',
    provider: 'relay',
    publicUrl: 'https://tasks.example',
    prices: new Map([
      [
        'sd_2.0_discount',
        [expect.objectContaining({ from: -Infinity }), expect.objectContaining({ from: Date.UTC(2027, 0) })],
      ],
      ['beta-5.0', [expect.objectContaining({ lines: [{ credits: 1 }, { credits: 0.2, per: 'images' }] })]],
    ]),
    shutdownTimeout: 60_000,
    files: {
      kind: 's3',
      options: { bucket: 'model-tasks', region: 'eu-central-1', prefix: 'production/', credentials: undefined },
    },
    upstreams: [
      { name: 'alpha', apiKey: 'key-of-alpha', concurrency: 100 },
      { name: 'beta', apiKey: 'key-of-beta', models: undefined },
    ],
  })
})

test('the webhook that the README prints is one', () => {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, block('json', '"webhooks"'))
  const secret = Buffer.alloc(32, 'k')
  expect(
    readSettings({ MODEL_TASKS_CONFIG: path, ORDERS_WEBHOOK_SECRET: `whsec_${secret.toString('base64')}` }).webhooks,
  ).toMatchObject([{ name: 'orders', secret }])
})

test.each([
  ['', {}],
  ['s3.', { s3: {} }],
  ['upstreams[].', { upstreams: [{}] }],
  ['webhooks[].', { webhooks: [{}] }],
  ['assetLimits.', { assetLimits: {} }],
  ['callbacks.', { callbacks: {} }],
])('every member "%s…" of the configuration file has its row in the table, and no other has', (prefix, inside) => {
  const rows = [...readme.matchAll(/^\| (`[^|]+`) \| [^|]+ \| [^|]+ \|$/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([^`]+)`/g)].map((name) => name[1] ?? ''),
  )
  const described = rows.filter((name) => name.startsWith(prefix) && /^[a-zA-Z0-9]+$/.test(name.slice(prefix.length)))
  expect(described.sort()).toEqual(
    knownMembers(inside)
      .map((name) => prefix + name)
      .sort(),
  )
})

/** What the service says it knows, when it meets a member that it does not. */
function knownMembers(inside: Readonly<Record<string, object>>): string[] {
  const stray = { stray: 1 }
  const [[name, holder] = []] = Object.entries(inside)
  const content = name === undefined ? stray : { [name]: Array.isArray(holder) ? [stray] : stray }
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, JSON.stringify(content))
  try {
    readSettings({ MODEL_TASKS_CONFIG: path })
  } catch (error) {
    return /use (.*)$/.exec((error as Error).message)?.[1]?.split(', ') ?? []
  }
  return []
}

function block(language: string, containing: string): string {
  const blocks = [...readme.matchAll(new RegExp('```' + language + '\n([\\s\\S]*?)```', 'g'))].map(
    (match) => match[1] ?? '',
  )
  return blocks.find((text) => text.includes(containing)) ?? ''
}

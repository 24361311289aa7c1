import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './support/folder.js'
import { testService } from './support/service.js'

interface Credentials {
  baseUrl: string
  apiKey: string
}

/** Starts a service on a folder, and answers what it left for programs beside it, and whether the key of that is valid. */
async function started(folder: string) {
  const { service } = await testService({ dataDirectory: folder })
  const path = join(folder, 'local-credentials.json')
  const left = JSON.parse(readFileSync(path, 'utf8')) as Credentials
  const isValid = async (key: string): Promise<boolean> =>
    (await fetch(`${left.baseUrl}/v2/model-center/tasks`, { headers: { authorization: `Bearer ${key}` } })).ok
  const outcome = { left, url: service.url, made: service.newKey, valid: await isValid(left.apiKey), path, isValid }
  return { ...outcome, close: () => service.close() }
}

test('a start leaves its address and a key for programs beside it, and the next one keeps the key', async () => {
  const folder = temporaryFolder()
  const first = await started(folder)
  expect([first.left.baseUrl, first.valid, first.made]).toEqual([`${first.url}/api`, true, first.left.apiKey])
  expect(statSync(first.path).mode & 0o777).toBe(0o600)
  await first.close()
  const next = await started(folder)
  expect([next.left, next.valid, next.made]).toEqual([
    { baseUrl: `${next.url}/api`, apiKey: first.left.apiKey },
    true,
    undefined,
  ])
})

test.each([
  ['is gone', undefined],
  ['has a key that the database does not know', JSON.stringify({ apiKey: `mt_${'x'.repeat(43)}` })],
  ['has no key', JSON.stringify({ apiKey: 7 })],
  ['is a list', '[]'],
  ['is broken off', '{"apiKey": "mt_'],
])('a credentials file that %s is written anew with another key, and the first key stays valid', async (_, content) => {
  const folder = temporaryFolder()
  const first = await started(folder)
  await first.close()
  if (content === undefined) rmSync(first.path)
  else writeFileSync(first.path, content)
  const next = await started(folder)
  expect([next.valid, next.made]).toEqual([true, next.left.apiKey])
  expect(next.left.apiKey).not.toBe(first.left.apiKey)
  expect(await next.isValid(first.left.apiKey)).toBe(true)
})

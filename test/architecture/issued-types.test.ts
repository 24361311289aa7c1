import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const sources = fileURLToPath(new URL('../../packages/service/src/', import.meta.url))

/** The files of the service that call a function or declare it. */
function filesWith(name: string): string[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => new RegExp(`\\b${name}\\(`).test(readFileSync(join(sources, file), 'utf8')))
    .sort()
}

test('only the stores prove that an upstream is about to be asked, in the answer to the statement that checks the owner', () => {
  expect(filesWith('sentProof')).toEqual([
    'domain/task/sent.ts',
    'keep/store/postgres/task-runs.ts',
    'keep/store/sqlite/task-runs.ts',
  ])
})

test('only the stores say that a task belongs to an account, and only a submit makes a new one of it', () => {
  expect(filesWith('ownedBy')).toEqual([
    'domain/task/owned.ts',
    'keep/store/postgres/event-store.ts',
    'keep/store/postgres/task-store.ts',
    'keep/store/sqlite/event-store.ts',
    'keep/store/sqlite/task-store.ts',
    'keep/store/task-list.ts',
  ])
  expect(filesWith('newTaskOf')).toEqual(['admit/submit.ts', 'domain/task/owned.ts'])
})

test('what the settings call a key, a secret, a password or a token has the type that keeps it out of logs', () => {
  const settings = readFileSync(join(sources, 'settings/settings.ts'), 'utf8').split('export const')[0] ?? ''
  const members = [...settings.matchAll(/(?<=^ {2}|[{;] )(\w*(?:key|secret|password|token)\w*)\??: ([^;}\n]+)/gim)]
  const named = members.filter(([, name]) => name !== 'accessKeyId')
  expect(named.length).toBeGreaterThan(6)
  expect(named.filter(([, , type = '']) => !type.startsWith('Secret')).map(([member]) => member)).toEqual([])
})

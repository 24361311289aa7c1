import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { journalPath } from '../src/connection/journal.js'

let state: string
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'model-tasks-state-'))
  await mkdir(join(state, 'model-tasks'))
})
afterEach(() => rm(state, { recursive: true }))

const path = (baseUrl: string): string | undefined => journalPath(baseUrl, { XDG_STATE_HOME: state })
const file = (name: string): string => join(state, 'model-tasks', name)

test.each([
  ['http://localhost:8787/api', 'localhost_8787_api.jsonl'],
  ['https://tasks.example.com', 'tasks.example.com.jsonl'],
  ['https://tasks.example.com/a%20b/api', 'tasks.example.com_a_20b_api.jsonl'],
])('an address in its normal form, %s, has the file %s', (baseUrl, name) => {
  expect(path(baseUrl)).toBe(file(name))
})

test.each([
  'http://localhost:80/api',
  'http://localhost/api/',
  'http://localhost/api//',
  'http://LOCALHOST/api',
  'HTTP://localhost/api',
  'http://localhost/x/../api',
])('%s is the service at http://localhost/api', (baseUrl) => {
  expect(path(baseUrl)).toBe(file('localhost_api.jsonl'))
})

test('a journal that an earlier version named by the spelling is used further, for that spelling', async () => {
  await writeFile(file('LOCALHOST_80_api.jsonl'), '')
  await writeFile(file('localhost_api.jsonl'), '')
  expect(path('http://LOCALHOST:80/api')).toBe(file('LOCALHOST_80_api.jsonl'))
  expect(path('http://localhost:80/api')).toBe(file('localhost_api.jsonl'))
})

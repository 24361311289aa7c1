import { expect, test } from 'vitest'
import { databaseUrlOf, unusableDatabase } from '../src/settings/database-url.js'
import { secretsOf } from '../src/settings/secrets.js'
import { defaultSettings } from '../src/settings/settings.js'
import { redactor } from '../src/base/redact.js'

test.each([
  'postgres://host/tasks',
  'postgresql://user:pa%2Fper@host:5433/tasks?sslmode=verify-full',
  'postgres:///tasks?host=/run/postgresql',
])('%s is a database', (url) => {
  expect(databaseUrlOf(url)).toBe(url)
})

test('nothing set names no database', () => {
  expect(databaseUrlOf(undefined)).toBeUndefined()
})

test('after any error, neither the password nor the user is in the line', () => {
  const { message } = unusableDatabase(
    'postgres://boatman:pa%2Fper@host:5433/tasks',
    new Error('no way in for boatman:pa/per\n(postgres://boatman:pa%2Fper@host)'),
  )
  expect(message).toBe(
    'MODEL_TASKS_DATABASE_URL: the database tasks of host:5433 cannot be used: no way in for ****** (postgres://******@host); see that it runs and takes this user, or leave the variable out to keep tasks in MODEL_TASKS_DATA',
  )
})

test('a password that is a parameter of the URL is kept out of the line and of the log too', () => {
  const databaseUrl = 'postgres://boatman@host:5433/tasks?password=pa%2Fper-boat'
  const { message } = unusableDatabase(databaseUrl, new Error('?password=pa%2Fper-boat, pa/per-boat'))
  expect(message).not.toMatch(/per-boat/)
  const line = redactor(secretsOf({ ...defaultSettings, databaseUrl }))('?password=pa%2Fper-boat, pa/per-boat')
  expect(line).not.toMatch(/per-boat/)
})

test('a host with several addresses is rejected with the reason of one of them', () => {
  const refused = new AggregateError([
    new Error('connect ECONNREFUSED ::1:5432'),
    new Error('connect ECONNREFUSED 127.0.0.1:5432'),
  ])
  expect(unusableDatabase('postgres:///tasks', refused).message).toContain(
    'tasks of this machine cannot be used: connect ECONNREFUSED ::1:5432;',
  )
})

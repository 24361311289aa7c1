import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { idleVariables, readSettings, unknownVariables } from '../src/settings/environment.js'
import { defaultSettings } from '../src/settings/settings.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { temporaryFolder } from './support/folder.js'

test('nothing set gives the embedded defaults', () => {
  expect(readSettings({})).toEqual(defaultSettings)
  expect(readSettings({ MODEL_TASKS_PORT: '', MODEL_TASKS_HOST: ' ' })).toEqual(defaultSettings)
})

test('what is set is taken', () => {
  expect(readSettings({
    MODEL_TASKS_HOST: '0.0.0.0', MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: '/var/lib/tasks', MODEL_TASKS_PUBLIC_URL: 'https://tasks.example/', MODEL_TASKS_RATE_LIMIT: '0.5',
  })).toMatchObject({ host: '0.0.0.0', port: 0, dataDirectory: '/var/lib/tasks', publicUrl: 'https://tasks.example', rateLimit: 0.5 })
  expect(readSettings({ MODEL_TASKS_RATE_LIMIT: 'off' }).rateLimit).toBe('off')
})

test.each([
  ['MODEL_TASKS_PORT', '80a', 'from 1 to 65535'],
  ['MODEL_TASKS_PORT', '65536', 'from 1 to 65535'],
  ['MODEL_TASKS_PORT', '-1', 'from 1 to 65535'],
  ['MODEL_TASKS_PROVIDER', 'cloud', 'sandbox'],
  ['MODEL_TASKS_PUBLIC_URL', 'tasks.example', 'absolute http or https URL'],
  ['MODEL_TASKS_PUBLIC_URL', 'ftp://tasks.example', 'absolute http or https URL'],
  ['MODEL_TASKS_PUBLIC_URL', 'https://tasks.example/?a=b', 'without user, query'],
  ['MODEL_TASKS_RATE_LIMIT', '0', 'or off'],
  ['MODEL_TASKS_RATE_LIMIT', 'fast', 'or off'],
  ['MODEL_TASKS_CHECK_MEDIA', 'yes', 'on or off'],
  ['MODEL_TASKS_CONFIG', '/nowhere/config.json', '/nowhere/config.json: ENOENT'],
  ['MODEL_TASKS_DATABASE_URL', 'postgres://host/tasks', 'leave it out'],
])('%s=%s is answered with one line that says what is allowed', (name, value, allowed) => {
  const refused = (): unknown => readSettings({ [name]: value })
  expect(refused).toThrow(SettingsError)
  expect(refused).toThrow(new RegExp(`^${name}[^\\n]*${allowed}[^\\n]*$`))
})

test.each([
  ['{', 'config.json: '],
  ['[]', 'one JSON object'],
  ['{"price":{}}', '"price" is no member it knows; use prices, modelIds'],
  ['{"prices":{"beta-5.0":5}}', 'the one of beta-5.0 is not'],
  ['{"prices":{"beta-5.0":{"perTask":-1}}}', 'the one of beta-5.0 is not'],
  ['{"modelIds":{"beta-5.0":5}}', 'modelIds must map'],
  ['{"resultUrlSeconds":"1h"}', 'resultUrlSeconds must be a number of seconds'],
])('a configuration file with %s is answered with one line', (content, message) => {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, content)
  const refused = (): unknown => readSettings({ MODEL_TASKS_CONFIG: path })
  expect(refused).toThrow(SettingsError)
  expect(refused).toThrow(message)
})

test('a configuration file sets prices, Model IDs and times', () => {
  const path = join(temporaryFolder(), 'config.json')
  writeFileSync(path, JSON.stringify({ prices: { 'beta-5.0': { perTask: 3 } }, modelIds: { 'beta-5.0': 'theirs' }, resultUrlSeconds: 60, unknownOutcomeSeconds: 5, stopSeconds: 20 }))
  expect(readSettings({ MODEL_TASKS_CONFIG: path, MODEL_TASKS_PROVIDER: 'relay', MODEL_TASKS_UPSTREAM_URL: 'https://up.example/api/', MODEL_TASKS_UPSTREAM_KEY: 'k' })).toMatchObject({
    provider: 'relay',
    upstream: { baseUrl: 'https://up.example/api', apiKey: 'k', modelIds: { 'beta-5.0': 'theirs' } },
    prices: { 'beta-5.0': { perTask: 3 } },
    resultUrlLifetime: 60_000,
    unknownOutcomeDeadline: 5000,
    patience: 20_000,
  })
})

test.each(['MODEL_TASKS_UPSTREAM_URL', 'MODEL_TASKS_UPSTREAM_KEY'])('a relay without %s is answered with one line', (missing) => {
  const settings: Record<string, string> = { MODEL_TASKS_PROVIDER: 'relay', MODEL_TASKS_UPSTREAM_URL: 'https://up.example/api', MODEL_TASKS_UPSTREAM_KEY: 'k' }
  delete settings[missing]
  expect(() => readSettings(settings)).toThrow(new RegExp(`^${missing} is missing; [^\\n]*$`))
})

test('names that only look like settings are found', () => {
  expect(unknownVariables({ MODEL_TASKS_PROT: '1', MODEL_TASKS_PORT: '1', MODEL_TASKS_API_KEY: 'x', MODEL_TASKS_BASE_URL: 'x', OTHER: 'x' })).toEqual(['MODEL_TASKS_PROT'])
})

test('settings of the relay are found to do nothing beside the sandbox', () => {
  const upstream = { MODEL_TASKS_UPSTREAM_URL: 'https://up.example/api', MODEL_TASKS_UPSTREAM_KEY: 'k' }
  expect(idleVariables(upstream, 'sandbox')).toEqual(['MODEL_TASKS_UPSTREAM_URL', 'MODEL_TASKS_UPSTREAM_KEY'])
  expect(idleVariables(upstream, 'relay')).toEqual([])
  expect(idleVariables({ MODEL_TASKS_UPSTREAM_URL: ' ', MODEL_TASKS_PORT: '1' }, 'sandbox')).toEqual([])
})

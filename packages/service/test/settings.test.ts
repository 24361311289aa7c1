import { expect, test } from 'vitest'
import { readSettings, unknownVariables } from '../src/settings/environment.js'
import { defaultSettings } from '../src/settings/settings.js'
import { SettingsError } from '../src/settings/settings-error.js'

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
  ['MODEL_TASKS_DATABASE_URL', 'postgres://host/tasks', 'leave it out'],
])('%s=%s is answered with one line that says what is allowed', (name, value, allowed) => {
  const refused = (): unknown => readSettings({ [name]: value })
  expect(refused).toThrow(SettingsError)
  expect(refused).toThrow(new RegExp(`^${name}[^\\n]*${allowed}[^\\n]*$`))
})

test('names that only look like settings are found', () => {
  expect(unknownVariables({ MODEL_TASKS_PROT: '1', MODEL_TASKS_PORT: '1', MODEL_TASKS_API_KEY: 'x', MODEL_TASKS_BASE_URL: 'x', OTHER: 'x' })).toEqual(['MODEL_TASKS_PROT'])
})

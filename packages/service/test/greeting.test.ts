import { expect, test } from 'vitest'
import { greeting } from '../src/compose/greeting.js'
import { upstreamOf } from './support/relay.js'

const service = {
  url: 'http://127.0.0.1:8787',
  baseUrl: 'http://127.0.0.1:8787/api',
  servesSite: true,
  newKey: 'mt_key',
  dataDirectory: '/data',
}
const behind = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' }

test.each([
  ['with the sandbox', [], 'run sd_2.0_discount'],
  ['before an upstream of every model', [upstreamOf(behind)], 'run sd_2.0_discount'],
  [
    'before one that lists other models',
    [upstreamOf({ ...behind, models: ['zeta-H3-768p'] })],
    'models show zeta-H3-768p',
  ],
])('what to try first, %s', (_where, upstreams, command) => {
  expect(greeting(service, { upstreams })).toContain(`In a second terminal:\n  npx model-tasks ${command}`)
})

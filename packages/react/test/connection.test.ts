import { ConnectionError } from '@model-tasks/client'
import { expect, it } from 'vitest'
import { isPassing } from '../src/follow/connection.js'

it.each([
  ['a browser has no connection for a part of the page', new TypeError('Failed to fetch dynamically imported module')],
  ['webpack or Turbopack has none', Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })],
  ['a request got no answer', new ConnectionError('no answer', { nothingSent: false })],
])('what may succeed later is tried again: %s', (_what, error) => {
  expect(isPassing(error)).toBe(true)
})

it('what fails for good is not', () => {
  expect(isPassing(new Error('a mistake'))).toBe(false)
  expect(isPassing(new ConnectionError('blocked', { nothingSent: true, blocked: true }))).toBe(false)
})

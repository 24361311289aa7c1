import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { closerOf } from '../src/edge/http/close.js'

test('a stop closes connections that asked nothing yet, and answers a request that runs', async () => {
  const app = fastify()
  let answer = (_words: string): void => undefined
  app.get('/slow', () => new Promise<string>((resolve) => (answer = resolve)))
  const close = closerOf(app)
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const unused = connect(port).resume()
  await once(unused, 'connect')
  const asked = fetch(`http://localhost:${port}/slow`)
  await once(app.server, 'request')
  const closed = close()
  await once(unused, 'close')
  answer('done')
  expect(await (await asked).text()).toBe('done')
  await closed
})

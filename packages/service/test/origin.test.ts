import { connect } from 'node:net'
import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { originOf } from '../src/edge/http/origin.js'
import { image, testService } from './support/service.js'

/** `fetch` sets the Host header itself. */
function queryAs(host: string, { url, key, id }: { url: string; key: string; id: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('data', (chunk) => (text += String(chunk))).on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write(
      `GET /api/v2/model-center/tasks/${id} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
    )
  })
}

test.each([true, false])(
  'a Host that is not this machine reaches no URL of an answer (fast path: %s)',
  async (fastPath) => {
    const { service, key, submit, ended } = await testService({}, { fastPath })
    const { body } = await submit(image)
    await ended(body.id)
    const { port } = new URL(service.url)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '203.0.113.7',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
    ]) {
      const answer = await queryAs(host, { url: service.url, key, id: body.id })
      expect(answer).toContain(`"result_url":"http://127.0.0.1:${port}/results/`)
      expect(answer).not.toContain('evil')
    }
    for (const host of [`localhost:${port}`, '127.0.0.1:9999', `[::1]:${port}`, hostname()])
      expect(await queryAs(host, { url: service.url, key, id: body.id })).toContain(
        `"result_url":"http://${host}/results/`,
      )
  },
)

test.each([
  ['192.168.1.5:8787', '192.168.1.5', 'http://192.168.1.5:8787'],
  ['192.168.1.5:8787', '::ffff:192.168.1.5', 'http://192.168.1.5:8787'],
  ['192.168.1.9:8787', '192.168.1.5', 'http://192.168.1.5:8787'],
  ['[2001:db8::1]:80', '2001:db8::1', 'http://[2001:db8::1]:80'],
  ['evil.example', 'fe80::1%eth0', 'http://[fe80::1]:8787'],
  [undefined, '127.0.0.1', 'http://127.0.0.1:8787'],
])('of the Host %s on a connection to %s, the origin is %s', (host, localAddress, origin) => {
  const from = { headers: { host }, socket: { localAddress, localPort: 8787 } } as unknown as Parameters<
    typeof originOf
  >[0]
  expect(originOf(from, undefined)).toBe(origin)
  expect(originOf(from, 'https://tasks.example')).toBe('https://tasks.example')
})

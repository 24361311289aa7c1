import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from './support/hostile-requests.js'
import { image, testService } from './support/service.js'

const api = '/api/v2/model-center'
const adminKey = 'an-admin-key-of-32-characters-00'

/** A client that sends its body once it is told to. What it was answered, up to the final answer. */
function patient(url: string, headers: string[], body: string | Buffer, wanted = Buffer.byteLength(body)) {
  const [line = '', ...rest] = headers
  const lines = [`${line} HTTP/1.1`, 'Host: x', ...rest, `Content-Length: ${wanted}`, 'Expect: 100-continue', '', '']
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  onTestFinished(() => void socket.destroy())
  socket.write(lines.join('\r\n'))
  return new Promise<string[]>((resolve) => {
    let text = ''
    let sent = false
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.startsWith('HTTP/1.1 100 ') && !sent) {
        sent = true
        socket.write(body)
      }
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status = '']) => status)
      if (statuses.some((status) => status !== '100')) resolve(statuses)
    })
  })
}

const json = 'Content-Type: application/json'

test.each([true, false])(
  'a client that waits to send its body is told to when the body is wanted (fast path: %s)',
  async (fastPath) => {
    const { service, key, call } = await testService({ adminKey }, { fastPath })
    const own = `Authorization: Bearer ${key}`
    const wrong = 'Authorization: Bearer mt_wrong'
    const picture = 'Content-Type: image/png'
    const body = JSON.stringify(image)
    const answers = (headers: string[], length?: number) => patient(service.url, headers, body, length)
    expect((await call('GET', '/models')).status).toBe(200)
    const submit = `POST ${api}/tasks`

    expect(await answers([submit, json])).toEqual(['401'])
    expect(await answers([submit, json, wrong])).toEqual(['401'])
    expect(await answers([`POST ${api}/nothing`, json, own])).toEqual(['404'])
    expect(await answers([`PUT ${api}/tasks`, json, own])).toEqual(['405'])
    expect(await answers([submit, json, own], 17 * 1024 * 1024)).toEqual(['413'])
    expect(await answers([submit, 'Content-Type: text/plain', own])).toEqual(['415'])
    expect(await answers([submit, json, own, 'Content-Encoding: gzip'])).toEqual(['415'])
    expect(await answers([`POST ${api}/assets`, picture])).toEqual(['401'])
    expect(await answers([`POST ${api}/assets`, picture, own], 65 * 1024 * 1024)).toEqual(['413'])
    expect(await answers(['POST /native/ark/contents/generations/tasks', json])).toEqual(['401'])
    expect(await answers(['POST /admin/accounts', json])).toEqual(['401'])

    expect(await answers([submit, json, own])).toEqual(['100', '200'])
    expect(await answers([`POST ${api}/quote`, json, own])).toEqual(['100', '200'])
    expect(await answers([`POST ${api}/assets`, picture, own])).toEqual(['100', '200'])
    expect(await answers(['POST /console/sign-in', 'Content-Type: application/x-www-form-urlencoded'])).toEqual([
      '100',
      '403',
    ])
    expect((await call('GET', '/tasks')).body.data).toHaveLength(1)
  },
)

test.each([true, false])(
  'a client that does not wait is answered alike, and what it sends behind it too (fast path: %s)',
  async (fastPath) => {
    const { service, key, call } = await testService({}, { fastPath })
    expect((await call('GET', '/models')).status).toBe(200)
    const body = JSON.stringify(image)
    const submit = (...headers: string[]): string =>
      [
        ...[`POST ${api}/tasks HTTP/1.1`, 'Host: x', json, `Authorization: Bearer ${key}`],
        ...[`Content-Length: ${body.length}`, 'Expect: 100-continue', ...headers, '', body],
      ].join('\r\n')
    const said = await exchange(
      Number(new URL(service.url).port),
      Buffer.from(submit() + submit('Connection: close')),
      true,
    )
    expect([...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)).toEqual(['100', '200', '100', '200'])
    expect((await call('GET', '/tasks')).body.data).toHaveLength(2)
  },
)

import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { remoteMediaCheck } from '../src/admit/media/media-check.js'
import { isPublicAddress } from '../src/base/net/addresses.js'
import { guardedFetch, type Resolve } from '../src/base/net/guarded-fetch.js'
import { hostOf } from '../src/base/net/host.js'
import { video } from './support/service.js'
import { localServer } from './support/local-server.js'

/** A server on loopback that counts connections and answers a picture of 7 by 9 pixels, or a redirect. */
async function loopback(redirect?: string): Promise<{ port: number; url: string; connections: () => number }> {
  let connections = 0
  const server = createServer((_request, response) => {
    if (redirect === undefined) response.writeHead(200, { 'content-type': 'image/png' }).end('a secret')
    else response.writeHead(302, { location: redirect }).end()
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/`, connections: () => connections }
}

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['2606:4700:4700::1111', true],
  ['::ffff:8.8.8.8', true],
  ...[
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
    ...['198.18.0.1', '198.19.255.255', '192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1'],
    ...['224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:0:127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '2002:7f00:1::', '2002:808:808::1', '2001::1'],
    ...[
      'fe80::1',
      'fc00::1',
      'fd12::1',
      'ff02::1',
      '100::1',
      '2001:db8::1',
      '2001:2::1',
      '3fff::1',
      '5f00::1',
      'fec0::1',
    ],
    ...['localhost', '', '127.1', '0x7f000001', '2130706433'],
  ].map((address): [string, boolean] => [address, false]),
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

describe.each<[string, RequestInit]>([
  ['a fetch', {}],
  ['a GET that follows no redirect', { redirect: 'manual' }],
])('%s', (_name, init) => {
  test('a name that is rebound after its check is not reached at its second address', async () => {
    const { port, connections } = await loopback()
    const asked: string[] = []
    // Public for the check, loopback for the connection after it. No host has the public one.
    const rebinding: Resolve = async (hostname) => {
      asked.push(hostname)
      return [{ address: asked.length === 1 ? '203.0.114.1' : '127.0.0.1', family: 4 }]
    }
    const send = guardedFetch({ resolve: rebinding })
    const signal = AbortSignal.timeout(300)
    await expect(send(`http://rebinding.example:${port}/`, { ...init, signal })).rejects.toThrow()
    expect(asked).toEqual(['rebinding.example'])
    await expect(send(`http://rebinding.example:${port}/`, init)).rejects.toMatchObject({
      cause: { name: 'BlockedHostError' },
    })
    expect(connections()).toBe(0)
  })

  test.each([
    [
      'one address of several',
      [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
    ['NAT64', [{ address: '64:ff9b::7f00:1', family: 6 }]],
    ['none', []],
  ])('a name with %s that is not public is not connected to', async (_name, addresses) => {
    const { port, connections } = await loopback()
    const send = guardedFetch({ resolve: async () => addresses })
    await expect(send(`http://some.example:${port}/`, init)).rejects.toThrow()
    expect(connections()).toBe(0)
  })

  test('a private address is not connected to, as it stands or after a redirect', async () => {
    const target = await loopback()
    const redirecting = await loopback(target.url)
    const send = guardedFetch({ allowed: new Set([hostOf(redirecting.url)]) })
    for (const url of [
      target.url,
      target.url.replace('127.0.0.1', 'localhost'),
      `http://[::ffff:127.0.0.1]:${target.port}/`,
    ])
      await expect(send(url, init), url).rejects.toMatchObject({ cause: { name: 'BlockedHostError' } })
    await expect(send(redirecting.url)).rejects.toMatchObject({ cause: { name: 'BlockedHostError' } })
    expect([redirecting.connections(), target.connections()]).toEqual([1, 0])
  })

  test('a host that the configuration names is reached, on its port only', async () => {
    const [named, other] = [await loopback(), await loopback()]
    const send = guardedFetch({ allowed: new Set([hostOf(named.url)]) })
    expect(await (await send(named.url, init)).text()).toBe('a secret')
    await expect(send(other.url, init)).rejects.toThrow()
  })
})

/** What can be seen of an answer, or of why there was none. */
async function seen(send: typeof fetch, url: string, init: RequestInit): Promise<unknown> {
  try {
    const { status, headers, body } = await send(url, init)
    const named = ['content-type', 'x-many', 'location'].map((name) => headers.get(name))
    const text = await new Response(body).text().catch((error: Error) => [error.name, error.message])
    return { status, named, text, body: body !== null }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    return [name, message, cause?.code]
  }
}

test('a GET that follows no redirect answers and fails as a fetch does, which is slower', async () => {
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/json': (response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}'),
    '/many': (response) =>
      response
        .writeHead(
          404,
          [
            ['x-many', 'a'],
            ['x-many', 'b'],
            ['content-length', '0'],
          ].flat(),
        )
        .end(),
    '/none': (response) => response.writeHead(204).end(),
    '/chunked': (response) => {
      response.write('one ')
      response.end('two')
    },
    '/large': (response) => response.writeHead(200, { 'content-length': 200_000 }).end('x'.repeat(200_000)),
    '/moved': (response) => response.writeHead(302, { location: '/json', 'content-length': 0 }).end(),
    '/broken': (response) => {
      response.writeHead(500, { 'content-length': 20 })
      response.write('half', () => response.destroy())
    },
    '/gone': (response) => response.destroy(),
    '/cut-gzip': (response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('all of it').subarray(0, -8)),
    '/cut-br': (response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('x'.repeat(99)).subarray(0, -1)),
  }
  const url = await localServer((request, response) => answers[request.url ?? '']?.(response))
  const send = guardedFetch({ allowed: new Set([hostOf(url)]) })
  // A method in small letters is a fetch's.
  const slow = (path: string, init: RequestInit) =>
    seen(send, url + path, { ...init, method: 'get', redirect: 'manual' })
  const fast = (path: string, init: RequestInit) => seen(send, url + path, { ...init, redirect: 'manual' })
  for (const path of Object.keys(answers)) expect(await fast(path, {}), path).toEqual(await slow(path, {}))
  for (const way of [fast, slow])
    for (const path of ['/json', '/never'])
      expect(await way(path, { signal: AbortSignal.abort(new Error('enough')) }), path).toEqual([
        'Error',
        'enough',
        undefined,
      ])
  for (const way of [fast, slow]) {
    const stop = new AbortController()
    const pending = way('/never', { signal: stop.signal })
    stop.abort(new Error('enough'))
    expect(await pending).toEqual(['Error', 'enough', undefined])
  }
})

test('the media check does not tell what is behind a name that is rebound', async () => {
  const { port, connections } = await loopback()
  let asked = 0
  const check = remoteMediaCheck(async () => {
    asked += 1
    return [{ address: asked % 2 === 1 ? '203.0.114.1' : '127.0.0.1', family: 4 }]
  })
  const reference = `http://rebinding.example:${port}/a.png`
  const findings = await check('sd_2.0_discount', { ...video, reference_images: [reference, reference] })
  expect(connections()).toBe(0)
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
})

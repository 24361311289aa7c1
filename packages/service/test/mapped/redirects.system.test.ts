import { describe, expect, onTestFinished, test } from 'vitest'
import { faults } from '@model-tasks/client/testing'
import { guardedFetch } from '../../src/base/net/guarded-fetch.js'
import { hostOf } from '../../src/base/net/host.js'
import { ResultMissing, type ProducedFile } from '../../src/domain/provider/provider.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { ended, relay, upstream } from '../support/relay.js'
import { keyAt, mappingOf, openBench, running, taskFor } from './support.js'
import { localServer } from '../support/local-server.js'

const file = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex')

interface FileHost {
  url: string
  /** The path of each request, and what it was asked with. */
  seen: { path: string; authorization: string | undefined }[]
}

/** A host of files. `/302/303/x` is redirected to `/303/x`, and that to `/x`. */
async function fileHost(): Promise<FileHost> {
  const seen: FileHost['seen'] = []
  const host = await localServer(({ url = '', headers }, response) => {
    seen.push({ path: url, authorization: headers.authorization })
    const [, status, to] = /^\/(3\d\d)\/(.*)$/.exec(url) ?? []
    if (status === undefined)
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': file.length }).end(file)
    else response.writeHead(Number(status), { location: `/${to}` }).end()
  })
  return { url: host, seen }
}

/** What comes of a result that the upstream redirects there, where these hosts may be reached beside it. */
async function collected(
  protocol: string,
  location: string,
  allowed: readonly FileHost[] = [],
): Promise<ProducedFile | Error> {
  const mapping = mappingOf(protocol)
  const open = await openBench(mapping, ({ path }) =>
    path.endsWith('/content') || path.startsWith('/fake-files/')
      ? { answer: { status: 302, headers: { location }, body: '' } }
      : undefined,
  )
  onTestFinished(() => open.close())
  const answer = await open.provider.submit(taskFor(mapping))
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  open.pass(1000)
  const hosts = [open.fake.baseUrl, ...allowed.map(({ url }) => url)].map(hostOf)
  const provider = mappedProvider(
    mapping,
    { ...open.upstream, apiKey: keyAt(mapping, open.fake, 'key') },
    { fetchResult: guardedFetch({ allowed: new Set(hosts) }) },
  )
  const task = { ...taskFor(mapping), reference: answer.reference, snapshot: { state: 'completed' as const } }
  return provider.collect(task, open.directory, running).catch((error: unknown) => error as Error)
}

describe.each([
  ['a result that is asked for with the key', 'openai-videos'],
  ['a result at a URL of its own', 'ark'],
])('%s', (_what, protocol) => {
  test('is followed through every kind of redirect, without the key', async () => {
    const host = await fileHost()
    expect(await collected(protocol, `${host.url}/301/302/303/307/308/x`, [host])).toMatchObject({ bytes: file.length })
    expect(host.seen.map(({ path }) => path.split('/')[1])).toEqual(['301', '302', '303', '307', '308', 'x'])
    expect(host.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([])
  })

  test('is fetched with the credentials of a Location, which go to its host alone', async () => {
    const [host, other] = [await fileHost(), await fileHost()]
    const location = `${host.url.replace('//', '//user:secret@')}/302//${hostOf(other.url)}/x`
    expect(await collected(protocol, location, [host, other])).toMatchObject({ bytes: file.length })
    expect(host.seen).toMatchObject([{ authorization: `Basic ${btoa('user:secret')}` }])
    expect(other.seen).toEqual([{ path: '/x', authorization: undefined }])
  })

  test('shows no credentials of a Location in an error', async () => {
    const host = await fileHost()
    const error = await collected(protocol, `${host.url.replace('//', '//user:secret@')}/x`)
    expect(error).toMatchObject({ cause: { name: 'BlockedHostError' } })
    const { message, cause } = error as Error
    expect([message, (cause as Error).message].join()).not.toMatch(/user|secret/)
    expect(host.seen).toEqual([])
  })

  test.each([
    ['loopback', () => fileHost().then(({ url }) => `${url}/x`)],
    ['the metadata of the machine', async () => 'http://169.254.169.254/latest/meta-data'],
    ['a private network', async () => 'http://10.0.0.1/x'],
    ['loopback as IPv6', async () => 'http://[::ffff:127.0.0.1]:80/x'],
  ])('is not fetched from %s', async (_where, locate) => {
    expect(await collected(protocol, await locate())).toMatchObject({ cause: { name: 'BlockedHostError' } })
  })

  test.each([
    ['file:///etc/passwd', /redirects its file to a file: URL$/],
    [`data:video/mp4;base64,${file.toString('base64')}`, /redirects its file to a data: URL$/],
    ['javascript:1', /redirects its file to a javascript: URL$/],
    ['http://[not', /redirects its file to something that is not a URL$/],
    ['', /is behind more than 20 redirects$/],
  ])('that is redirected to %j is missing, which the task says', async (location, message) => {
    const error = await collected(protocol, location)
    expect(error).toBeInstanceOf(ResultMissing)
    expect(error).toMatchObject({ message: expect.stringMatching(message), replaced: true })
  })
})

test('a gateway follows the redirects of a result of its upstream, and sends no key with them', async () => {
  const behind = await upstream()
  const host = await fileHost()
  const { call, when } = await relay({ ...behind, resultHosts: [hostOf(host.url)] })
  behind.next('result', faults.redirect(`${host.url}/301/302/303/308/x`))
  const { body } = await call('POST', '/tasks', { model: 'sd_2.0_discount', prompt: 'a boat', duration: 5 })
  await when(body.id, () => host.seen.length > 0)
  expect(host.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([])
})

test('a gateway fetches no result from a private host, or without an end, and completes once it is served again', async () => {
  const behind = await upstream()
  const host = await fileHost()
  const { call, when } = await relay(behind)
  behind.next(
    'result',
    faults.redirect(`${host.url}/x`),
    faults.redirect('http://169.254.169.254/latest/meta-data'),
    faults.redirect(`${host.url.replace('//', '//user:secret@')}/x`),
    faults.redirect('file:///etc/passwd'),
    ...Array.from({ length: 21 }, () => faults.redirect('')),
  )
  const { body } = await call('POST', '/tasks', { model: 'sd_2.0_discount', prompt: 'a boat', duration: 5 })
  expect((await when(body.id, ended)).status).toBe('completed')
  expect(host.seen).toEqual([])
})

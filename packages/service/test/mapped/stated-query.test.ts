import { describe, expect, test } from 'vitest'
import { loaders } from '@model-tasks/documents/upstreams'
import { statedQuery } from '@model-tasks/documents/upstreams/interpreter'
import { formatReference, parseReference } from '../../src/domain/provider/reference.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { upstreamOf } from '../support/relay.js'
import { running } from './support.js'

const { mapping } = await loaders.flux()
const operation = mapping.operations.image!
const at = (url: unknown, baseUrl = mapping.baseUrl): string | undefined =>
  statedQuery(operation, { polling_url: url } as never, baseUrl)

describe('the URL at which a task is queried', () => {
  test.each(['https://api.us1.bfl.ai/v1/get_result?id=1', 'https://api.bfl.ai/v1/get_result?id=1', 'https://bfl.ai/x'])(
    'is one of the vendor: %s',
    (url) => expect(at(url)).toBe(url),
  )

  test.each([
    'http://api.us1.bfl.ai/v1/get_result?id=1',
    'https://bfl.ai.evil.test/',
    'https://evilbfl.ai/',
    'https://api.bfl.ai:8443/',
    'https://user:secret@api.bfl.ai/',
    'https://evil.test/?.bfl.ai',
    'file:///etc/passwd',
    '//bfl.ai/x',
    '',
    7,
    null,
    `https://bfl.ai/${'x'.repeat(3000)}`,
  ])('is never another, to which the key would go: %s', (url) => expect(at(url)).toBeUndefined())

  test('may be of the origin that the operator has set', () => {
    expect(at('http://127.0.0.1:1234/get_result?id=1', 'http://127.0.0.1:1234')).toBe(
      'http://127.0.0.1:1234/get_result?id=1',
    )
    expect(at('http://127.0.0.1:1235/get_result?id=1', 'http://127.0.0.1:1234')).toBeUndefined()
  })

  test.each([
    ['of another host than the upstream has now', 'http://old.example/get_result?id=1', []],
    ['of another port', 'https://new.example:8443/get_result?id=1', []],
    ['that is none', 'new.example', []],
    ['of the upstream', 'https://new.example/get_result?id=1', ['https://new.example/get_result?id=1']],
    ['of the vendor', 'https://api.us1.bfl.ai/?id=1', ['https://api.us1.bfl.ai/?id=1']],
  ])('is asked with the key of now only where that may go there: one %s', async (_, queryUrl, expected) => {
    const urls: string[] = []
    const send: typeof fetch = async (url) => {
      urls.push(new Request(url).url)
      return Response.json({ status: 'Pending' })
    }
    const upstream = upstreamOf({ baseUrl: 'https://new.example', apiKey: 'key-of-now', protocol: 'flux' })
    const provider = mappedProvider(mapping, upstream, { fetch: send })
    const reference = formatReference({ kind: 'image', model: 'flux-pro-1.1', id: '1', queryUrl })
    const snapshot = (await provider.poll([reference], running)).get(reference)
    await provider.close()
    expect(urls).toEqual(expected)
    expect(snapshot).toMatchObject(
      expected.length > 0
        ? { state: 'running' }
        : {
            state: 'fault',
            error: expect.stringContaining('the key of new.example:443 does not go to where'),
          },
    )
  })

  test('is part of the stored reference; those of before are read as they were', () => {
    const reference = {
      kind: 'image',
      model: 'flux-pro-1.1',
      id: 'a:b/c',
      queryUrl: 'https://api.us1.bfl.ai/?id=a:b',
    } as const
    expect(parseReference(formatReference(reference))).toEqual(reference)
    expect(parseReference('video:a%2Fb:1')).toEqual({ kind: 'video', model: 'a/b', id: '1' })
  })
})

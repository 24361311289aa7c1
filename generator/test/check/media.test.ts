import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'

type Name = 'url' | 'urlOrAsset' | 'urlOrData'
let patterns: Record<Name, RegExp>

beforeAll(async () => {
  const { $defs } = JSON.parse(await readFile(new URL('../../../spec/media.schema.json', import.meta.url), 'utf8'))
  patterns = {
    url: new RegExp($defs.url.pattern),
    urlOrAsset: new RegExp($defs.urlOrAsset.pattern),
    urlOrData: new RegExp($defs.urlOrData.pattern),
  }
})

describe('a media URL', () => {
  test.each([
    'https://example.com/a.png',
    'HTTP://EXAMPLE.COM',
    'http://localhost:8080/x',
    'http://127.0.0.1',
    'http://[::1]:80/x',
    'https://user:key@example.com/a',
    'https://example.com?x=1#y',
    'https://例え.jp/图.png',
    'https://example.com/a%20b',
    'https://example.com:/',
    'https://cdn.example.com/a.png?sig=a+b/c==&t=1',
  ])('%s is one, for URL too', (text) => {
    expect(patterns.url.test(text)).toBe(true)
    expect(URL.canParse(text)).toBe(true)
  })

  test.each([
    '',
    'a.png',
    '/a.png',
    '//example.com/a.png',
    'https://',
    'https://?x',
    'https://#x',
    'http://:80/',
    'http://@/',
    'http://user@/x',
    'http://a b/',
    'http://a<b/',
    'http://[::1/',
    'https:',
  ])('%j is none, for URL neither', (text) => {
    expect(patterns.url.test(text)).toBe(false)
    expect(URL.canParse(text)).toBe(false)
  })

  test.each([
    'ftp://example.com/a',
    'data:image/png;base64,AAAA',
    'assetId://a',
    'http:/example.com/',
    'http:///example.com',
    ' https://example.com',
    'https://example.com/a b',
    'https://example.com/a\tb',
    'https://example.com/\n',
    'https://example.com/\u00a0',
    // Wide spaces are excluded by the class of blank characters: see text-classes.test.ts.
  ])('%j is none, though URL would repair or accept it', (text) => {
    expect(patterns.url.test(text)).toBe(false)
    expect(URL.canParse(text)).toBe(true)
  })

  test.each([
    ['a host that never ends', `http://${'a'.repeat(40_000)} `],
    ['many at signs', `http://${'a@'.repeat(20_000)}`],
    ['many colons', `http://${'a:'.repeat(20_000)}`],
    ['many slashes', `http://a${'/'.repeat(40_000)} `],
    ['many base64 marks', `data:${';base64,'.repeat(5_000)} `],
    ['a long port', `http://a:${'1'.repeat(40_000)}`],
  ])('%s is answered in linear time', (_, text) => {
    for (const pattern of Object.values(patterns)) {
      // Processor time, which does not grow with the load of the machine. In square time one takes seconds.
      const start = process.cpuUsage()
      expect(pattern.test(text)).toBe(false)
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(500)
    }
  })
})

test('an asset id is taken where the library is, and is never empty', () => {
  expect(patterns.urlOrAsset.test('assetId://a-1')).toBe(true)
  expect(patterns.urlOrAsset.test('https://example.com/a')).toBe(true)
  for (const text of ['assetId://', 'assetid://a', 'assetId:/a', 'assetId://a b', 'data:image/png;base64,AAAA'])
    expect(patterns.urlOrAsset.test(text), text).toBe(false)
})

test('base64 is taken as a data URI only', () => {
  expect(patterns.urlOrData.test('data:image/png;base64,iVBORw0KGgo=')).toBe(true)
  expect(patterns.urlOrData.test('https://example.com/a')).toBe(true)
  for (const text of [
    'data:image/png,AAAA',
    'data:image/png;base64,',
    'iVBORw0KGgo=',
    'data:image/png;base64,A A',
    'assetId://a',
  ])
    expect(patterns.urlOrData.test(text), text).toBe(false)
  // Of longer ones the validators ask less: an engine may run out of room for them.
  expect(patterns.urlOrData.test(`data:image/png;base64,${'A'.repeat(1_000_000)}`)).toBe(true)
})

import { expect, it } from 'vitest'
import { resultUrl } from '../../src/download/result-url.js'

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
const at = (url?: string): ReturnType<typeof resultUrl> =>
  resultUrl(
    {
      id: 't',
      created: 0,
      model: 'm',
      object: 'video',
      status: 'completed',
      ...(url !== undefined && { result_url: url }),
    },
    'https://service.test/api',
  )

it.each([
  ['https://host.test/a.mp4?signature=b', 'https://host.test/a.mp4?signature=b', undefined],
  ['http://host.test/a', 'http://host.test/a', undefined],
  ['/files/a.mp4', 'https://service.test/files/a.mp4', undefined],
  ['//host.test/a', 'https://host.test/a', undefined],
  ['https://me:secret@host.test/a', 'https://host.test/a', basic('me:secret')],
  ['https://me@host.test/a', 'https://host.test/a', basic('me:')],
  ['https://:secret@host.test/a', 'https://host.test/a', basic(':secret')],
  ['https://j%C3%BCrgen:p%40ss%3A%2f@host.test/a', 'https://host.test/a', basic('jürgen:p@ss:/')],
])('a result at %s is asked for at %s', (url, href, authorization) => expect(at(url)).toEqual({ href, authorization }))

it.each([undefined, '', 'ftp://host.test/a', 'httpsx://host.test/a', 'xhttp://host.test/a', 'data:,a', 'http://['])(
  'a result at %s cannot be asked for',
  (url) => expect(at(url)).toBe(undefined),
)

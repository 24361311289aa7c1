import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { CheckMedia } from '../src/admit/media/media-check.js'
import { mediaReaders, remoteMediaCheck } from '../src/admit/media/media-check.js'
import { temporaryFolder } from './support/folder.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { testService, video } from './support/service.js'

/** A server on loopback that counts what is asked of it. */
async function files(): Promise<{ url: string; asked: () => number }> {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end('x')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/a.png`, asked: () => asked }
}

test('hosts of this network are never read', async () => {
  const { url, asked } = await files()
  const findings = await remoteMediaCheck()('sd_2.0_discount', {
    ...video,
    reference_images: [url, url.replace('127.0.0.1', 'localhost')],
  })
  expect(asked()).toBe(0)
  expect(findings.map(({ rule, severity, path }) => `${severity} ${rule} ${path}`)).toEqual([
    'advice media-host /reference_images/0',
    'advice media-host /reference_images/1',
  ])
})

test('nothing is read from this machine’s own disk', async () => {
  // A picture of 1 × 1 pixels, which is smaller than the model takes.
  const picture = Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001', 'hex')
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'https:'))
  const paths = ['a.png', 'https:/a.png'].map((name) => join(folder, name))
  for (const path of paths) writeFileSync(path, Buffer.concat([picture, Buffer.alloc(40)]))
  const named = [...paths, `${folder}/https://a.png`, String(pathToFileURL(paths[0] ?? ''))]
  expect(await remoteMediaCheck()('sd_2.0_discount', { ...video, reference_images: named })).toEqual([])
})

test('a check without a package that it reads with says what to install, and one with all of them does not', () => {
  expect(() => remoteMediaCheck(undefined, { ...mediaReaders, 'not-installed-reader': '1.2.3' })).toThrow(
    new SettingsError(
      'MODEL_TASKS_CHECK_MEDIA: looking at media needs packages that are not installed; run: npm install not-installed-reader@1.2.3, or set MODEL_TASKS_CHECK_MEDIA=off',
    ),
  )
  expect(() => remoteMediaCheck()).not.toThrow()
})

test('with the check on, a request with such a host is still taken: it is advice', async () => {
  const { url, asked } = await files()
  const { submit } = await testService({ checkMedia: true })
  expect((await submit({ ...video, reference_images: [url] })).status).toBe(200)
  expect(asked()).toBe(0)
})

test('by itself the sandbox looks at no file', async () => {
  const { url, asked } = await files()
  const { submit, ended } = await testService()
  await ended((await submit({ ...video, reference_images: [url] })).body.id)
  expect(asked()).toBe(0)
})

test('an error about a file rejects the request', async () => {
  const check: CheckMedia = async () => [
    {
      rule: 'media-bytes',
      severity: 'error',
      path: '/reference_images/0',
      parameter: 'reference_images',
      message: 'reference_images[0]: too large',
      source: 'x',
    },
  ]
  const { submit, provider } = await testService({}, { checkMedia: check })
  const { status, body } = await submit({ ...video, reference_images: ['https://example.com/a.png'] })
  expect([status, body.findings]).toEqual([
    400,
    [expect.objectContaining({ rule: 'media-bytes', path: '/reference_images/0' })],
  ])
  expect(provider.submitted).toEqual([])
})

/** The files that requests carried, at the URLs at which upstreams read them. */
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { answerErrors } from '../src/edge/http/errors.js'
import { uploadsRoute, uploadUrl } from '../src/edge/http/routes/uploads.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { UrlSigner } from '../src/keep/results/url-signer.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { answerOf } from './support/service.js'

/** A service that has these two files, and their URLs. */
async function serving() {
  const files = new DiskFileStore(temporaryFolder())
  const signer = new UrlSigner(Buffer.from('a secret'), 1000, new ManualClock())
  const app = fastify({ exposeHeadRoutes: false })
  onTestFinished(() => app.close())
  answerErrors(app, silentLog, undefined)
  uploadsRoute(app, { files, signer })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const urlOf = async (id: string, contentType: string) => {
    const file = `assets/${id}`
    await files.putStream(file, Readable.from([Buffer.from('a boat')]))
    return uploadUrl({ file, contentType }, origin, signer)
  }
  const ask = async (url: string, method = 'GET') => answerOf(await fetch(url, { method }))
  return {
    files,
    signer,
    origin,
    ask,
    png: await urlOf('asset_1', 'image/png'),
    mp3: await urlOf('asset_2', 'audio/mpeg'),
  }
}

test('a file is answered to the holder of its URL, and its headers alone to one who asks for these', async () => {
  const { ask, png, mp3 } = await serving()
  for (const [url, type] of [
    [png, 'image/png'],
    [mp3, 'audio/mpeg'],
  ] as const) {
    const [get, head] = [await ask(url), await ask(url, 'HEAD')]
    expect([get.status, get.text, head.status, head.text]).toEqual([200, 'a boat', 200, ''])
    const headers = {
      ...{ 'content-type': type, 'content-length': '6', 'x-content-type-options': 'nosniff' },
      'cache-control': 'private, max-age=3600, immutable',
    }
    for (const answer of [get, head]) expect(Object.fromEntries(answer.headers)).toMatchObject(headers)
  }
})

test('a URL of another file, or of none, opens nothing', async () => {
  const { ask, png, mp3, signer, origin } = await serving()
  const [, name = '', signature = ''] = /([^/]+)\?(.*)$/.exec(png) ?? []
  const wrong = {
    'another file': mp3.replace(/\?.*/, `?${signature}`),
    'no signature': png.replace(/\?.*/, ''),
    'two signatures': `${png}&${signature}`,
    'one letter more': `${png}a`,
    'a result': `${origin}/uploads/task_1.mp4?${signer.seal('task_1.mp4')}`,
    'more than a name': `${origin}/uploads/x${name}?${signer.seal(`x${name}`)}`,
    'a name that goes on': `${origin}/uploads/${name}.A?${signer.seal(`${name}.A`)}`,
  }
  for (const [what, url] of Object.entries(wrong))
    expect(await ask(url), what).toMatchObject({
      status: 403,
      body: { detail: 'use the URL of an uploaded file exactly as this service gave it' },
    })
})

test('a file that has been removed is gone, whichever way it is asked for', async () => {
  const { ask, png, files } = await serving()
  await files.remove('assets/asset_1')
  const gone = await ask(png)
  expect([gone.status, gone.body.detail]).toEqual([410, 'the file is no longer kept; send it again'])
  expect((await fetch(png, { method: 'HEAD' })).status).toBe(410)
})

test('a file that is removed while it is asked for is gone', async () => {
  const { ask, png, files } = await serving()
  files.read = async () => undefined
  expect((await ask(png)).status).toBe(410)
  expect((await ask(png, 'HEAD')).status).toBe(200)
})

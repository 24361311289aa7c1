/** What the format of a file proves of it, beside the length and the digests that its host states or does not. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Fault } from '../../src/testing/index.js'
import { answer, etag, failed, scene } from './support.js'

const now = scene()

/** A film as short as the format allows, that says where it ends. */
function smallFilm(samples = 4000): Buffer {
  const box = (type: string, bytes: number): Buffer => {
    const all = Buffer.alloc(8 + bytes, 7)
    all.writeUInt32BE(all.length)
    all.write(type, 4, 'latin1')
    return all
  }
  return Buffer.concat([box('ftyp', 16), box('moov', 60), box('mdat', samples)])
}

it('a body whose end nothing but its format proves is whole where the format does, and an error where it does not', async () => {
  const film = smallFilm()
  const sent =
    (bytes: Buffer): Fault =>
    ({ request }) => {
      request.socket.write('HTTP/1.0 200 OK\r\ncontent-type: video/mp4\r\nconnection: close\r\n\r\n')
      request.socket.end(bytes)
    }
  const handle = await now.completed()
  now.server.next('result', sent(film), sent(film))
  await handle.download(now.path)
  expect(film.equals(await readFile(now.path))).toBe(true)
  const cut = film.subarray(0, -1)
  now.server.next('result', sent(cut), sent(cut))
  const error = await failed(handle.download(`${now.path}.cut`))
  expect(error.message).toContain('its host does not say how long it is')
})

it.each([
  ['cut', (film: Buffer) => film.subarray(0, -1), 'its bytes are not a whole result'],
  ['of another kind', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'expected video, got image/png'],
])('a chunked body without a length that is provably %s is received again, and not stored', async (_, change, why) => {
  const film = smallFilm()
  const sent =
    (bytes: Buffer): Fault =>
    ({ response }) => {
      response.writeHead(200)
      response.write(bytes.subarray(0, 8))
      response.end(bytes.subarray(8))
    }
  const handle = await now.completed()
  now.server.next('result', sent(change(film)), sent(film))
  await handle.download(now.path)
  expect(film.equals(await readFile(now.path))).toBe(true)
  now.server.next('result', ...Array.from({ length: 9 }, () => sent(change(film))))
  const error = await failed(handle.download(`${now.path}.other`))
  expect(error).toMatchObject({ name: 'ProtocolError', message: expect.stringContaining(why) as string })
  expect((await now.files()).filter((name) => name.endsWith('.other'))).toEqual([])
})

it.each<[string, (bytes: Buffer) => Record<string, string>]>([
  ['its length', () => ({})],
  ['its length and version', () => ({ etag })],
  ['a digest that matches', (b) => ({ 'repr-digest': `sha-256=:${createHash('sha256').update(b).digest('base64')}:` })],
])(
  'a film that its host has cut, and states %s, is not stored and not received again at once',
  async (_what, headers) => {
    const cut = smallFilm().subarray(0, 3000)
    const handle = await now.completed()
    now.server.next('result', answer(200, { 'content-length': '3000', ...headers(cut) }, cut))
    const error = await failed(handle.download(now.path))
    expect(error).toMatchObject({
      name: 'ProtocolError',
      message: expect.stringMatching(
        /its bytes are not a whole result: the box mdat ends at byte 4100, and the file has 3000/,
      ),
      hint: 'The URL of the result gives the bytes as they are',
    })
    expect(now.ranges()).toEqual([undefined])
    expect(await now.files()).toEqual([])
    // What the host has all the same can be had.
    now.server.next('result', answer(200, { 'content-length': '3000', ...headers(cut) }, cut))
    expect(cut.equals(Buffer.from(await (await handle.open()).arrayBuffer()))).toBe(true)
  },
)

it('a film that is cut where its host has it is not stored after a part of it was received before', async () => {
  const cut = smallFilm(80_000).subarray(0, 60_000)
  const handle = await now.completed()
  const headers = { etag, 'content-length': String(cut.length) }
  now.server.next(
    'result',
    ({ response }) => {
      response.writeHead(200, { 'content-type': 'video/mp4', ...headers }).write(cut.subarray(0, 30_000))
      setTimeout(() => response.destroy(), 50)
    },
    answer(
      206,
      {
        etag,
        'content-range': `bytes 30000-${cut.length - 1}/${cut.length}`,
        'content-length': String(cut.length - 30_000),
      },
      cut.subarray(30_000),
    ),
  )
  const error = await failed(handle.download(now.path))
  expect(error.message).toContain('its bytes are not a whole result')
})

/** Files of which the host states neither length nor digest, so that their format alone can say whether they are whole. */
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Fault } from '../../src/testing/index.js'
import { failed, scene } from './support.js'

const now = scene()

/** A film as short as the format allows, that says where it ends. */
function smallFilm(): Buffer {
  const box = (type: string, bytes: number): Buffer => {
    const all = Buffer.alloc(8 + bytes, 7)
    all.writeUInt32BE(all.length)
    all.write(type, 4, 'latin1')
    return all
  }
  return Buffer.concat([box('ftyp', 16), box('moov', 60), box('mdat', 4000)])
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

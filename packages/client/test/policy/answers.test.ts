import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createAnswer, readText, redact, requestIdOf, wrongBeginning, wrongType } from '../../src/policy/index.js'
import { neverConnected } from '../../src/policy/classify.js'
import { contentType } from '../../src/policy/content-type.js'
import { onAbort } from '../../src/policy/on-abort.js'
import { redactAnswer, strip } from '../../src/policy/strip.js'

describe('the type of an answer', () => {
  it.each([
    ['Video/MP4 ; codecs="avc1"', 'video/mp4'],
    [' ; charset=utf-8', undefined],
    [undefined, undefined],
  ])('%j is %s', (value, expected) =>
    expect(contentType(new Headers(value === undefined ? {} : { 'content-type': value }))).toBe(expected),
  )

  it.each([
    ['video', 'video/webm', undefined],
    ['video', 'image/png', 'expected video, got image/png'],
    ['image', 'image/png', undefined],
    ['image', 'audio/mpeg', 'expected image, got audio/mpeg'],
    ['audio', 'audio/mpeg', undefined],
    ['audio', 'image/png', 'expected audio or video, got image/png'],
    ['audio', 'video/mp4', undefined],
    ['mesh', 'model/gltf-binary', undefined],
    ['mesh', 'image/png', 'expected model, got image/png'],
    ['something', 'model/obj', undefined],
    ['something', 'text/html', 'expected video or image or audio or model, got text/html'],
    ['video', 'application/octet-stream', undefined],
    ['video', 'binary/octet-stream', undefined],
    ['video', undefined, undefined],
  ])('a result of a task that is a %s, called %s', (object, type, expected) =>
    expect(wrongType(type, { object })).toBe(expected),
  )

  const bytes = (text: string, ...more: number[]): Uint8Array => new Uint8Array([...Buffer.from(text), ...more])
  it.each([
    ['\n\t <!DOCTYPE HTML>', 'expected media, got HTML'],
    ['<html>', 'expected media, got HTML'],
    ['<head>', 'expected media, got HTML'],
    ['<?xml version="1.0"?>', 'expected media, got XML'],
    ['<Error><Code>AccessDenied</Code></Error>', 'expected media, got XML'],
    ['{"error":"expired"}', 'expected media, got JSON'],
    ['[]', 'expected media, got JSON'],
    ['WEBVTT <html>', undefined],
    ['', undefined],
  ])('bytes that begin with %j', (text, expected) => expect(wrongBeginning(bytes(text), 'video/mp4')).toBe(expected))

  it.each([
    ['a picture that is drawn in XML', '<?xml version="1.0"?>', 'image/svg+xml'],
    ['a scene that is described in JSON', '{"asset":{"version":"2.0"}}', 'model/gltf+json'],
  ])('of %s', (_, text, type) => expect(wrongBeginning(bytes(text), type)).toBe(undefined))

  it.each([
    [8, undefined],
    [9, 'expected media, got JSON'],
    [13, 'expected media, got JSON'],
    [14, undefined],
    [31, undefined],
    [32, 'expected media, got JSON'],
    [126, 'expected media, got JSON'],
    [127, undefined],
  ])('text that is followed by the byte %i', (byte, expected) =>
    expect(wrongBeginning(bytes('{', byte), 'video/mp4')).toBe(expected),
  )
})

describe('what an error may print', () => {
  it.each([
    ['at https://user:pass@host/a', 'at https://[redacted]@host/a'],
    ['at HTTP://user@host', 'at HTTP://[redacted]@host'],
    ['at http://host/a?signature=s', 'at http://host/a?[redacted]'],
    ['at https://host/@me', 'at https://host/@me'],
    [
      '"https://host/a?signature=s&x=y" and https://host/b?t',
      '"https://host/a?[redacted]" and https://host/b?[redacted]',
    ],
    ['really? https://host/a', 'really? https://host/a'],
  ])('%s', (text, expected) => expect(redact(text, [])).toBe(expected))

  it('no secret, also as JSON writes it; one of two characters would take words apart', () => {
    expect(strip('the key a"b, or a\\"b', ['a"b'])).toBe('the key [redacted], or [redacted]')
    expect(strip('abc', ['abc', undefined, 7])).toBe('[redacted]')
    expect(strip('an ox', ['an', ''])).toBe('an ox')
  })

  it('no secret that an answer echoes, in its headers or its body', () => {
    const echo = createAnswer(401, new Headers({ 'x-key': 'Bearer key-1' }), '{"key":"key-1"}')
    const safe = redactAnswer(echo, ['key-1'])
    expect(safe).toMatchObject({ status: 401, body: '{"key":"[redacted]"}', json: { key: '[redacted]' } })
    expect([...safe.headers]).toEqual([['x-key', 'Bearer [redacted]']])
  })
})

describe('the text of an answer', () => {
  const response = (...chunks: Uint8Array[]): Response =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk)
          controller.close()
        },
      }),
    )

  it('is whole where a character is cut in two', async () => {
    const [first, ...rest] = Buffer.from('é')
    expect(await readText(response(new Uint8Array([first!]), new Uint8Array(rest)))).toBe('é')
    expect(await readText(response(new Uint8Array([first!])))).toBe('\ufffd')
  })

  it('is empty where there is no body', async () =>
    expect(await readText(new Response(null, { status: 204 }))).toBe(''))

  it.each([
    ['without a body, as of a polyfill', { text: async (): Promise<string> => 'whole' }],
    [
      'with a stream of Node as its body',
      { text: async (): Promise<string> => 'whole', body: Readable.from(['whole']) },
    ],
  ])('of an answer %s is taken as one', async (_what, answer) =>
    expect(await readText(answer as unknown as Response)).toBe('whole'),
  )

  it('has a limit, which it may reach', async () => {
    expect(await readText(response(new Uint8Array(2 ** 20)), 1)).toHaveLength(2 ** 20)
    await expect(readText(response(new Uint8Array(2 ** 20), new Uint8Array(1)), 1)).rejects.toThrow(
      'it was larger than 1 MiB',
    )
  })
})

it.each([
  [{ 'x-request-id': 'a', 'request-id': 'b' }, 'a'],
  [{ 'request-id': 'b' }, 'b'],
  [{}, undefined],
])('the request ID in %j is %s', (headers, expected) => expect(requestIdOf(new Headers(headers))).toBe(expected))

it.each([
  [{ syscall: 'connect' }, true],
  [{ code: 'ConnectionRefused' }, true],
  [{ code: 'CERT_HAS_EXPIRED' }, true],
  [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, true],
  [{ syscall: 'disconnect' }, false],
  [{ code: 'connect_reset' }, false],
  [{ errors: [] }, false],
  [{ errors: [{ syscall: 'connect' }, { syscall: 'read' }] }, false],
  [{}, false],
])('whether no connection was made, from %j: %s', (error, expected) => expect(neverConnected(error)).toBe(expected))

it('what has stopped listening to a signal hears nothing of it', () => {
  const controller = new AbortController()
  const heard: string[] = []
  const release = onAbort(controller.signal, () => heard.push('first'))
  onAbort(controller.signal, () => heard.push('second'))
  release()
  controller.abort()
  expect(heard).toEqual(['second'])
})

/** What the head of an answer says about the bytes after it, and how open() tells of one that has no result. */
import { describe, expect, it } from 'vitest'
import { DigestCheck, digestMismatch } from '../../src/download/digest-check.js'
import { contradict, readDigests } from '../../src/download/digest-fields.js'
import { readContentRange } from '../../src/download/content-range.js'
import { judge, requestHeaders, type Held, type Judgement } from '../../src/download/judge.js'
import { storageError } from '../../src/download/storage-failure.js'
import { answer, failed, scene } from './support.js'

const md5 = Buffer.alloc(16, 1).toString('base64')
const other = Buffer.alloc(16, 2).toString('base64')
const sha256 = Buffer.alloc(32, 1).toString('base64')
const sha512 = Buffer.alloc(64, 1).toString('base64')

describe('an answer', () => {
  const nothing: Held = { bytes: 0, version: { digests: {} } }
  const half: Held = { bytes: 50, version: { validator: '"one"', total: 100, digests: { md5 } } }
  const of = (status: number, headers: Record<string, string>, held = nothing): Judgement =>
    judge({ status, headers: new Headers(headers) }, held)

  it('is asked for from its beginning, or for what is missing of the same version', () => {
    const identity = { 'accept-encoding': 'identity' }
    expect(requestHeaders(nothing)).toEqual(identity)
    expect(requestHeaders(half)).toEqual({ ...identity, range: 'bytes=50-', 'if-range': '"one"' })
    expect(requestHeaders({ ...half, bytes: 0 })).toEqual(identity)
    expect(requestHeaders({ ...half, version: { digests: {} } })).toEqual(identity)
  })

  it.each<[Record<string, string>, object]>([
    [{}, { version: { digests: {} }, ends: false }],
    [{ 'content-length': '7' }, { version: { digests: {}, total: 7 }, ends: true }],
    [{ 'content-length': ' 7 ' }, { version: { digests: {}, total: 7 }, ends: true }],
    [{ 'content-length': '7x' }, { version: { digests: {} }, ends: false }],
    [{ 'content-length': 'x7' }, { version: { digests: {} }, ends: false }],
    [{ 'content-length': '9'.repeat(16) }, { version: { digests: {} }, ends: false }],
    [{ 'transfer-encoding': 'chunked' }, { version: { digests: {} }, ends: true }],
    [{ 'content-md5': md5 }, { version: { digests: { md5 } }, ends: true }],
    [{ 'content-type': 'video/mp4; x', etag: '"a"' }, { version: { contentType: 'video/mp4', validator: '"a"' } }],
    [{ etag: 'W/"a"' }, { version: { digests: {} } }],
    [{ 'content-encoding': 'aws-chunked', 'content-length': '7' }, { version: { total: 7 } }],
    [{ 'content-encoding': 'identity,', 'content-length': '7' }, { version: { total: 7 } }],
    [{ 'content-range': 'bytes 0-6/7' }, {}],
    [{ 'content-range': 'nonsense' }, {}],
  ])('with %j is the whole file', (headers, expected) => {
    const judgement = of(200, headers)
    expect(judgement).toMatchObject({ kind: 'whole', ...expected })
    const { version } = expected as { version?: object }
    if (judgement.kind === 'whole' && version && !('total' in version)) expect(judgement.version.total).toBeUndefined()
    if (judgement.kind === 'whole' && version && !('validator' in version))
      expect(judgement.version.validator).toBeUndefined()
    if (judgement.kind === 'whole' && 'content-encoding' in headers) expect(judgement.version.digests).toEqual({})
  })

  it.each<[number, Record<string, string>, string, string]>([
    [200, { 'content-encoding': 'x' }, 'reject', 'its host sent it with the content encoding x'],
    [200, { 'content-encoding': 'GZip' }, 'reject', 'its host sent it with the content encoding GZip'],
    [
      200,
      { 'content-range': 'bytes 0-6/7', 'content-length': '9' },
      'distrust',
      'its host sent a file of another length than it says',
    ],
    [200, { 'content-encoding': 'gzip, x' }, 'reject', 'its host sent it with the content encoding gzip, x'],
    [200, { 'content-length': '0' }, 'reject', 'its host sent an empty file'],
    [200, { 'content-range': 'bytes 1-6/7' }, 'distrust', 'its host sent a part as the whole file'],
    [200, { 'content-range': 'bytes 0-5/7' }, 'distrust', 'its host sent a part as the whole file'],
    [206, {}, 'distrust', 'its host sent a part that was not asked for'],
    [204, {}, 'reject', 'its host answered 204, which is not a file'],
    [299, {}, 'reject', 'its host answered 299, which is not a file'],
    [199, {}, 'retry', 'its host answered 199'],
    [300, {}, 'retry', 'its host answered 300'],
    [416, {}, 'decline', 'its host answered 416'],
    [401, {}, 'decline', 'its host answered 401'],
    [503, {}, 'retry', 'its host answered 503'],
    [429, { 'retry-after': '3' }, 'retry', 'its host answered 429'],
  ])('of %i with %j: %s', (status, headers, kind, reason) =>
    expect(of(status, headers)).toMatchObject({ kind, reason }),
  )

  const part = { etag: '"one"', 'content-range': 'bytes 50-99/100' }

  it.each<[Record<string, string>, object]>([
    [part, { upTo: 100, content: {} }],
    [{ ...part, 'content-length': '50' }, { upTo: 100 }],
    [{ ...part, 'content-range': 'bytes 50-79/100', 'content-length': '30' }, { upTo: 80 }],
    [{ ...part, 'content-md5': other }, { content: { md5: other } }],
    // The digest of the whole file with each of its parts.
    [{ ...part, 'content-md5': md5, 'content-digest': `sha-256=:${sha256}:` }, { content: { 'sha-256': sha256 } }],
    [{ ...part, 'repr-digest': `sha-256=:${sha256}:` }, { version: { digests: { md5, 'sha-256': sha256 } } }],
  ])('of 206 with %j continues what is there', (headers, expected) => {
    const judgement = of(206, headers, half)
    expect(judgement).toMatchObject({ kind: 'rest', version: { validator: '"one"', total: 100 }, ...expected })
    if (judgement.kind === 'rest') expect(judgement.content).toEqual((expected as { content?: object }).content ?? {})
  })

  it('of 206 tells the length where it was not known', () =>
    expect(of(206, part, { ...half, version: { validator: '"one"', digests: {} } })).toMatchObject({
      version: { total: 100 },
    }))

  it.each<[Record<string, string>, string]>([
    [{ ...part, etag: '"two"' }, 'its host did not repeat the ETag of the first part'],
    [{ ...part, etag: 'W/"one"' }, 'its host did not repeat the ETag of the first part'],
    [{ etag: '"one"' }, 'its host sent another part than was asked for'],
    [{ ...part, 'content-range': 'bytes 49-99/100' }, 'its host sent another part than was asked for'],
    [{ ...part, 'content-range': 'bytes 50-99/*' }, 'its host did not repeat the length of the file'],
    [{ ...part, 'content-range': 'bytes 50-99/101' }, 'its host did not repeat the length of the file'],
    [{ ...part, 'content-length': '49' }, 'its host sent a part of another length than it says'],
    [{ ...part, 'content-length': '51' }, 'its host sent a part of another length than it says'],
    [{ ...part, 'content-encoding': 'gzip' }, 'its host sent a part with a content encoding'],
    [{ ...part, 'repr-digest': `md5=:${other}:` }, 'its host sent another digest than with the first part'],
  ])('of 206 with %j is not trusted', (headers, reason) =>
    expect(of(206, headers, half)).toEqual({ kind: 'distrust', reason }),
  )

  it('of 416 says that what is there is of another file', () =>
    expect(of(416, {}, half)).toEqual({
      ...{ kind: 'distrust', reason: 'its host has no bytes after those received before' },
    }))
})

describe('a field', () => {
  it.each([
    ['bytes 0-9/10', { first: 0, last: 9, total: 10 }],
    [' BYTES 3-9/* ', { first: 3, last: 9, total: undefined }],
    ['bytes 5-5/6', { first: 5, last: 5, total: 6 }],
    ['bytes 5-4/6', undefined],
    ['bytes 0-10/10', undefined],
    ['bytes */10', undefined],
    ['xbytes 0-9/10', undefined],
    ['bytes 0-9/10x', undefined],
    [`bytes 0-9/${'9'.repeat(20)}`, undefined],
    [undefined, undefined],
  ])('Content-Range %s', (value, expected) =>
    expect(readContentRange(new Headers(value === undefined ? {} : { 'content-range': value }))).toEqual(expected),
  )

  it.each<[Record<string, string>, object, object]>([
    [{ 'content-md5': md5 }, {}, { md5 }],
    [{ 'content-md5': 'x' }, {}, {}],
    [{ 'content-md5': sha256 }, {}, {}],
    [{ 'content-md5': ` ${md5} ` }, {}, { md5 }],
    [{ 'content-md5': `!${md5.slice(1)}` }, {}, {}],
    [{ 'content-digest': `md5=:${other}:`, 'content-md5': md5 }, {}, { md5: other }],
    [
      { 'repr-digest': `sha-256=:${sha256}: , sha-512 = :${sha512}:,md5=:${md5}:` },
      { 'sha-256': sha256, 'sha-512': sha512, md5 },
      {},
    ],
    [{ 'repr-digest': `xsha-256=:${sha256}:, sha-1=:${sha256}:, sha-512=:${sha256}:, md5=${md5}` }, {}, {}],
  ])('%j', (headers, whole, content) => expect(readDigests(new Headers(headers))).toEqual({ whole, content }))

  it('contradicts another where both name one algorithm and differ', () => {
    expect(contradict({ md5 }, { md5: other })).toBe(true)
    expect(contradict({ md5 }, { md5 })).toBe(false)
    expect(contradict({ md5 }, { 'sha-256': sha256 })).toBe(false)
    expect(contradict({ 'sha-256': sha256 }, { md5 })).toBe(false)
    expect(contradict({ md5, 'sha-512': 'a' }, { md5, 'sha-512': 'b' })).toBe(true)
  })

  it('of a digest is compared with the bytes, of several each', () => {
    const md5OfNothing = '1B2M2Y8AsgTpgAmY7PhCfg=='
    expect(new DigestCheck({}).mismatch()).toBeUndefined()
    expect(new DigestCheck({ md5: md5OfNothing }).mismatch()).toBeUndefined()
    const both = new DigestCheck({ md5, 'sha-512': sha512 })
    both.update(Buffer.from('x'))
    expect(both.mismatch()).toContain('the sha-512 digest: expected')
    expect(new DigestCheck({ md5: md5OfNothing, 'sha-256': sha256 }).mismatch()).toContain('the sha-256 digest')
    expect(new DigestCheck({ md5, 'sha-256': '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' }).mismatch()).toBe(
      `the md5 digest: expected ${md5}, got ${md5OfNothing}`,
    )
    expect(digestMismatch('md5', {}, md5)).toBeUndefined()
    expect(digestMismatch('md5', { md5 }, md5)).toBeUndefined()
  })
})

describe('what cannot be stored', () => {
  const task = { id: 't1', object: 'video', created: 1, model: 'm', status: 'completed' }

  it.each([
    ['ENOSPC', 'disk-full', 'the disk is full', 'Free some space'],
    ['EDQUOT', 'quota-exceeded', 'the disk quota is exceeded', 'Free some space'],
    ['EFBIG', 'file-too-large', 'the file is larger than the system allows', 'Raise the limit or choose another disk'],
    ['EACCES', 'permission-denied', 'permission denied', 'Grant write access or choose another path'],
    ['EROFS', 'permission-denied', 'the file system is read-only', 'Choose another path'],
    ['ENOTDIR', 'path-invalid', 'the path cannot be used', 'Choose another path'],
    ['ESTALE', 'storage-failed', 'no more', 'Check the disk'],
    [7, 'storage-failed', 'no more', 'Check the disk'],
  ])('%s is %s', (system, code, text, hint) => {
    const cause = Object.assign(new Error('no more'), { code: system })
    const error = storageError(cause, { task, again: "download('a')" }, '/a', '/a.part')
    expect(error).toMatchObject({ code, hint, path: '/a', partFile: '/a.part', taskId: 't1', cause })
    expect(error.summary).toBe(
      `the result of task t1 cannot be stored as /a: ${text}; what was received is kept in /a.part`,
    )
    expect(error.resume).toBe("client.task('t1').download('a')")
  })

  it('says what was thrown, of any type, and names no part where there is none', () => {
    for (const [cause, text] of [
      ['no error', 'no error'],
      [{ code: 'ENOSPC' }, '[object Object]'],
    ] as const)
      expect(storageError(cause, { task, again: "download('a')" }, '/a', undefined).summary).toBe(
        `the result of task t1 cannot be stored as /a: ${text}`,
      )
    const none = storageError(Object.assign(new Error(), { code: 'ENODISK' }), { task, again: 'x' }, '/a', undefined)
    expect(none.resume).toBe("client.task('t1').open()")
  })
})

describe('open()', () => {
  const now = scene()

  it.each<[string, number, Record<string, string>, string]>([
    ['ConnectionError', 503, {}, 'its host answered 503'],
    ['ConnectionError', 401, {}, 'its host answered 401'],
    ['ProtocolError', 204, {}, 'its host answered 204, which is not a file'],
    ['ProtocolError', 206, {}, 'its host sent a part that was not asked for'],
    ['ProtocolError', 200, { 'content-type': 'text/html' }, 'expected video, got text/html'],
  ])('throws a %s after %i', async (name, status, headers, message) => {
    const handle = await now.completed()
    now.server.next('result', answer(status, headers, Buffer.from(status === 204 ? '' : 'xy')))
    const error = await failed(handle.open())
    expect(error).toMatchObject({ name, taskId: handle.id, resume: `client.task('${handle.id}').open()` })
    expect(error.summary).toBe(`result of task ${handle.id}: ${message}`)
    if (name === 'ConnectionError') expect(error).toMatchObject({ nothingSent: false })
  })
})

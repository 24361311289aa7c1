/** What clients of vendors send, as it is read before any task is made of it. */
import type { Mapping, ModelFacts, Operation, Row } from '@model-tasks/documents/upstreams/interpreter'
import { expect, test } from 'vitest'
import { ParametersFault, ProtocolFault, type WrongParameter } from '../src/edge/protocol/backend.js'
import { withNamedParameters } from '../src/edge/protocol/named-parameters.js'
import { bodyFile, keyOf, readBody } from '../src/edge/protocol/read-request.js'

const urlEncoded = 'application/x-www-form-urlencoded'
const read = (body: string, contentType = 'application/json') => readBody(Buffer.from(body), contentType)

/** A form with these parts, as a client sends it. */
async function multipart(...fields: [name: string, value: string | Blob][]): Promise<[string, string]> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const sent = new Response(form)
  return [await sent.text(), sent.headers.get('content-type') ?? '']
}

test('a body is read as the JSON object that it is, also where its type says that it is a form', async () => {
  expect(await read('')).toBeUndefined()
  for (const type of ['application/json', '', urlEncoded, 'multipart/form-data'])
    expect(await read('{"prompt":"a boat"}', type)).toEqual({ prompt: 'a boat' })
  await expect(read('["a boat"]')).rejects.toThrow(new SyntaxError('the body must be a JSON object'))
  await expect(read('a boat')).rejects.toThrow('the body is not JSON')
})

test('a body that is a file is read as a data URI', async () => {
  for (const type of ['image/png', 'video/mp4', 'audio/mpeg'])
    expect(await read('boat', type)).toEqual({ [bodyFile]: `data:${type};base64,Ym9hdA==` })
  await expect(read('boat', 'x-image/png')).rejects.toThrow('the body is not JSON')
})

test('a form is read with its files as data URIs, and its names as the places that they say', async () => {
  const expected = { prompt: 'a boat & a pier', input: { image: ['one', 'two'], size: 'wide' } }
  const body = 'prompt=a+boat+%26+a+pier&input[image][]=one&input[image][]=two&input[size]=wide'
  expect(await read(body, urlEncoded)).toEqual(expected)
  const typed = new Blob(['boat'], { type: 'image/png' })
  const form = await multipart(['prompt', 'a boat'], ['image', typed], ['other', new Blob(['boat'])])
  expect(await read(...form)).toEqual({
    ...{ prompt: 'a boat', image: 'data:image/png;base64,Ym9hdA==' },
    other: 'data:application/octet-stream;base64,Ym9hdA==',
  })
  await expect(read('a boat', 'multipart/form-data')).rejects.toThrow(
    new SyntaxError('it is not the form that its Content-Type says'),
  )
})

test('a form with very many fields, or very deep names, is rejected before it is read', async () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `f${index}=1`).join('&')
  expect(Object.keys((await read(many(1001), urlEncoded)) ?? {})).toHaveLength(1001)
  const tooMany = new SyntaxError('a form may have at most 1000 fields')
  await expect(read(many(1002), urlEncoded)).rejects.toThrow(tooMany)
  const parts = Array.from({ length: 1001 }, (_, index): [string, string] => [`f${index}`, '1'])
  await expect(multipart(...parts).then((form) => read(...form))).rejects.toThrow(tooMany)
  expect(Object.keys((await multipart(...parts.slice(0, 999)).then((form) => read(...form))) ?? {})).toHaveLength(999)
  const deep = (steps: number) => read(`a${'[b]'.repeat(steps)}=1`, urlEncoded)
  expect(JSON.stringify(await deep(16)).match(/"b"/g)).toHaveLength(16)
  await expect(deep(17)).rejects.toThrow(new SyntaxError('the name of a field may have at most 16 steps'))
})

test('a form of text is as large as a request may be, and one of files may be larger', async () => {
  const mebibyte = 1024 ** 2
  expect((await read(`a=${'x'.repeat(mebibyte - 2)}`, urlEncoded))?.['a']).toHaveLength(mebibyte - 2)
  await expect(read(`a=${'x'.repeat(mebibyte - 1)}`, urlEncoded)).rejects.toThrow(
    'the body is larger than the 1 MiB that are read here',
  )
  expect((await read(...(await multipart(['a', 'x'.repeat(mebibyte)]))))?.['a']).toHaveLength(mebibyte)
})

test('a key is read where its protocol carries it, behind its prefix in any case, and is none without it', () => {
  const authentication = { in: 'header', name: 'Authorization', prefix: 'Bearer ' } as const
  const mapping = { authentication } as Partial<Mapping> as Mapping
  const keyIn = (authorization: string | undefined) => keyOf(mapping, { authorization })
  expect(['Bearer abc', 'bearer abc', 'Bearer ', 'Basic abc', 'a Bearer abc', undefined].map(keyIn)).toEqual([
    ...['abc', 'abc', ''],
    ...[undefined, undefined, undefined],
  ])
})

const facts = {} as ModelFacts
const row = (name: string, to: string[], more: object = {}): Row =>
  ({ from: { kind: 'parameter', name }, to, ...more }) as Partial<Row> as Row
const hole = (more: object) => ({ template: { holes: [{ at: [], prefix: '', suffix: '', ...more }] } })

/** What a vendor's client is told of parameters that the service rejects. */
async function told(rows: Row[], ...wrong: WrongParameter[]): Promise<unknown> {
  const fault = new ProtocolFault(400, 'invalid_request', 'ours', { 'x-a': 'b' }, 'invalid-parameters')
  const submit = () => Promise.reject(new ParametersFault(fault, wrong))
  const seen = await withNamedParameters({ rows } as Operation, facts, submit).catch((error: unknown) => error)
  if (!(seen instanceof ProtocolFault) || seen instanceof ParametersFault) throw new Error('expected a fault')
  expect([seen.status, seen.code, seen.headers, seen.problem]).toEqual([
    ...[fault.status, fault.code, fault.headers, fault.problem],
  ])
  return [seen.message, seen.parameter]
}

const tooLong = { parameter: 'duration', message: 'duration: 60 is too large' }
const noSize = { parameter: 'size', message: 'size: 7 is not offered' }

test('a parameter that is rejected is named as the protocol names it', async () => {
  const rows = [row('prompt', ['text']), row('duration', ['video', 'seconds']), row('size', ['size_of', 'all'])]
  expect(await told(rows, tooLong)).toEqual(['video.seconds: 60 is too large', 'video.seconds'])
  expect(await told(rows, tooLong, { ...tooLong, message: 'give one' }), 'two things wrong with one').toEqual([
    ...['video.seconds: 60 is too large; give one', 'video.seconds'],
  ])
  expect(await told(rows, tooLong, noSize), 'none of two is named alone').toEqual([
    ...['video.seconds: 60 is too large; size_of.all: 7 is not offered', undefined],
  ])
})

test('a parameter whose values have other words in the protocol, or no member of their own, keeps our name', async () => {
  const ours = [tooLong.message, 'duration']
  const theirs = ['seconds: 60 is too large', 'seconds']
  expect(await told([], tooLong)).toEqual(ours)
  expect(await told([row('duration', ['seconds'], { values: { 5: 'short' } })], tooLong)).toEqual(ours)
  expect(await told([row('duration', ['list', '-'])], tooLong)).toEqual(ours)
  expect(await told([row('duration', ['seconds'], hole({}))], tooLong)).toEqual(theirs)
  for (const other of [{ at: ['x'] }, { prefix: 'PT' }, { suffix: 'S' }])
    expect(await told([row('duration', ['seconds'], hole(other))], tooLong)).toEqual(ours)
})

test('every other failure of a submit, and its success, stay as they are', async () => {
  const rows = [row('duration', ['seconds'])]
  const fault = new ProtocolFault(429, 'busy', 'try again')
  const run = <T>(submit: () => Promise<T>) => withNamedParameters({ rows } as Operation, facts, submit)
  expect(await run(() => Promise.reject(fault)).catch((error: unknown) => error)).toBe(fault)
  expect(await run(() => Promise.resolve('made'))).toBe('made')
})

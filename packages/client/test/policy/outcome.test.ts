import { describe, expect, it } from 'vitest'
import {
  Stopped,
  afterAttempts,
  createAnswer,
  maySendAgain,
  notSent,
  outcomeOfAnswer,
  outcomeOfFailure,
  type Answer,
  type Outcome,
} from '../../src/policy/index.js'

const idOf = (json: unknown): string | undefined =>
  typeof json === 'object' && json !== null && 'id' in json && typeof json.id === 'string' ? json.id : undefined
const answer = (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answer =>
  createAnswer(status, new Headers(headers), typeof body === 'string' ? body : JSON.stringify(body))
const ofAnswer = (...all: Parameters<typeof answer>): Outcome => outcomeOfAnswer(answer(...all), idOf)

describe('what an answer proves', () => {
  it('a success with an ID: accepted', () => {
    for (const status of [200, 201, 202, 299])
      expect(ofAnswer(status, { id: 'a' })).toMatchObject({ proved: 'accepted', id: 'a', answer: { status } })
  })

  for (const status of [0, 101, 204, 300, 303, 304, 305, 309, 408, 499, 500, 502, 503, 504, 599, 600])
    it(`${status}: the task may exist`, () => expect(ofAnswer(status).proved).toBe('may exist'))

  for (const status of [0, 101, 300, 303, 408, 499, 500, 503, 600])
    it(`${status} with an ID: it may exist, and is not taken for accepted`, () =>
      expect(ofAnswer(status, { id: 'a' })).toMatchObject({ proved: 'may exist', found: [{ value: 'a' }] }))

  for (const status of [301, 302, 307, 308, 400, 401, 402, 403, 404, 409, 413, 422, 451, 498])
    it(`${status}: rejected for good`, () =>
      expect(ofAnswer(status, { id: 'a' })).toMatchObject({ proved: 'rejected', retryable: false, answer: { status } }))

  for (const status of [425, 429])
    it(`${status}: rejected for now`, () =>
      expect(ofAnswer(status)).toMatchObject({ proved: 'rejected', retryable: true }))

  it('a success without an ID names what may lead to the task', () => {
    expect(ofAnswer(200, { data: { id: 'paid-123', name: 'x' } })).toMatchObject({
      proved: 'may exist',
      found: [{ name: 'data.id', value: 'paid-123' }],
    })
    expect(ofAnswer(200, { id: 4711 })).toMatchObject({ found: [{ name: 'id', value: '4711' }] })
    expect(ofAnswer(202, '', { location: '/tasks/9', 'content-location': '/t/9' })).toMatchObject({
      found: [
        { name: 'location', value: '/tasks/9' },
        { name: 'content-location', value: '/t/9' },
      ],
    })
    const many = ['task_id', 'task-id', 'taskId', 'taskID', 'uuid', 'result_url', 'getUrl', 'href', 'link', 'selfURL']
    expect(ofAnswer(200, Object.fromEntries(many.map((name) => [name, name])))).toMatchObject({
      found: many.slice(0, 8).map((name) => ({ name, value: name })),
    })
  })

  it('and nothing that leads nowhere: empty values, other fields, what is nested more than four deep', () => {
    const deep = { a: { b: { c: { id: 'four' }, d: { e: { id: 'five' } } } } }
    expect(ofAnswer(200, { ...deep, href: '', uuid: null, valid: 'x', width: 7, ids: true })).toMatchObject({
      found: [{ name: 'a.b.c.id', value: 'four' }],
    })
    const long = ofAnswer(200, { task_id: 'x'.repeat(300) })
    expect(long.proved === 'may exist' && long.found[0]?.value).toHaveLength(200)
  })
})

describe('what a failure to get an answer proves', () => {
  const failure = (cause: unknown): Error => Object.assign(new TypeError('fetch failed'), { cause })
  const system = (fields: object): Error => Object.assign(new Error('no'), fields)
  for (const [name, error] of Object.entries({
    'a failed name lookup': failure(system({ syscall: 'getaddrinfo' })),
    'a connection that was declined': failure(system({ syscall: 'connect', code: 'ECONNREFUSED' })),
    'each address declined': failure(
      Object.assign(new AggregateError([system({ syscall: 'connect' }), system({ syscall: 'connect' })]), {}),
    ),
    'a connection that took too long': failure(system({ code: 'UND_ERR_CONNECT_TIMEOUT' })),
    'a bad certificate': failure(system({ code: 'CERT_HAS_EXPIRED' })),
    'a self-signed certificate': failure(system({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })),
    "Bun's name for it": system({ code: 'ConnectionRefused' }),
    "another name of Bun's for it": system({ code: 'ECONNREFUSED' }),
    "Deno's words for it": failure(
      new Error(
        'error sending request for url (http://127.0.0.1:9555/x): client error (Connect): tcp connect error: Connection refused (os error 111)',
      ),
    ),
  }))
    it(`${name}: nothing was sent, and sending later may work`, () =>
      expect(outcomeOfFailure(error)).toEqual({ proved: 'not sent', retryable: true, cause: error }))

  it('a port that the platform blocks: nothing was sent, nor ever will be', () =>
    expect(outcomeOfFailure(failure(new Error('bad port')))).toMatchObject({ proved: 'not sent', retryable: false }))

  for (const [name, error] of Object.entries({
    'a reset': failure(system({ syscall: 'read', code: 'ECONNRESET' })),
    'one address reset, another declined': failure(
      new AggregateError([system({ syscall: 'connect' }), system({ syscall: 'read' })]),
    ),
    'no address at all': failure(new AggregateError([])),
    'a browser, which says nothing': new TypeError('Failed to fetch'),
    'something that is not an error': 'no',
    'a message about a certificate, without a code': new Error('the CERT of the proxy changed during the request'),
    nothing: undefined,
  }))
    it(`${name}: the task may exist`, () =>
      expect(outcomeOfFailure(error)).toEqual({ proved: 'may exist', answer: undefined, found: [], cause: error }))

  it('a call that ended before: nothing was sent, and the call sends no more', () => {
    expect(notSent(new Stopped('deadline', 'x'))).toMatchObject({ proved: 'not sent', retryable: false })
    expect(notSent(new Error('x'))).toMatchObject({ retryable: true })
  })
})

describe('several attempts', () => {
  const lost = outcomeOfFailure(new Error('reset'))
  const rejected = ofAnswer(400)
  const accepted = ofAnswer(200, { id: 'a' })
  const nothing = notSent(new Error('no connection'))

  it('count as the latest', () => {
    expect(afterAttempts(undefined, rejected)).toBe(rejected)
    expect(afterAttempts(rejected, nothing)).toBe(nothing)
    expect(afterAttempts(nothing, lost)).toBe(lost)
  })
  it('but what one left open, only an ID closes', () => {
    expect(afterAttempts(lost, accepted)).toBe(accepted)
    expect(afterAttempts(lost, rejected)).toEqual({ ...lost, repeat: Object(rejected).answer })
    expect(afterAttempts(lost, nothing)).toEqual({ ...lost, cause: nothing.cause })
    expect(afterAttempts(lost, notSent(undefined))).toEqual(lost)
  })
  it('and the answer that says most is kept', () => {
    const answered = ofAnswer(502, { task_id: 't' })
    expect(afterAttempts(lost, answered)).toBe(answered)
    expect(afterAttempts(answered, lost)).toEqual(answered)
  })
})

it('the same request is sent again only where that cannot create a second task', () => {
  const again = (outcome: Outcome): boolean[] => [maySendAgain(outcome, false), maySendAgain(outcome, true)]
  expect(again(ofAnswer(429))).toEqual([true, true])
  expect(again(ofAnswer(400))).toEqual([false, false])
  expect(again(ofAnswer(500))).toEqual([false, true])
  expect(again(ofAnswer(200, { id: 'a' }))).toEqual([false, false])
  expect(again(notSent(new Error('x')))).toEqual([true, true])
  expect(again(notSent(new Stopped('aborted', 'x')))).toEqual([false, false])
})

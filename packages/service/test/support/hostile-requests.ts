import { connect } from 'node:net'

type Random = () => number
const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const values = [
  ...['null', 'true', '0', '-0', '-1', '1e400', '-1e400', '5', '5.5', '9007199254740993', '""', '"x"', '"\\u0000"'],
  ...['"\\ud800"', '[]', '{}', '[null]', '{"a":{"b":[1]}}', '"assetId://"', '"data:image/png;base64,AAAA"', '"😀"'],
  ...['"http://127.0.0.1/x.png"', '"https://[::1]/"', '"file:///etc/passwd"', `"${'a'.repeat(3000)}"`],
]
const names = [
  ...['model', 'prompt', 'duration', 'resolution', 'ratio', 'seed', 'reference_images', 'first_image', 'tools'],
  ...['__proto__', 'constructor', 'toString', 'amount', '', '\\u0000', 'a'.repeat(300)],
]
const models = ['sd_2.0_discount', 'beta-5.0', 'epsilonO3', 'sd_2.5_discount_v1', 'zeta-H3-768p', 'nothing']
const paths = [
  ...['/tasks', '/tasks', '/tasks', '/tasks?limit=-1', '/tasks?limit=1e9&status=%00', '/tasks?after=%ff', '/quote'],
  ...['/tasks/x', '/tasks/%00', '/tasks/..%2f..%2fetc', '/tasks/x/cancel', '/models', '/capabilities', '/assets'],
  ...['/assets/%e4', '//', '/%', '/tasks?status=failed&status=queued', `/tasks/${'9'.repeat(5000)}`, '/../console'],
]
/** Addresses beside the API. */
const others = [
  ...[
    '/native/ark/contents/generations/tasks',
    '/native/openai-videos/videos',
    '/native/fal/requests/%00',
    '/native//',
  ],
  ...['/console/sign-in', '/console/sign-in', '/console/tasks?account=%00', '/admin/accounts', '/admin/keys/%00'],
  ...['/results/x.png?expires=1&signature=1', '/results/%00', '/webhooks/upstreams/a/b/c', '/readyz', '/'],
]
const types = [
  ...[
    'application/json',
    'application/json',
    'application/json',
    'text/plain',
    'image/png',
    ';',
    'multipart/form-data',
  ],
  ...['application/json; charset=utf-7', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'],
]
const methods = ['GET', 'POST', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'BREW', 'get']

function bodyOf(random: Random): string {
  if (random() < 0.05) return '['.repeat(20_000)
  if (random() < 0.05) return '{"model":"beta-5.0","prompt":"'
  if (random() < 0.05)
    return `--b\r\ncontent-disposition: form-data; name="${pick(random, names)}[a]"\r\n\r\nx\r\n--b--`
  const members = Array.from(
    { length: Math.floor(random() * 6) },
    () => `"${pick(random, names)}":${pick(random, values)}`,
  )
  if (random() < 0.8) members.unshift(`"model":"${pick(random, models)}"`, '"prompt":"a boat"')
  return `{${members.join(',')}}`
}

/** The bytes of one request; each part is broken now and then. `beside`: also to addresses beside the API. */
export function hostileRequest(random: Random, key: string, beside = false): Buffer {
  const body = Buffer.from(bodyOf(random))
  const path =
    beside && random() < 0.1
      ? pick(random, others)
      : `${random() < 0.9 ? '/api/v2/model-center' : ''}${pick(random, paths)}`
  const headers = [
    `host: ${random() < 0.95 ? '127.0.0.1' : ''}`,
    random() < 0.85
      ? `authorization: Bearer ${key}`
      : `authorization: ${pick(random, ['Bearer', 'x'.repeat(900), '\t'])}`,
    `content-type: ${pick(random, types)}`,
    `content-length: ${random() < 0.9 ? body.length : pick(random, ['0', '-1', '99999999999', 'x', String(body.length + 9)])}`,
    'connection: close',
  ]
  if (random() < 0.2) headers.push(`idempotency-key: ${pick(random, ['k', 'ä', 'a'.repeat(300), ' '])}`)
  if (random() < 0.1)
    headers.push(
      pick(random, ['transfer-encoding: chunked', 'expect: 100-continue', 'x: \\0', 'content-encoding: gzip']),
    )
  if (random() < 0.1) headers.push(`range: bytes=${pick(random, ['0-', '-0', '9-1', '0-0,2-', `${'9'.repeat(30)}-`])}`)
  if (random() < 0.05) headers.push(...Array.from({ length: 300 }, (_, index) => `x-${index}: 1`))
  const bytes = Buffer.concat([
    Buffer.from(`${pick(random, methods)} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`, 'latin1'),
    body,
  ])
  if (random() < 0.1) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  return random() < 0.1 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
}

/**
 * What came back until the connection was closed. This side closes it after the request, and gets no answer that is not
 * made at once; where `waits`, the service has to.
 */
export function exchange(port: number, bytes: Buffer, waits = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let said = ''
    socket.on('data', (chunk: Buffer) => {
      said += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      resolve(said)
    })
    if (waits) socket.write(bytes)
    else socket.end(bytes)
  })
}

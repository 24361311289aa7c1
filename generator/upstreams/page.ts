import type { JsonValue } from '../catalogue.js'
import type { ModelCoverage } from './coverage.js'
import { rateLimitsText } from './compile-rate-limits.js'
import type { SignatureSource } from './compile-signature.js'
import type { UpstreamFile, UpstreamOperation, UpstreamRow } from '../spec-types/files/upstream.js'

const caution = 'Contract-tested against the packages named below; never run against the live provider.'

/** A protocol in the list of all, with how many of the requests it can carry. */
export interface IndexedProtocol {
  source: UpstreamFile
  requests: number
  mapped: number
}

/** A protocol for the list, by what it covers of each model. */
export function indexedProtocol(source: UpstreamFile, coverage: readonly ModelCoverage[]): IndexedProtocol {
  const sum = (count: (one: ModelCoverage) => number): number => coverage.reduce((total, one) => total + count(one), 0)
  return { source, requests: sum((one) => one.requests), mapped: sum((one) => one.mapped) }
}

/** The list of protocols, with the share of requests that each can carry. */
export function indexPage(protocols: readonly IndexedProtocol[]): string {
  const rows = protocols.map(
    ({ source, requests, mapped }) =>
      `| [\`${source.protocol}\`](upstreams/${source.protocol}.md) | ${source.title} | ${Object.keys(source.operations).join(', ')} | ${share(mapped, requests)} |`,
  )
  return `# Upstream protocols

The service can forward tasks to these upstreams. Each protocol is one file of data that says how a request of this
catalogue becomes a request of the upstream, and how its answers are read. ${caution}

"Requests" is the share of the valid requests in the test vectors that the upstream can carry. The others are rejected
before anything is sent, with a finding that names the upstream and the value.

| protocol | upstream | kinds | requests |
|---|---|---|---|
${rows.join('\n')}
`
}

/** What one protocol maps, what it does not, and what each error proves. */
export function protocolPage(source: UpstreamFile, coverage: { [model: string]: ModelCoverage }): string {
  const { title, protocol, description, baseUrl, deadline, poll, disagreements = [] } = source
  return `# ${title} (\`${protocol}\`)

${description}

${caution} No model ID of the upstream is part of the catalogue: which model runs under which ID is a setting.

| fact | value | source |
|---|---|---|
| base URL | \`${baseUrl}\` | |
| key | ${authentication(source)} | ${source.authentication.source} |${headersLine(source)}
| repeated submit | ${source.idempotency === undefined ? 'may buy twice; a task is submitted once' : `harmless with the header \`${source.idempotency.header}\` for ${source.idempotency.keptSeconds} s; a repeat that is rejected is inconclusive about the first attempt`} | ${source.idempotency?.source ?? ''} |
| query every | ${poll.seconds} s | ${poll.source} |
| given up after | ${deadline.seconds / 3600} h | ${deadline.source} |
| test of the key | ${source.probe === undefined ? 'not possible without buying something' : `\`GET ${source.probe.path}\``} | ${source.probe?.source ?? ''} |
| test of a model ID | ${modelProbeText(source)} | ${source.modelProbe?.source ?? ''} |${valueListLines(source)}
| upload | ${uploadText(source)} | ${source.upload?.source ?? ''} |
| webhooks | ${webhooksText(source)} | ${source.webhooks?.source ?? ''} |
| rate limits | ${rateLimitsText(source.rateLimits)} | ${source.rateLimits?.source ?? ''} |

${Object.entries(source.operations)
  .map(([kind, operation]) => operationSection(kind, operation))
  .join('\n')}
## What each error proves

| HTTP status | codes | message | proves | meaning | source |
|---|---|---|---|---|---|
${source.errors.proofs
  .map(
    ({ status, codes, says, proves, means, source: from }) =>
      `| ${status} | ${quoted(codes)} | ${quoted(says)} | ${proven[proves]} | ${means ?? ''} | ${from} |`,
  )
  .join('\n')}
| anything else | | | ${proven['may-exist']} | | |

## Models

Of the valid requests in each model's test vectors, these are carried, and these come back the same when the upstream's
body is read backwards. Defaults in the last column are not sent, because the upstream has no parameter for them.

| model | requests | carried | read back | defaults not sent |
|---|---|---|---|---|
${Object.entries(coverage)
  .map(
    ([model, { requests, mapped, identical, dropped }]) =>
      `| \`${model}\` | ${requests} | ${share(mapped, requests)} | ${share(identical, mapped)} | ${dropped.map((name) => `\`${name}\``).join(', ')} |`,
  )
  .join('\n')}

### Why requests are rejected

${rejections(coverage)}

## Sources

${Object.entries(source.sources)
  .map(
    ([name, from]) =>
      `- ${name}: ${'package' in from ? `\`${from.package}@${from.version}\`` : `[${from.document}](${from.url})`}`,
  )
  .join('\n')}
${disagreements.length === 0 ? '' : `\n### Where they disagree\n\n${disagreements.map(({ topic, follows }) => `- ${topic} Followed: ${follows}`).join('\n')}\n`}`
}

/** The row of fixed headers, where there are any. */
function headersLine({ headers }: UpstreamFile): string {
  if (headers === undefined) return ''
  const each = Object.entries(headers).map(([name, value]) => code(`${name}: ${value}`))
  return `\n| every request | ${each.join(', ')} | |`
}

/** Words of an upstream, or that any will do. */
function quoted(words: readonly string[] | undefined): string {
  return words?.map((word) => `\`${word}\``).join(', ') ?? 'any'
}

const proven = {
  rejected: 'no task was made',
  busy: 'no task was made; a later submit may succeed',
  credentials: 'no task was made; the key has to be corrected',
  payment: 'no task was made; the account has to be topped up',
  'unknown-model': 'no task was made; the model ID of the settings is not known there',
  'may-exist': 'nothing: a task may exist',
} as const

function authentication({ authentication: { in: place, name, prefix = '', token } }: UpstreamFile): string {
  const what = token === undefined ? 'key' : 'token'
  const where = place === 'header' ? `header \`${name}: ${prefix}<${what}>\`` : `query parameter \`${name}\``
  return token === undefined ? where : `${where}; ${madeOf(token)}`
}

function madeOf(token: NonNullable<UpstreamFile['authentication']['token']>): string {
  switch (token.by) {
    case 'jwt-hs256':
      return `the token is a JWT that the service signs (HS256, valid for ${token.seconds} s); the key is \`<access key>:<secret key>\``
    case 'google-service-account':
      return `the service gets the token for the JSON key file of a Google service account (scope \`${token.scope}\`); the key is that file, or the file in base64`
    case 'oauth-client':
      return `the service gets the token at ${token.url} (OAuth client credentials${token.scope === undefined ? '' : `, scope \`${token.scope}\``}); the key is \`<client ID>:<client secret>\`${token.clientHeader === undefined ? '' : `, and \`${token.clientHeader}\` of each request the ID`}`
    case 'aws-sigv4':
      return `the token is a signature over the request (AWS Signature Version 4, service \`${token.service}\`); ${accessKey}`
    case 'tc3-hmac-sha256':
      return `the token is a signature over the request (TC3-HMAC-SHA256, service \`${token.service}\`${regionText(token)}); ${accessKey}`
    case 'hmac-sha256-v4':
      return `the token is a signature over the request (HMAC-SHA256 with the scope \`request\`, service \`${token.service}\`${regionText(token)}); ${accessKey}`
  }
}

const accessKey =
  'the key is `<access key ID>:<secret access key>`, with `:<session token>` behind it for temporary credentials'

function regionText({ region }: { region?: string }): string {
  return region === undefined ? '' : `, region \`${region}\` where \`region\` of the settings says no other`
}

function modelProbeText({ modelProbe }: UpstreamFile): string {
  const { path, url, omits, except = [], untestable = 'nothing is known of it' } = modelProbe ?? {}
  const request = path ?? url
  if (request === undefined) return `not possible without buying something: ${untestable}`
  const limits = [
    ...(url === undefined ? [] : ['without the key']),
    ...(omits === undefined ? [] : [`${omits} are not in the answer`]),
    ...except.map(({ prefix, reason }) => `not for \`${prefix}…\`: ${reason}`),
  ]
  return [`\`GET ${request}\``, ...limits].join('; ')
}

/** Where each list of values is read, a row each. */
function valueListLines({ valueLists = {} }: UpstreamFile): string {
  return Object.entries(valueLists)
    .map(
      ([name, { path, values, source }]) =>
        `\n| list \`${name}\` | \`GET ${path}\`, each value at \`${values}\` | ${source} |`,
    )
    .join('')
}

function uploadText({ upload }: UpstreamFile): string {
  if (upload === undefined) return 'none: media are sent as the table below says'
  const form = upload.field === undefined ? 'the file as the body' : `a form with the file as \`${upload.field}\``
  return `\`${upload.method} ${upload.path}\`, ${form}; the answer names it at \`${upload.reference}\``
}

function webhooksText({ webhooks }: UpstreamFile): string {
  if (webhooks === undefined) return 'none that a submit can ask for: tasks are polled'
  const { body, query, signature, challenge } = webhooks
  const asked = body === undefined ? `the query parameter \`${query ?? ''}\`` : `\`${body}\` of the submit`
  const proof = signature === undefined ? 'not signed' : signatureText(signature)
  const repeated = challenge === undefined ? '' : `; the challenge at \`${challenge}\` is answered`
  return `asked for in ${asked}; ${proof}${repeated}. A webhook hastens the next query of its task and is never believed`
}

const algorithms = { 'hmac-sha256': 'HMAC-SHA256', 'hmac-sha512': 'HMAC-SHA512', ed25519: 'Ed25519' } as const

function signatureText({ algorithm, header, signed, time, key }: SignatureSource): string {
  const age = time === undefined ? '' : `; its time may differ by ${time.toleranceSeconds} s`
  return `signed with ${algorithms[algorithm]} in the header \`${header}\`, over ${code(JSON.stringify(signed))}; ${keyText(key)}${age}`
}

function keyText(key: SignatureSource['key']): string {
  switch (key.by) {
    case 'request':
      return `the service asks \`GET ${key.path}\` for the key`
    case 'setting':
      return "the key is the `webhookSecret` of the upstream's settings"
    case 'key-set':
      return `the public keys are at ${key.url}`
  }
}

function operationSection(kind: string, operation: UpstreamOperation): string {
  const { submit, query, list, history, cancel, rows, status, needs = {}, drops = [], lacks = {} } = operation
  const requests = [
    ...requestLines('submit', submit),
    ...(query === undefined ? [answerText(operation)] : requestLines('query', query)),
    ...(list === undefined ? [] : [`- query of up to ${list.limit} tasks at a time: \`GET ${list.path}\``]),
    ...(history === undefined
      ? []
      : [`- list of all tasks: ${history.paths.map((path) => `\`GET ${path}\``).join(', ')}`]),
    `- cancel: ${cancelText(cancel)}`,
    ...objectsText(operation),
  ]
  const words = Object.entries(status?.states ?? {}).map(([word, state]) => `| \`${word}\` | ${state} |`)
  return `## Tasks that make ${kind}s

${requests.join('\n')}

| parameter | upstream | as |
|---|---|---|
${[
  ...rows.map(rowLine),
  ...Object.entries(needs).map(needLine),
  ...drops.map(dropLine),
  ...Object.entries(lacks).map(lackLine),
].join('\n')}

${words.length === 0 ? '' : `| status | means |\n|---|---|\n${words.join('\n')}\n`}`
}

/** A request as a file has it, with the others that are made in its place: by what is given, or for some models. */
interface WrittenRequest {
  method: string
  path: string
  paths?: { when: NonNullable<UpstreamRow['when']>; path: string; encoding?: 'json' | 'form' }[]
  headers?: { [name: string]: string }
  encoding?: 'json' | 'form'
}

function requestLines(name: string, { method, path, paths = [], encoding, headers = {} }: WrittenRequest): string[] {
  const named = Object.entries(headers).map((header) => code(header.join(': ')))
  const beside = named.length === 0 ? '' : ` with ${named.join(', ')}`
  const line = (address: string, form: string | undefined, when: string): string =>
    `- ${name}${when}: \`${method} ${address}\`${beside}${form === 'form' ? ', as a form' : ''}`
  return [
    line(path, encoding, ''),
    ...paths.map((other) => line(other.path, other.encoding ?? encoding, ` ${whenText(other.when).join()}`)),
  ]
}

/** Where results are that are objects in a bucket. */
function objectsText({ results }: UpstreamOperation): string[] {
  return results.flatMap(({ object, file }) =>
    object === undefined
      ? []
      : [
          file === undefined
            ? `- result: where \`resultsFolder\` is set, the object in Google Cloud Storage that the answer names at \`${object}\`, which must be in it; the service reads it with the token of the upstream`
            : `- result: \`${file}\` in the folder of S3 that the answer names at \`${object}\`, which must be in \`resultsFolder\`; the service reads it with the key of the upstream`,
        ],
  )
}

/** What a submit answers with that has no ID. */
function answerText({ results }: UpstreamOperation): string {
  return results.some(({ body }) => body === true)
    ? '- the answer to the submit is the file itself: one that is cut leaves the outcome unknown, and nothing is sent again'
    : '- the answer to the submit is the result'
}

function cancelText(cancel: UpstreamOperation['cancel']): string {
  if (cancel === undefined) return 'not offered'
  const { method, path, from, proves } = cancel
  const when = from === undefined ? '' : ` while the status is ${quoted(from.words)}`
  const { answer, query } = proves ?? {}
  const proofs = [
    ...(answer === undefined ? [] : [`the answer has ${quoted(answer.words)} at \`${answer.at}\``]),
    ...(query === undefined ? [] : [`a query then answers ${quoted(query)}`]),
  ]
  const free =
    proofs.length === 0 ? 'nothing proves that it is free: the task is' : `free where ${proofs.join(' or ')}, and else`
  return `\`${method} ${path}\`${when}; ${free} followed to its end and paid for`
}

function needLine([name, { reason }]: [string, { reason: string }]): string {
  return `| \`${name}\` | required | ${cell(reason)} |`
}

function dropLine({ parameter, values, when, reason }: NonNullable<UpstreamOperation['drops']>[number]): string {
  const which = [...(values === undefined ? [] : [values.map(code).join(', ')]), ...whenText(when)].join('; ')
  return `| \`${parameter}\` | nothing | ${cell(which === '' ? reason : `${which}; not needed: ${reason}`)} |`
}

function lackLine([name, { reason }]: [string, { reason: string }]): string {
  return `| \`${name}\` otherwise | rejected | ${cell(reason)} |`
}

function rowLine(row: UpstreamRow): string {
  const name = row.join?.join('` and `') ?? row.from ?? row.each
  const what = name === undefined ? ownText(row) : `\`${name}\``
  return `| ${what} | \`${row.to}\` | ${cell(asText(row))} |`
}

/** What a row puts that is of no parameter. */
function ownText({ model, resultsFolder }: UpstreamRow): string {
  if (resultsFolder === true) return "the `resultsFolder` of the upstream's settings"
  return model === true ? 'the model, as set by the operator' : 'always'
}

function asText(row: UpstreamRow): string {
  const parts: string[] = []
  if (row.constant !== undefined) parts.push(code(row.constant))
  if (row.as === 'string') parts.push('as a string')
  if (row.as === 'uploaded') parts.push('a data URI is uploaded first')
  if (row.as === 'file') parts.push('the file itself, in the form; the service fetches it from a URL')
  if (row.template !== undefined) parts.push(code(row.template))
  if (row.forms !== undefined) parts.push(formsText(row.forms))
  if (row.values !== undefined)
    parts.push(
      Object.entries(row.values)
        .map(([ours, theirs]) => (ours === theirs ? code(ours) : `${code(ours)} as ${code(theirs)}`))
        .join(', '),
    )
  if (row.accepts !== undefined) parts.push(`only ${row.accepts.map(code).join(', ')}`)
  if (row.minimum !== undefined || row.maximum !== undefined)
    parts.push(`from ${row.minimum ?? 'any'} to ${row.maximum ?? 'any'}`)
  if (row.maximumItems !== undefined) parts.push(`at most ${row.maximumItems}`)
  if (row.maximumLength !== undefined) parts.push(`at most ${row.maximumLength} characters`)
  return [...parts, ...whenText(row.when)].join('; ') || 'as it is'
}

function formsText(forms: readonly ('url' | 'data')[]): string {
  if (forms.length > 1) return 'URLs or base64'
  return forms[0] === 'url' ? 'URLs only' : 'base64 only'
}

function whenText(when: UpstreamRow['when'] = []): string[] {
  return when.length === 0 ? [] : [`when ${when.map(conditionText).join(' and ')}`]
}

function conditionText({
  given,
  absent,
  parameter = '',
  among = [],
  model,
  exceptModel,
}: NonNullable<UpstreamRow['when']>[number]): string {
  if (given !== undefined) return `${given.join(' or ')} is given`
  if (absent !== undefined) return absentText(absent)
  if (model !== undefined) return `the upstream's model starts with ${model.join(' or ')}`
  if (exceptModel !== undefined) return `the upstream's model does not start with ${exceptModel.join(' or ')}`
  return `${parameter} is ${among.map((value) => JSON.stringify(value)).join(' or ')}`
}

function absentText(names: readonly string[]): string {
  const [first = '', second = ''] = names
  if (names.length === 1) return `${first} is not given`
  return names.length === 2 ? `neither ${first} nor ${second} is given` : `none of ${names.join(', ')} is given`
}

function rejections(coverage: { [model: string]: ModelCoverage }): string {
  const byReason = new Map<string, string[]>()
  for (const [model, { reasons }] of Object.entries(coverage))
    for (const [reason, count] of Object.entries(reasons))
      byReason.set(reason, [...(byReason.get(reason) ?? []), `${model} (${count})`])
  return byReason.size === 0
    ? 'None of them is.'
    : [...byReason].map(([reason, models]) => `- ${reason}: ${models.join(', ')}`).join('\n')
}

function share(part: number, whole: number): string {
  if (whole === 0) return 'none'
  return part === whole ? `all ${whole}` : `${part} of ${whole} (${Math.floor((100 * part) / whole)} %)`
}

function code(value: JsonValue): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

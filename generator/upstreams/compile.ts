import type { JsonValue } from '../catalogue.js'
import { pointerSteps } from '../load/pointer.js'
import { operationsOf } from './check/facts.js'
import { compileTemplate } from './template.js'
import type {
  Cancel,
  CancelRules,
  Condition,
  Drop,
  List,
  Mapping,
  ModelProbe,
  Operation,
  OtherPath,
  Proof,
  Query,
  Row,
  RowSource,
  SubmitPath,
  Template,
  Upload,
  Webhooks,
} from './interpreter/mapping.js'
import type { BodyMember, PathPart, Request } from './interpreter/request-line.js'
import type { AskedResult, Result } from './interpreter/result.js'
import type { Served } from './interpreter/served.js'
import type { Sign, StatusFacts } from './interpreter/status.js'
import type { ValueListSource } from './interpreter/value-lists.js'
import { compileHistory, compileServedList } from './compile-history.js'
import { compilePath } from './compile-path.js'
import { compileTold } from './compile-told.js'
import { compileRateLimits } from './compile-rate-limits.js'
import { compileSignature } from './compile-signature.js'
import type {
  UpstreamCondition,
  UpstreamFile,
  UpstreamOperation,
  UpstreamRequest,
  UpstreamResult,
  UpstreamRow,
} from '../spec-types/files/upstream.js'

/** What the interpreter needs of a checked file: every pointer, path, template and table resolved. */
export function compileMapping(source: UpstreamFile): Mapping {
  const rateLimits = compileRateLimits(source.rateLimits)
  const { message, code, codeHeader, status, parameter, inside, proofs } = source.errors
  return {
    protocol: source.protocol,
    title: source.title,
    baseUrl: source.baseUrl,
    authentication: {
      in: source.authentication.in,
      name: source.authentication.name,
      prefix: source.authentication.prefix ?? '',
      ...(source.authentication.token === undefined ? {} : { token: source.authentication.token }),
    },
    ...(source.headers === undefined ? {} : { headers: source.headers }),
    deadlineSeconds: source.deadline.seconds,
    pollSeconds: source.poll.seconds,
    ...(source.upload === undefined ? {} : { upload: compileUpload(source.upload) }),
    operations: Object.fromEntries(
      operationsOf(source).map(([kind, operation]) => [kind, compileOperation(operation)]),
    ),
    errors: {
      message: message.map(pointerSteps),
      code: code.map(pointerSteps),
      ...(parameter === undefined ? {} : { parameter: pointerSteps(parameter) }),
      ...(codeHeader === undefined ? {} : { codeHeader: codeHeader.toLowerCase() }),
      ...(status === undefined ? {} : { status: pointerSteps(status) }),
      proofs: proofs.map(compileProof),
      ...(inside === undefined ? {} : { inside: { at: pointerSteps(inside.at), unless: inside.unless ?? [] } }),
    },
    ...(source.probe === undefined
      ? {}
      : { probe: { path: compilePath(source.probe.path), accepted: source.probe.accepted } }),
    ...(source.modelProbe === undefined ? {} : { modelProbe: compileModelProbe(source.modelProbe) }),
    ...(rateLimits === undefined ? {} : { rateLimits }),
    ...(source.valueLists === undefined ? {} : { valueLists: compileValueLists(source.valueLists) }),
    ...(source.webhooks === undefined ? {} : { webhooks: compileWebhooks(source.webhooks) }),
    ...(source.cancelRules === undefined ? {} : { cancelRules: compileCancelRules(source.cancelRules) }),
    ...(source.idempotency === undefined
      ? {}
      : { idempotency: { header: source.idempotency.header, keptSeconds: source.idempotency.keptSeconds } }),
  }
}

function compileModelProbe({
  path,
  url,
  names = '',
  omits,
  told = [],
  except = [],
  untestable,
}: NonNullable<UpstreamFile['modelProbe']>): ModelProbe | { untestable: string } {
  if (untestable !== undefined) return { untestable }
  const origin = url === undefined ? undefined : new URL(url).origin
  return {
    ...(origin === undefined ? {} : { origin }),
    path: compilePath(path ?? url?.slice(origin?.length) ?? ''),
    names: pointerSteps(names),
    ...(omits === undefined ? {} : { omits }),
    told: told.map(({ at, constant }) => ({ at: pointerSteps(at), value: constant })),
    except,
  }
}

function compileValueLists(lists: NonNullable<UpstreamFile['valueLists']>): { [name: string]: ValueListSource } {
  return Object.fromEntries(
    Object.entries(lists).map(([name, { path, values, next }]) => [
      name,
      {
        path: compilePath(path),
        values: pointerSteps(values),
        ...(next === undefined ? {} : { next: { parameter: next.parameter, at: pointerSteps(next.at) } }),
      },
    ]),
  )
}

function compileUpload({ method, path, field, reference }: NonNullable<UpstreamFile['upload']>): Upload {
  return {
    request: compileRequest({ method, path }),
    ...(field === undefined ? {} : { field }),
    reference: pointerSteps(reference),
  }
}

function compileWebhooks(source: NonNullable<UpstreamFile['webhooks']>): Webhooks {
  const { body, query, with: beside = [], signature, challenge, told = [] } = source
  return {
    url: body === undefined ? { in: 'query', name: query ?? '' } : { in: 'body', at: pointerSteps(body) },
    beside: beside.map(({ to, constant }) => ({ to: pointerSteps(to), value: constant })),
    ...(signature === undefined ? {} : { signature: compileSignature(signature) }),
    ...(challenge === undefined ? {} : { challenge: pointerSteps(challenge) }),
    told: told.map(({ at, fact }) => ({ at: pointerSteps(at), fact })),
  }
}

function compileCancelRules({
  queued,
  processing,
  ended,
  cancelled,
}: NonNullable<UpstreamFile['cancelRules']>): CancelRules {
  return {
    queued: { status: 200, ...queued },
    processing: { status: 200, ...processing },
    ended: { status: 200, ...ended },
    cancelled: { status: 200, ...cancelled },
  }
}

function compileList({ path, filter, limit, items, within }: NonNullable<UpstreamOperation['list']>): List {
  return {
    path: compilePath(path),
    filter,
    limit,
    items: pointerSteps(items),
    within: within === undefined ? [] : pointerSteps(within),
  }
}

function compileOperation(source: UpstreamOperation): Operation {
  const { submit, id, idForm, queryId, query, list, cancel, status, progress, seconds, secondsAs } = source
  return {
    submit: compileRequest(submit),
    submitPaths: compileSubmitPaths(submit.paths),
    encoding: submit.encoding ?? 'json',
    ...(submit.status === undefined ? {} : { submitStatus: submit.status }),
    ...(submit.ignored === undefined ? {} : { ignored: submit.ignored.map(pointerSteps) }),
    ...(submit.implied === undefined
      ? {}
      : { implied: submit.implied.map(({ at, is }) => ({ at: pointerSteps(at), is })) }),
    rows: source.rows.map(compileRow),
    drops: (source.drops ?? []).map(({ parameter, values, when, reason }): Drop => ({
      parameter,
      when: (when ?? []).map(compileCondition),
      reason,
      ...(values === undefined ? {} : { values }),
    })),
    needs: reasons(source.needs),
    lacks: reasons(source.lacks),
    ...(id === undefined ? {} : { id: pointerSteps(id) }),
    ...(idForm === undefined ? {} : { idForm: { before: idForm.replace(/\{id\}$/, '').split('{model}') } }),
    ...(query === undefined ? {} : { query: compileQuery(query) }),
    ...(list === undefined ? {} : { list: compileList(list) }),
    ...(cancel === undefined ? {} : { cancel: compileCancel(cancel) }),
    ...(source.history === undefined ? {} : { history: compileHistory(source.history) }),
    ...(source.served === undefined ? {} : { served: compileServed(source.served) }),
    answer: {
      ...(status === undefined ? {} : { status: compileStatus(status) }),
      ...(progress === undefined ? {} : { progress: { at: pointerSteps(progress.at), of: progress.of } }),
      results: source.results.map(compileResult),
      message: source.message.map(pointerSteps),
      code: source.code.map(pointerSteps),
      ...(seconds === undefined ? {} : { seconds: pointerSteps(seconds) }),
      ...(secondsAs === undefined ? {} : { secondsAsText: true }),
      usage: (source.usage ?? []).map(({ at, unit }) => ({ at: pointerSteps(at), unit })),
      ...(queryId === undefined ? {} : { id: pointerSteps(queryId) }),
    },
    told: (source.told ?? []).map(compileTold),
  }
}

function compileStatus({ at, states, as, absent, cases = [] }: NonNullable<UpstreamOperation['status']>): StatusFacts {
  return {
    at: pointerSteps(at),
    states,
    ...(as === undefined ? {} : { writtenAs: as }),
    ...(absent === undefined ? {} : { absent }),
    cases: cases.map(({ when, means }) => ({ when: when.map(compileSign), means })),
  }
}

type StatusSign = NonNullable<NonNullable<UpstreamOperation['status']>['cases']>[number]['when'][number]

function compileSign({ at, is, present }: StatusSign): Sign {
  return is === undefined ? { at: pointerSteps(at), present: present ?? true } : { at: pointerSteps(at), is }
}

function reasons(entries: UpstreamOperation['lacks'] = {}): { [parameter: string]: string } {
  return Object.fromEntries(Object.entries(entries).map(([name, { reason }]) => [name, reason]))
}

function compileRow(row: UpstreamRow): Row {
  const values = row.values === undefined ? row.accepts?.map(identity) : Object.entries(row.values).map(keyed)
  return {
    to: pointerSteps(row.to),
    from: compileFrom(row),
    when: (row.when ?? []).map(compileCondition),
    ...(row.as === 'string' ? { template: asString } : {}),
    ...(row.as === 'uploaded' ? { uploaded: true } : {}),
    ...(row.as === 'file' ? { file: true } : {}),
    ...(row.template === undefined ? {} : { template: compileTemplate(row.template) }),
    ...(values === undefined ? {} : { values }),
    ...(row.minimum === undefined ? {} : { minimum: row.minimum }),
    ...(row.maximum === undefined ? {} : { maximum: row.maximum }),
    ...(row.maximumItems === undefined ? {} : { maximumItems: row.maximumItems }),
    ...(row.maximumLength === undefined ? {} : { maximumLength: row.maximumLength }),
    ...(row.forms === undefined ? {} : { forms: row.forms }),
    ...(row.also === undefined ? {} : { also: row.also.map(pointerSteps) }),
    ...(row.oneWay === undefined ? {} : { oneWay: row.oneWay }),
  }
}

/** Any value as a string. */
const asString: Template = { value: '', holes: [{ at: [], whole: false, prefix: '', suffix: '' }] }

function compileFrom({ from, quantity, each, join, model, resultsFolder, constant }: UpstreamRow): RowSource {
  if (from !== undefined) return { kind: 'parameter', name: from, ...(quantity === undefined ? {} : { quantity }) }
  if (each !== undefined) return { kind: 'each', name: each }
  if (join !== undefined) return { kind: 'joined', names: join }
  if (resultsFolder === true) return { kind: 'results-folder' }
  return model === true ? { kind: 'model' } : { kind: 'constant', value: constant ?? null }
}

/** Keys of JSON are strings: one that reads as a number or a boolean means that. */
function keyed([key, theirs]: [string, JsonValue]): [JsonValue, JsonValue] {
  return [ownValue(key), theirs]
}

/** The value that a key of a value table means. */
export function ownValue(key: string): JsonValue {
  return key === 'true' || key === 'false' || /^-?\d+$/.test(key) ? (JSON.parse(key) as boolean | number) : key
}

function identity(value: JsonValue): [JsonValue, JsonValue] {
  return [value, value]
}

function compileCondition({
  given,
  absent,
  parameter = '',
  among = [],
  model,
  exceptModel,
}: UpstreamCondition): Condition {
  if (given !== undefined) return { kind: 'given', parameters: given }
  if (absent !== undefined) return { kind: 'absent', parameters: absent }
  if (model !== undefined) return { kind: 'model', prefixes: model }
  if (exceptModel !== undefined) return { kind: 'except-model', prefixes: exceptModel }
  return { kind: 'among', parameter, values: among }
}

/** A request as a file has it; some may have headers of their own. */
type WrittenRequest = Omit<UpstreamRequest, 'source'> & { headers?: { [name: string]: string } }

function compileRequest({ method, path, headers }: WrittenRequest): Request {
  if (headers === undefined) return { method, path: compilePath(path) }
  const parts = Object.entries(headers).map(([name, value]): [string, PathPart[]] => [name, compilePath(value)])
  return { method, path: compilePath(path), headers: Object.fromEntries(parts) }
}

function compileSubmitPaths(paths: UpstreamOperation['submit']['paths'] = []): SubmitPath[] {
  return paths.map(({ when, path, encoding }) => ({
    when: when.map(compileCondition),
    path: compilePath(path),
    ...(encoding === undefined ? {} : { encoding }),
  }))
}

function compilePaths(paths: NonNullable<UpstreamOperation['query']>['paths'] = []): OtherPath[] {
  return paths.map(({ when, path }) => ({ when: when.map(compileCondition), path: compilePath(path) }))
}

function compileQuery({ paths, at, hosts = [], body, ...request }: NonNullable<UpstreamOperation['query']>): Query {
  return {
    ...compileRequest(request),
    ...(paths === undefined ? {} : { paths: compilePaths(paths) }),
    ...(at === undefined ? {} : { stated: { at: pointerSteps(at), hosts } }),
    ...(body === undefined ? {} : { body: body.map(compileMember) }),
  }
}

function compileMember({
  to,
  fact,
  constant,
}: NonNullable<NonNullable<UpstreamOperation['query']>['body']>[number]): BodyMember {
  return {
    to: pointerSteps(to),
    from: fact === undefined ? { kind: 'constant', value: constant ?? null } : { kind: fact },
  }
}

function compileCancel({ from, proves, body, ...request }: NonNullable<UpstreamOperation['cancel']>): Cancel {
  const { answer, query = [] } = proves ?? {}
  return {
    ...compileRequest(request),
    ...(body === undefined ? {} : { body: body.map(compileMember) }),
    ...(from === undefined ? {} : { from: from.words }),
    proves: {
      ...(answer === undefined ? {} : { answer: { at: pointerSteps(answer.at), words: answer.words } }),
      query,
    },
  }
}

function compileServed({ list, remove }: NonNullable<UpstreamOperation['served']>): Served {
  return {
    ...(list === undefined ? {} : { list: compileServedList(list) }),
    ...(remove === undefined
      ? {}
      : { remove: { ...compileRequest(remove), answer: remove.answer.map(compileMember) } }),
  }
}

function compileResult(result: UpstreamResult): Result {
  const { url, list, withKey, body, base64, contentType, object, file, content } = result
  const { query, results, message, usage, pending } = result
  const asked = result.asked === undefined ? {} : { asked: compileAsked(result.asked) }
  if (body === true) return { kind: 'body' }
  if (url !== undefined)
    return {
      kind: 'url',
      at: pointerSteps(url),
      list: list ?? false,
      ...(withKey === true ? { withKey } : {}),
      ...asked,
    }
  if (base64 !== undefined && contentType !== undefined)
    return { kind: 'base64', at: pointerSteps(base64), contentType, ...asked }
  if (object !== undefined) return { kind: 'object', at: pointerSteps(object), file: file ?? '' }
  if (content !== undefined) return { kind: 'content', request: { method: 'GET', path: compilePath(content) } }
  return {
    kind: 'query',
    request: { method: 'GET', path: compilePath(query ?? '') },
    results: (results ?? []).map(compileResult),
    message: (message ?? []).map(pointerSteps),
    ...(usage === undefined ? {} : { usage: { header: usage.header, unit: usage.unit } }),
    ...(pending === undefined ? {} : { pending }),
  }
}

function compileAsked({ at, is, model = [] }: NonNullable<UpstreamResult['asked']>): AskedResult {
  return { at: pointerSteps(at), is, models: model }
}

function compileProof({ status, codes, says, proves }: UpstreamFile['errors']['proofs'][number]): Proof {
  const first = Number(status.replaceAll('x', '0'))
  const last = Number(status.replaceAll('x', '9'))
  return {
    from: first,
    to: last,
    proves,
    ...(codes === undefined ? {} : { codes }),
    ...(says === undefined ? {} : { says: says.map((text) => text.toLowerCase()) }),
  }
}

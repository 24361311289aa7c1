import { setTimeout as delay } from 'node:timers/promises'
import {
  read,
  renderError,
  renderQuery,
  rendersFile,
  write,
  type Json,
  type Mapping,
} from '@model-tasks/documents/upstreams/interpreter'
import type { TaskKind } from '../../domain/task/record.js'
import { matchRoute, routesOf, type RouteAction } from '../../edge/protocol/routes.js'
import { fakeFile } from '../fake/fake-file.js'
import { serveFake, type InterceptedRequest, type Interception, type ServedFake } from '../fake/serve-fake.js'
import { knownKey } from '../fake/token-desk.js'
import { faults, type Fault } from './faults.js'

/** A prompt that makes its task meet a fault. */
export function promptWith(fault: Fault | 'none', number: number): string {
  return `A paper boat, fault ${fault} of task-${number}.`
}

/** A fake of a protocol in which each task meets the fault that its prompt names. */
export interface FaultyFake {
  fake: ServedFake
  /** Submits that were not proven rejected, by prompt: none may be more than 1. */
  readonly submits: ReadonlyMap<string, number>
  /** Faults that tasks can meet here: those of a query only where there is one, and of fetching a file only where an answer does not hold it. */
  readonly faults: readonly Fault[]
  /** Faults that have happened. */
  readonly met: ReadonlySet<string>
}

const json = { 'content-type': 'application/json' }
const word = 'pondering'

/** Serves such a fake for tasks of one kind. */
export async function serveFaultyFake(mapping: Mapping, key: string, kind: TaskKind = 'video'): Promise<FaultyFake> {
  const routes = routesOf(mapping)
  const file = fakeFile(kind)
  const submits = new Map<string, number>()
  const rejected = new Set<string>()
  const met = new Set<string>()
  const operation = mapping.operations[kind]
  if (operation === undefined) throw new TypeError(`${mapping.protocol} makes no ${kind}s`)
  const statusAt = operation.answer.status?.at

  const promptOf = ({ body, ...request }: InterceptedRequest): string | undefined => {
    const id = fake.tasks.find((task) => placeOf({ ...request, body }).includes(task.id))?.parameters['prompt']
    return typeof id === 'string' ? id : /A paper boat, fault [a-z0-9-]+ of task-\d+\./.exec(body)?.[0]
  }
  const task = (path: string, state: 'completed' | 'processing'): Json => {
    const found = fake.tasks.find(({ id }) => path.includes(id))
    return renderQuery(operation, {
      id: found?.id ?? '',
      model: found?.model ?? '',
      created: 0,
      baseUrl: fake.baseUrl,
      state,
    })
  }
  const answer = (status: number, body: Json): Interception => ({
    answer: { status, headers: json, body: JSON.stringify(body) },
  })
  const onSubmit = (fault: Fault, prompt: string): Interception | undefined => {
    switch (fault) {
      case 'reset-after-accept':
        return { reset: true, after: true }
      case 'error-500':
        return { ...answer(500, renderError(mapping, 500, 'out of order', 'internal')), after: true }
      case 'error-429':
        if (rejected.has(prompt)) return undefined
        rejected.add(prompt)
        return answer(429, renderError(mapping, 429, 'slow down', 'limit'))
      case 'timeout':
        return { hang: true, after: true }
      case 'html':
        return { answer: { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, after: true }
      case 'error-in-200':
        return answer(200, renderError(mapping, 200, 'an error inside', 'server_error'))
      default:
        return undefined
    }
  }
  const onResult = (fault: Fault, action: RouteAction | 'file', path: string): Interception | undefined => {
    switch (fault) {
      case 'unknown-status':
        return action === 'query' && statusAt !== undefined
          ? answer(200, write(task(path, 'processing'), statusAt, word))
          : undefined
      case 'lost-result':
        if (action === 'query') return answer(200, task(path, 'completed'))
        return action === 'result' ? answer(200, {}) : answer(404, {})
      case 'expired-result':
        return action === 'file' || action === 'content' ? answer(410, {}) : undefined
      case 'slow-result':
        return action === 'file'
          ? { answer: { status: 200, headers: { 'content-type': file.contentType }, body: slow(file.bytes) } }
          : undefined
      default:
        return undefined
    }
  }
  /** A list tells of each task what its query tells: its fault, or that it is completed. */
  const listed = (ids: readonly string[]): Interception | undefined => {
    const { list } = operation
    if (list === undefined || ids.length === 0) return undefined
    const items = ids.map((id) => {
      const fault = faultIn(fake.tasks.find((one) => one.id === id)?.parameters['prompt'])
      const happens = fault === undefined ? undefined : onResult(fault, 'query', id)
      if (fault !== undefined && happens !== undefined) met.add(fault)
      const whole =
        happens !== undefined && 'answer' in happens && typeof happens.answer.body === 'string'
          ? (JSON.parse(happens.answer.body) as Json)
          : completed(id)
      return read(whole, list.within) ?? {}
    })
    return answer(200, write({}, list.items, items))
  }
  const completed = (id: string): Json => {
    const url = `${fake.baseUrl}/fake-files/${id}`
    return renderQuery(operation, { id, model: '', created: 0, baseUrl: fake.baseUrl, state: 'completed', url })
  }
  const fake = await serveFake(mapping, {
    ...knownKey(mapping, key),
    intercept(request) {
      if (matchRoute(routes, request)?.route.action === 'list')
        return listed(request.query.getAll(operation.list?.filter ?? ''))
      const prompt = promptOf(request)
      const fault = faultIn(prompt)
      if (prompt === undefined) return undefined
      const { path } = request
      const action = path.startsWith('/fake-files/') ? 'file' : (matchRoute(routes, request)?.route.action ?? 'probe')
      const happens =
        fault === undefined
          ? undefined
          : action === 'submit'
            ? onSubmit(fault, prompt)
            : onResult(fault, action, placeOf(request))
      if (fault !== undefined && happens !== undefined) met.add(fault)
      const proven = happens !== undefined && 'answer' in happens && happens.answer.status === 429
      if (action === 'submit' && !proven) submits.set(prompt, (submits.get(prompt) ?? 0) + 1)
      return happens
    },
  })
  const missing: readonly Fault[] = [
    ...(statusAt === undefined ? (['unknown-status'] as const) : []),
    ...(operation.query === undefined ? (['lost-result'] as const) : []),
    ...(rendersFile(operation) ? (['expired-result', 'slow-result'] as const) : []),
  ]
  return { fake, submits, met, faults: faults.filter((fault) => !missing.includes(fault)) }
}

/** Where a request names its task: the path, the query or the body. */
function placeOf({ path, query, body }: InterceptedRequest): string {
  return `${path}?${query.toString()} ${body}`
}

function faultIn(prompt: Json | undefined): Fault | undefined {
  return faults.find((one) => typeof prompt === 'string' && prompt.includes(`fault ${one} of`))
}

/** A file that comes in pieces. */
async function* slow(bytes: Buffer): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(bytes.length / 5)
  for (let at = 0; at < bytes.length; at += size) {
    await delay(40)
    yield bytes.subarray(at, at + size)
  }
}

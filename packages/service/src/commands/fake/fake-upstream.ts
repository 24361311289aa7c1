import { conditionalDefaults } from '../../domain/conditional-defaults.js'
import { byKind, type TaskKind } from '../../domain/task/record.js'
import { randomUUID } from 'node:crypto'
import { models } from '@model-tasks/documents/upstreams/models'
import {
  namesModel,
  renderWebhook,
  resultsFolderIn,
  type Json,
  type JsonObject,
  type Mapping,
  type UpstreamState,
} from '@model-tasks/documents/upstreams/interpreter'
import { cancelRule } from './cancel-rules.js'
import { fakeFile } from './fake-file.js'
import { FakeWebhooks } from './fake-webhooks.js'
import type { RawRequest } from './signatures/index.js'
import { tokenDesk } from './token-desk.js'
import {
  ProtocolFault,
  type BackendTask,
  type ProtocolAnswer,
  type ProtocolModel,
  type ProtocolRequest,
} from '../../edge/protocol/backend.js'
import { createProtocolServer } from '../../edge/protocol/server.js'

/** What a fake needs from outside. */
export interface FakeParts {
  /** Milliseconds of any clock. */
  now: () => number
  /** Milliseconds from the submit to the end of a task. */
  duration: number
  /** Milliseconds since 1970, for tokens that expire; default: `now`. */
  date?: () => number
  /** The key it accepts, or that its tokens are made of; undefined: any. */
  key?: string
  /** The model IDs that it knows; undefined: any. */
  models?: readonly string[]
  newId?: () => string
  /** Where the file of a task is. */
  resultUrl: (id: string) => string
  /** The lists of values that it has, by their names. */
  lists?: Readonly<Record<string, readonly string[]>>
  /** Where an uploaded file is, by its number. */
  uploadUrl: (number: number) => string
  /** What links in webhooks are put behind. */
  baseUrl: () => string
}

/** A task as the fake has it, with what it was asked for. */
export interface FakeTask {
  id: string
  kind: TaskKind
  model: string
  parameters: JsonObject
  /** The path of its submit. */
  path: string
  submitted: number
  cancelled: boolean
  /** The folder in a bucket of its result; absent where its submit has asked for none. */
  folder?: string
  /** Where the end of the task is told; absent when it was not asked for, or has been told. */
  webhook?: string
}

/** A fake upstream of one protocol, in memory. */
export interface FakeUpstream {
  handle(request: ProtocolRequest): Promise<ProtocolAnswer>
  /** Why the file of a task is not served for this key; undefined: it is, or the protocol's files are served to anyone. */
  refusalOfFile(task: FakeTask, key: string | undefined): string | undefined
  /** The task whose result is this object in a bucket, and why it is not served for this request; undefined where no object has that name. */
  objectAt(raw: RawRequest): { task: FakeTask; refusal: string | undefined } | undefined
  /** Answers a request for an access token. */
  exchange(form: JsonObject, authorization?: string): ProtocolAnswer
  /** Tells of every task that has ended since, where its submit asked for that. Answers the HTTP status of each receiver. */
  tell(): Promise<(number | undefined)[]>
  /** What its webhooks can be checked with, as the upstream or the operator writes it; undefined where they are not signed. */
  readonly webhookSecret: string | undefined
  /** The public key of its webhooks, as a JSON Web Key Set. */
  readonly keySet: Json
  /** Every file that was uploaded, as a data URI, in order. */
  readonly uploads: readonly string[]
  /** Every task that was made, in order. */
  readonly tasks: readonly FakeTask[]
}

/** A prompt that holds this fails, with the words as its message. */
const failing = /\[\[fail(?:: ([^\]]*))?\]\]/

/**
 * A server of an upstream protocol that makes nothing: the mapping read backwards. A task is queued, runs for a while
 * and completes; one whose prompt holds `[[fail: words]]` fails with these words.
 */
export function createFakeUpstream(mapping: Mapping, parts: FakeParts): FakeUpstream {
  const { now, newId = randomUUID, date = now, key, models: known } = parts
  const webhooks = mapping.webhooks === undefined ? undefined : new FakeWebhooks(mapping.webhooks, date)
  const desk = tokenDesk(mapping.authentication, { now: date, key })
  const tasks = new Map<string, FakeTask>()
  const uploads: string[] = []
  const find = (id: string): FakeTask => {
    const task = tasks.get(id)
    if (task === undefined) throw new ProtocolFault(404, 'not_found', `there is no task ${id}`)
    return task
  }
  const check = (request: ProtocolRequest): void => {
    const missing = Object.keys(mapping.headers ?? {}).find(
      (name) => request.headers[name.toLowerCase()] !== mapping.headers?.[name],
    )
    if (missing !== undefined)
      throw new ProtocolFault(400, 'invalid_request', `the header ${missing} is missing or wrong`)
    const refusal = desk.refusal(request.key, request.raw && { ...request, ...request.raw })
    if (refusal !== undefined) throw new ProtocolFault(401, 'unauthorized', refusal)
  }
  const tell = (task: FakeTask): BackendTask => toldTask(task, parts)
  const tellOf = (task: FakeTask): Promise<number | undefined> | undefined => {
    const [told, operation] = [tell(task), mapping.operations[task.kind]]
    const { webhook } = task
    const runs = told.state === 'queued' || told.state === 'processing'
    if (mapping.webhooks === undefined || operation === undefined || webhook === undefined || runs) return undefined
    delete task.webhook
    return webhooks?.send(webhook, renderWebhook(mapping.webhooks, operation, { ...told, baseUrl: parts.baseUrl() }))
  }
  /** What makes tasks whose submits name no model: the upstream has one. */
  const unnamed = new Set(
    byKind(mapping.operations).flatMap(([kind, operation]) => (namesModel(operation) ? [] : [kind])),
  )
  const handle = createProtocolServer(mapping, {
    model: (named, [kind = 'video']) =>
      known?.includes(named) === false ? undefined : { id: named, ...knownModel(named, kind) },
    defaultModel: (kinds) => (kinds.some((kind) => unnamed.has(kind)) ? (known?.[0] ?? 'any') : undefined),
    async submit({ id: model, facts: { kind } }, parameters, request, { webhook: target }) {
      check(request)
      const isTold = target !== undefined && (await webhooks?.accepts(target)) === true
      const task: FakeTask = {
        ...{ id: newId(), kind, model, parameters, path: request.path },
        ...{ submitted: now(), cancelled: false },
      }
      if (isTold) task.webhook = target
      const operation = mapping.operations[kind]
      const folder = operation && resultsFolderIn(operation, request.body ?? {})
      if (folder !== undefined) task.folder = `${folder}/${task.id}`
      tasks.set(task.id, task)
      const told = tell(task)
      return operation?.id === undefined ? { ...told, ...resultOf(task, parts) } : told
    },
    async query(id, request) {
      check(request)
      return tell(find(id))
    },
    async cancel(id, request) {
      check(request)
      const task = find(id)
      const { then, status, body, error } = cancelRule(mapping.cancelRules, tell(task).state)
      if (then === 'cancelled') task.cancelled = true
      if (then === 'removed') tasks.delete(id)
      if (error !== undefined) throw new ProtocolFault(status, error.code, error.message)
      return body === undefined ? tell(task) : { status, body }
    },
    async page(kinds, { limit, skip, after }, request) {
      check(request)
      // Where there are several lists, each has what was submitted at its own path.
      const isListed = ({ kind, path }: FakeTask): boolean =>
        kinds.includes(kind) && ((mapping.operations[kind]?.history?.paths.length ?? 1) === 1 || path === request.path)
      const newest = [...tasks.values()].filter(isListed).toReversed()
      const from = skip + (after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1)
      const page = newest.slice(from, from + limit)
      return { tasks: page.map(tell), more: from + limit < newest.length }
    },
    async probe(request) {
      check(request)
    },
    async models(request) {
      const { modelProbe } = mapping
      // Another host of the vendor is asked without the key.
      if (modelProbe === undefined || !('origin' in modelProbe)) check(request)
      return known
    },
    async values(list, request) {
      check(request)
      return parts.lists?.[list] ?? []
    },
    ...(webhooks === undefined
      ? {}
      : {
          async webhookSecret(request: ProtocolRequest) {
            check(request)
            return webhooks.secret
          },
        }),
    async upload(file, request) {
      check(request)
      uploads.push(file)
      return parts.uploadUrl(uploads.length)
    },
  })
  return {
    handle,
    refusalOfFile: ({ kind }, key) =>
      mapping.operations[kind]?.answer.results.some((result) => result.kind === 'url' && result.withKey === true) ===
      true
        ? desk.refusal(key)
        : undefined,
    objectAt(raw) {
      const place = decodeURIComponent(raw.target.split('?', 1)[0] ?? '')
      const task = [...tasks.values()].find(
        ({ folder, kind }) =>
          folder !== undefined && place === `${folder.slice('s3:/'.length)}${objectFile(mapping, kind)}`,
      )
      const carried = raw.headers['authorization']?.replace(/^Bearer /, '')
      return task && { task, refusal: desk.refusal(carried, raw, 's3') }
    },
    exchange(form, authorization) {
      try {
        return { status: 200, body: desk.exchange(form, authorization) }
      } catch (error) {
        if (!(error instanceof ProtocolFault)) throw error
        return { status: error.status, body: { error: error.code, error_description: error.message } }
      }
    },
    tell() {
      return Promise.all([...tasks.values()].map((task) => tellOf(task)).filter((told) => told !== undefined))
    },
    webhookSecret: webhooks?.secret,
    get keySet() {
      return webhooks?.keySet ?? {}
    },
    uploads,
    get tasks() {
      return [...tasks.values()]
    },
  }
}

/** The operator's ID of a model may be any: what it does not know makes what its path makes, and takes any parameter. */
function knownModel(named: string, kind: TaskKind): Pick<ProtocolModel, 'facts' | 'defaultsFor'> {
  const last = named.split('/').at(-1) ?? named
  const known = [named, last].find((id) => Object.hasOwn(models, id))
  const facts = known === undefined ? undefined : models[known]
  return {
    facts: facts ?? { kind, open: true, parameters: {} },
    defaultsFor: (parameters) => (known === undefined ? {} : conditionalDefaults(known, parameters)),
  }
}

/** The file below the folder of a result in a bucket. */
function objectFile({ operations }: Mapping, kind: TaskKind): string {
  const result = operations[kind]?.answer.results.find((one) => one.kind === 'object')
  if (result?.kind !== 'object') return ''
  return result.file === '' ? '/sample.mp4' : result.file
}

function toldTask(task: FakeTask, parts: FakeParts): BackendTask {
  const { now, duration } = parts
  const { id, kind, model, parameters, submitted } = task
  const passed = duration <= 0 ? 1 : Math.min(1, (now() - submitted) / duration)
  const prompt = typeof parameters['prompt'] === 'string' ? parameters['prompt'] : ''
  const fails = failing.exec(prompt)
  const state = stateOf(task, passed, fails !== null)
  const base = { id, kind, model, parameters, created: Math.floor(submitted / 1000), state, progress: passed }
  if (state === 'failed') return { ...base, message: fails?.[1] ?? 'the fake was asked to fail' }
  const seconds = parameters['duration']
  const length = typeof seconds === 'number' ? { seconds } : {}
  return state === 'completed' ? { ...base, ...length, ...resultOf(task, parts) } : base
}

function resultOf({ id, kind, folder }: FakeTask, { resultUrl }: FakeParts) {
  const { bytes, contentType } = fakeFile(kind)
  return { state: 'completed', url: folder ?? resultUrl(id), base64: bytes.toString('base64'), contentType } as const
}

function stateOf({ cancelled }: FakeTask, passed: number, fails: boolean): UpstreamState {
  if (cancelled) return 'cancelled'
  if (passed < 0.2) return 'queued'
  if (passed < 1) return 'processing'
  return fails ? 'failed' : 'completed'
}

import type { FastifyRequest } from 'fastify'
import { renderError, type Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { hashApiKey } from '../../admit/accounts/api-key.js'
import type { Clock } from '../../base/clock.js'
import { canonicalJson } from '../../base/json.js'
import { microCreditsOf } from '../../domain/money/credits.js'
import type { ReadBody } from '../http/body.js'
import type { Caller, CallerCache } from '../../admit/callers.js'
import { checkBudgets } from '../../admit/over-budget.js'
import { checkQuota } from '../../admit/quota.js'
import type { BudgetStore } from '../../keep/store/budget-store.js'
import type { KeyStore } from '../../keep/store/key-store.js'
import { originOf } from '../http/origin.js'
import { Problem } from '../../admit/problem.js'
import { plainHeaders } from '../http/plain-headers.js'
import type { Protocols } from '../../settings/protocols.js'
import type { VendorModels } from '../../settings/settings.js'
import { keyOf, readBody } from '../protocol/read-request.js'
import { ProtocolFault, type ProtocolAnswer, type ProtocolRequest } from '../protocol/backend.js'
import { submitHeaders } from '../protocol/routes.js'
import { createProtocolServer } from '../protocol/server.js'
import type { FileStore } from '../../domain/files/file-store.js'
import type { TaskStore } from '../../keep/store/task-store.js'
import type { UrlSigner } from '../../keep/results/url-signer.js'
import { uploadUrl } from '../http/routes/uploads.js'
import { requestDigest, type Attempts } from './attempts.js'
import { repeatCount } from './repeats.js'
import { withCarriedFiles, type FileReferences } from './carried-files.js'
import type { OwnApi } from './own-api.js'
import {
  serviceBackend,
  type CarryFiles,
  type CheckLimits,
  type DetailsOf,
  type RemoveResult,
  type SubmitOnce,
} from './service-backend.js'

export type NativeRequest = FastifyRequest<{ Params: { protocol?: string; '*': string } }>
export type NativeCallers = Pick<CallerCache, 'known' | 'find'>

/** What the native APIs need of the service. */
export interface NativeParts {
  /** Where the service is reached from outside; undefined: by the Host of each request. */
  publicUrl: string | undefined
  /** The protocols that are spoken here. */
  protocols: Protocols
  /** What clients call models besides their Model IDs. */
  vendorModels: VendorModels
  clock: Pick<Clock, 'delay' | 'elapsed' | 'now'>
  readBody: ReadBody
  callers: NativeCallers
  uploads: FileReferences['uploads']
  /** Defined where requests may name assets. */
  assets: unknown
  signer: UrlSigner
  tasks: Pick<TaskStore, 'details' | 'find' | 'forgetResult'>
  attempts: Attempts
  keys: Pick<KeyStore, 'quotaUsed'>
  budgets: Pick<BudgetStore, 'budgets'>
  files: Pick<FileStore, 'remove'>
  /** How long results are kept, in milliseconds; undefined: as long as tasks. */
  keep: number | undefined
}

/** The API of one protocol. */
export interface NativeApi {
  /** The answer to a request that is not from a caller of this service; undefined when it is. */
  refusalOf(request: NativeRequest): Promise<ProtocolAnswer | undefined>
  /** `delivered` resolves with whether the answer left whole: see `Attempts`. */
  handle(request: NativeRequest, delivered: Promise<boolean>): Promise<ProtocolAnswer>
}

/** Opens the API of a protocol below a path, where its requests become requests to the service's own. */
export function openNativeApi(mapping: Mapping, prefix: string, own: OwnApi, parts: NativeParts): NativeApi {
  const { callers, uploads, signer, assets } = parts
  const marks = submitHeaders(mapping)
  const callerOf = async ({ key = '' }: ProtocolRequest): Promise<Caller> => {
    const hash = hashApiKey(key)
    return callers.known(hash) ?? (await callers.find(hash))
  }
  const accountOf = async (request: ProtocolRequest): Promise<string> => (await callerOf(request)).account.id
  const checkLimits: CheckLimits = async (credits, asked) => {
    const caller = await callerOf(asked)
    const amount = microCreditsOf(credits) ?? 0
    try {
      await checkQuota(caller.key, amount, parts)
      await checkBudgets(caller, amount, parts)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const { status, detail, extra } = error
      throw new ProtocolFault(status, `http_${status}`, detail, extra.headers)
    }
  }
  const carry: CarryFiles = async (model, parameters, asked, validate) => {
    const { baseUrl, headers } = asked
    const urlOf: FileReferences['urlOf'] = (asset) => uploadUrl(asset, baseUrl.slice(0, -prefix.length), signer)
    const sender = { account: await accountOf(asked), requestId: headers['x-request-id'] ?? '', validate }
    return withCarriedFiles(model, parameters, sender, { uploads, assetsNamed: assets !== undefined, urlOf })
  }
  const removeResult: RemoveResult = async (id, asked) => {
    const { result } = (await parts.tasks.find(await accountOf(asked), id)) ?? {}
    for (const { file } of result === undefined ? [] : [result, ...(result.others ?? [])])
      await parts.files.remove(file)
    await parts.tasks.forgetResult(id)
  }
  const detailsOf: DetailsOf = async (ids, parameters, asked) => {
    const { keep } = parts
    const seconds = (time: number): number => Math.floor(time / 1000)
    const found = await parts.tasks.details(await accountOf(asked), ids, parameters)
    return (id) => {
      const { ended, parameters: given } = found.get(id) ?? {}
      return {
        ...(given === undefined ? {} : { parameters: given }),
        ...(ended === undefined ? {} : { completed: seconds(ended) }),
        ...(ended === undefined || keep === undefined ? {} : { expires: seconds(ended + keep) }),
      }
    }
  }
  const once: SubmitOnce = async (asked, submit, found) => {
    const { delivered, headers, key = '', method, path, query, body = {} } = asked
    if (delivered === undefined || headers['idempotency-key'] !== undefined) return submit(undefined)
    // Where a header names the model, equal bodies are different requests. Other headers, as one that counts repeats, tell nothing.
    const told = marks.map((name) => headers[name] ?? '')
    const sent = [method, path, query.toString(), canonicalJson(body), ...told]
    const request = requestDigest(hashApiKey(key), prefix, ...sent)
    const count = repeatCount(headers)
    return parts.attempts.run({ account: await accountOf(asked), request, count, delivered }, submit, found)
  }
  const handle = createProtocolServer(
    mapping,
    serviceBackend(mapping, own, { ...parts, carry, checkLimits, once, removeResult, detailsOf }),
  )
  return {
    async refusalOf(request) {
      const problem = await problemOf(request, mapping, parts.callers)
      if (problem === undefined) return undefined
      const { status, detail } = problem
      return { status, body: renderError(mapping, status, detail, `http_${status}`) }
    },
    handle: (request, delivered) => handleRequest({ mapping, prefix, handle }, request, delivered, parts),
  }
}

/** Why a request is not from a caller of this service; undefined when it is. */
async function problemOf(
  request: NativeRequest,
  mapping: Mapping,
  callers: NativeCallers,
): Promise<Problem | undefined> {
  const key = keyOf(mapping, plainHeaders(request.headers))
  if (key === undefined) return new Problem('key-missing', 'send your key as the clients of this protocol send it')
  const hash = hashApiKey(key)
  try {
    if (callers.known(hash) === null) await callers.find(hash)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

function queryOf({ url }: NativeRequest): URLSearchParams {
  return new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '')
}

async function handleRequest(
  { mapping, prefix, handle }: { mapping: Mapping; prefix: string; handle: ReturnType<typeof createProtocolServer> },
  request: NativeRequest,
  delivered: Promise<boolean>,
  { publicUrl }: NativeParts,
): Promise<ProtocolAnswer> {
  const origin = originOf(request, publicUrl)
  const headers = { ...plainHeaders(request.headers), 'x-request-id': request.id }
  try {
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    const path = request.url.split('?', 1)[0] ?? ''
    return await handle({
      method: request.method,
      path: path.slice(path.indexOf(prefix) + prefix.length),
      query: queryOf(request),
      baseUrl: `${origin}${prefix}`,
      key: keyOf(mapping, headers),
      body: await readBody(bytes, request.headers['content-type'] ?? ''),
      headers,
      delivered,
    })
  } catch (error) {
    if (error instanceof Problem)
      return { status: error.status, body: renderError(mapping, error.status, error.detail, `http_${error.status}`) }
    if (!(error instanceof SyntaxError)) throw error
    return {
      status: 400,
      body: renderError(mapping, 400, `the body cannot be read: ${error.message}`, 'invalid_request'),
    }
  }
}

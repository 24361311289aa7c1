import type { JsonValue } from '../catalogue.js'
import { isObject } from '../load/resolve.js'
import type { Spec } from '../load/spec.js'
import type { Proof, UpstreamState } from './interpreter/mapping.js'

/** `spec/upstreams/<protocol>.json` as it is written; `spec/meta/upstream.schema.json` describes each member. */
export interface UpstreamSource {
  protocol: string
  title: string
  description: string
  sources: { [name: string]: PackageSource | DocumentSource }
  baseUrl: string
  authentication: Sourced & { in: 'header' | 'query'; name: string; prefix?: string }
  idempotency?: Sourced & { header: string }
  deadline: Sourced & { seconds: number }
  poll: Sourced & { seconds: number }
  probe?: Sourced & { path: string; accepted: number[] }
  webhooks?: Sourced & { text: string }
  rateHeaders?: Sourced & { text: string }
  operations: { video?: OperationSource; image?: OperationSource }
  errors: {
    message: string[]
    code: string[]
    inside?: Sourced & { at: string; unless?: JsonValue[] }
    proofs: (Sourced & { status: string; codes?: string[]; proves: Proof['proves']; means?: string })[]
  }
  disagreements?: { topic: string; between: string[]; follows: string }[]
}

export interface PackageSource {
  package: string
  version: string
}
export interface DocumentSource {
  document: string
  url: string
}

interface Sourced {
  source: string
}

export interface OperationSource {
  submit: Sourced & {
    method: 'POST' | 'PUT'
    path: string
    headers?: { [name: string]: string }
    encoding?: 'json' | 'form'
  }
  rows: RowSourceEntry[]
  drops?: (Sourced & { parameter: string; values?: JsonValue[]; when?: ConditionSource[]; reason: string })[]
  needs?: { [parameter: string]: Sourced & { reason: string } }
  lacks?: { [parameter: string]: Sourced & { reason: string } }
  id?: string
  queryId?: string
  query?: RequestSource
  cancel?: RequestSource
  status?: Sourced & { at: string; states: { [word: string]: UpstreamState } }
  progress?: Sourced & { at: string; of: number }
  results: ResultSource[]
  message: string[]
  code: string[]
  seconds?: string
  usage?: (Sourced & { at: string; unit: string })[]
  told?: (Sourced & {
    at: string
    in: 'submit' | 'query' | 'both'
    link?: { path: string }
    constant?: JsonValue
    fact?: 'id' | 'model' | 'created'
  })[]
}

export interface RequestSource extends Sourced {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
}

export interface ResultSource extends Sourced {
  url?: string
  list?: boolean
  base64?: string
  contentType?: string
  content?: string
  query?: string
  results?: ResultSource[]
  message?: string[]
  pending?: { status: number; body: JsonValue }
}

export interface RowSourceEntry extends Sourced {
  to: string
  from?: string
  each?: string
  join?: string[]
  model?: true
  constant?: JsonValue
  when?: ConditionSource[]
  template?: JsonValue
  as?: 'string'
  values?: { [ours: string]: JsonValue }
  accepts?: JsonValue[]
  minimum?: number
  maximum?: number
  maximumItems?: number
  maximumLength?: number
  forms?: ('url' | 'data')[]
  oneWay?: string
}

export interface ConditionSource {
  given?: string[]
  absent?: string[]
  parameter?: string
  among?: JsonValue[]
  model?: string[]
  exceptModel?: string[]
}

const upstreamPath = /^upstreams\/([^/]+)\.json$/

/** The protocol that a path below `spec/` says, or undefined when it is not an upstream file. */
export function protocolOf(path: string): string | undefined {
  return upstreamPath.exec(path)?.[1]
}

/** Every upstream file whose form is right, in the order of protocols. Form mistakes are reported by the meta-schema. */
export function upstreamSources(
  spec: Spec,
  isWellFormed: (path: string, value: JsonValue) => boolean,
): { path: string; source: UpstreamSource }[] {
  const accepted = (path: string, value: JsonValue | undefined): value is JsonValue & UpstreamSource =>
    isObject(value) && isWellFormed(path, value)
  return [...spec.files.values()].flatMap(({ path, value }) =>
    protocolOf(path) !== undefined && accepted(path, value) ? [{ path, source: value }] : [],
  )
}

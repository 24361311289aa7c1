// Made from spec/meta by json-schema-to-typescript (npm run spec:types); not edited by hand.
import type { JsonValue } from '../../catalogue.js'

export interface UpstreamFile {
  $schema?: string
  $comment?: UpstreamComment
  protocol: string
  title: string
  description: string
  sources: {
    [k: string]:
      | {
          package: string
          version: string
        }
      | {
          document: string
          url: string
        }
  }
  baseUrl: string
  authentication: {
    in: 'header'
    name: string
    prefix?: string
    token?:
      | {
          by: 'jwt-hs256'
          seconds: number
          backdateSeconds?: number
        }
      | {
          by: 'google-service-account'
          scope: string
        }
      | {
          by: 'oauth-client'
          url: string
          scope?: string
          clientIn?: 'header' | 'body'
          clientHeader?: UpstreamHeaderName
        }
      | {
          by: 'aws-sigv4'
          service: UpstreamSignedService
        }
      | {
          by: 'tc3-hmac-sha256'
          service: UpstreamSignedService
          region?: UpstreamSignedRegion
        }
      | {
          by: 'hmac-sha256-v4'
          service: UpstreamSignedService
          region: UpstreamSignedRegion
        }
    source: UpstreamSource
  }
  headers?: {
    [k: string]: string
  }
  idempotency?: {
    header: string
    keptSeconds: number
    source: UpstreamSource
  }
  deadline: {
    seconds: number
    source: UpstreamSource
  }
  poll: {
    seconds: number
    source: UpstreamSource
  }
  probe?: {
    path: UpstreamPath
    accepted: number[]
    source: UpstreamSource
  }
  modelProbe?: {
    path?: UpstreamPath
    url?: string
    names?: UpstreamPointer
    omits?: string
    told?: {
      at: UpstreamPointer
      constant: JsonValue
    }[]
    except?: {
      prefix: string
      reason: string
    }[]
    untestable?: string
    source: UpstreamSource
  }
  valueLists?: {
    [k: string]: {
      path: UpstreamPath
      values: UpstreamPointer
      next?: {
        parameter: string
        at: UpstreamPointer
      }
      source: UpstreamSource
    }
  }
  webhooks?: {
    body?: UpstreamPointer
    query?: string
    with?: {
      to: UpstreamPointer
      constant: JsonValue
    }[]
    signature?: {
      algorithm: 'hmac-sha256' | 'hmac-sha512' | 'ed25519'
      header: UpstreamHeaderName
      separator?: string
      prefix?: string
      encoding: 'hex' | 'base64'
      headers?: {
        [k: string]: UpstreamHeaderName
      }
      signed: string
      time?: {
        header?: UpstreamHeaderName
        separator?: string
        prefix?: string
        member?: UpstreamPointer
        unit: 'seconds' | 'milliseconds' | 'rfc3339'
        toleranceSeconds: number
      }
      key:
        | {
            by: 'request'
            path: UpstreamPath
            at: UpstreamPointer
            prefix?: UpstreamKeyPrefix
            encoding: UpstreamKeyEncoding
          }
        | {
            by: 'setting'
            prefix?: UpstreamKeyPrefix
            encoding: UpstreamKeyEncoding
          }
        | {
            by: 'key-set'
            url: string
          }
    }
    challenge?: UpstreamPointer
    told?: {
      at: UpstreamPointer
      fact: 'id' | 'model' | 'created'
    }[]
    source: UpstreamSource
  }
  rateLimits?: {
    text?: string
    headers?: {
      limit?: UpstreamHeaderName
      remaining: UpstreamHeaderName
      reset: UpstreamHeaderName
      resetAs: 'duration' | 'epoch-seconds' | 'epoch-milliseconds'
    }
    retryAfter?: UpstreamPointer
    source: UpstreamSource
  }
  upload?: {
    method: 'POST' | 'PUT'
    path: UpstreamPath
    field?: string
    reference: UpstreamPointer
    source: UpstreamSource
  }
  operations: {
    video?: UpstreamOperation
    image?: UpstreamOperation
    audio?: UpstreamOperation
    mesh?: UpstreamOperation
  }
  errors: {
    message: UpstreamPointers
    code: UpstreamPointers
    codeHeader?: UpstreamHeaderName
    status?: UpstreamPointer
    parameter?: UpstreamPointer
    inside?: {
      at: UpstreamPointer
      unless?: JsonValue[]
      source: UpstreamSource
    }
    proofs: {
      status: string
      codes?: string[]
      says?: string[]
      proves: 'rejected' | 'busy' | 'credentials' | 'payment' | 'may-exist' | 'unknown-model'
      means?: string
      source: UpstreamSource
    }[]
  }
  cancelRules?: {
    queued: UpstreamCancelRule
    processing: UpstreamCancelRule
    ended: UpstreamCancelRule
    cancelled: UpstreamCancelRule
    source: UpstreamSource
  }
  disagreements?: {
    topic: string
    between: UpstreamSource[]
    follows: string
  }[]
}
export interface UpstreamOperation {
  $comment?: UpstreamComment
  submit: {
    method: 'POST' | 'PUT'
    path: UpstreamPath
    paths?: UpstreamSubmitPaths
    headers?: UpstreamFixedHeaders
    encoding?: UpstreamEncoding
    status?: number
    ignored?: UpstreamPointer[]
    implied?: {
      at: UpstreamPointer
      is: JsonValue[]
    }[]
    source: UpstreamSource
  }
  rows: UpstreamRow[]
  drops?: {
    parameter: string
    values?: JsonValue[]
    when?: UpstreamWhen
    reason: string
    source: UpstreamSource
  }[]
  needs?: {
    [k: string]: {
      reason: string
      source: UpstreamSource
    }
  }
  lacks?: {
    [k: string]: {
      reason: string
      source: UpstreamSource
    }
  }
  id?: UpstreamPointer
  idForm?: string
  queryId?: UpstreamPointer
  query?: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    path: UpstreamPath
    paths?: UpstreamOtherPaths
    at?: UpstreamPointer
    hosts?: string[]
    headers?: UpstreamFixedHeaders
    body?: UpstreamRequestBody
    source: UpstreamSource
  }
  list?: {
    path: UpstreamPath
    filter: string
    limit: number
    items: UpstreamPointer
    within?: UpstreamPointer
    source: UpstreamSource
  }
  history?: {
    paths: UpstreamPath[]
    items: UpstreamPointer
    within?: UpstreamPointer
    created: {
      at: UpstreamPointer
      as: 'seconds' | 'milliseconds' | 'date'
    }
    size?: {
      parameter: string
      most: number
    }
    next: {
      by: 'page' | 'offset' | 'last' | 'url'
      parameter: string
      at?: UpstreamPointer
      more?: UpstreamPointer
    }
    source: UpstreamSource
  }
  served?: {
    list?: {
      implied?: {
        [k: string]: string
      }
      told: {
        at: UpstreamPointer
        constant?: JsonValue
        fact?: 'first' | 'last'
      }[]
    }
    remove?: {
      method: 'POST' | 'DELETE'
      path: UpstreamPath
      answer: UpstreamRequestBody
      source: UpstreamSource
    }
  }
  cancel?: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    path: UpstreamPath
    headers?: UpstreamFixedHeaders
    body?: UpstreamRequestBody
    from?: {
      words: UpstreamWords
      source: UpstreamSource
    }
    proves?: {
      answer?: {
        at: UpstreamPointer
        words: UpstreamWords
      }
      query?: UpstreamWords
      source: UpstreamSource
    }
    source: UpstreamSource
  }
  status?: {
    at: UpstreamPointer
    states: {
      [k: string]: UpstreamState
    }
    as?: 'number' | 'boolean'
    absent?: UpstreamState
    cases?: {
      when: {
        at: UpstreamPointer
        is?: JsonValue[]
        present?: boolean
      }[]
      means: UpstreamState
    }[]
    source: UpstreamSource
  }
  progress?: {
    at: UpstreamPointer
    of: number
    source: UpstreamSource
  }
  results: UpstreamResults
  message: UpstreamPointers
  code: UpstreamPointers
  seconds?: UpstreamPointer
  secondsAs?: 'string'
  usage?: {
    at: UpstreamPointer
    unit: string
    source: UpstreamSource
  }[]
  told?: {
    at: UpstreamPointer
    in: 'submit' | 'query' | 'both'
    link?: {
      path: UpstreamPath
    }
    constant?: JsonValue
    fact?: 'id' | 'model' | 'created' | 'completed' | 'expires'
    sent?: UpstreamPointer
    source: UpstreamSource
  }[]
}
export interface UpstreamCondition {
  given?: string[]
  absent?: string[]
  parameter?: string
  among?: JsonValue[]
  model?: string[]
  exceptModel?: string[]
}
export interface UpstreamFixedHeaders {
  [k: string]: string
}
export interface UpstreamRow {
  $comment?: UpstreamComment
  to: UpstreamPointer
  from?: string
  quantity?: 'outputs'
  each?: string
  join?: string[]
  model?: true
  resultsFolder?: true
  constant?: JsonValue
  when?: UpstreamWhen
  template?: JsonValue
  as?: 'string' | 'uploaded' | 'file'
  values?: {
    [k: string]: JsonValue
  }
  accepts?: JsonValue[]
  minimum?: number
  maximum?: number
  maximumItems?: number
  maximumLength?: number
  forms?: ('url' | 'data')[]
  also?: UpstreamPointer[]
  oneWay?: string
  source: UpstreamSource
}
export interface UpstreamResult {
  url?: UpstreamPointer
  list?: boolean
  withKey?: true
  body?: true
  base64?: UpstreamPointer
  contentType?:
    | 'video/mp4'
    | 'video/quicktime'
    | 'video/webm'
    | 'image/png'
    | 'image/jpeg'
    | 'image/webp'
    | 'image/gif'
    | 'audio/mpeg'
    | 'audio/wav'
    | 'model/gltf-binary'
  asked?: {
    at: UpstreamPointer
    is: JsonValue
    model?: string[]
  }
  object?: UpstreamPointer
  file?: string
  content?: UpstreamPath
  query?: UpstreamPath
  results?: UpstreamResults
  message?: UpstreamPointers
  usage?: {
    header: string
    unit: string
    source: UpstreamSource
  }
  pending?: {
    status: number
    body: JsonValue
  }
  source: UpstreamSource
}
export interface UpstreamCancelRule {
  then: 'cancelled' | 'goes-on' | 'removed' | 'refused'
  status?: number
  body?: JsonValue
  error?: {
    code: string
    message: string
  }
}
export interface UpstreamRemark {
  text: string
  source: UpstreamSource
}
export interface UpstreamRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: UpstreamPath
  source: UpstreamSource
}
export type UpstreamComment = string
export type UpstreamHeaderName = string
export type UpstreamSignedService = string
export type UpstreamSignedRegion = string
export type UpstreamSource = string
export type UpstreamPath = string
export type UpstreamPointer = string
export type UpstreamKeyPrefix = string
export type UpstreamKeyEncoding = 'text' | 'hex' | 'base64'
export type UpstreamWhen = UpstreamCondition[]
export type UpstreamSubmitPaths = {
  when: UpstreamWhen
  path: UpstreamPath
  encoding?: 'json' | 'form'
}[]
export type UpstreamEncoding = 'json' | 'form'
export type UpstreamOtherPaths = {
  when: UpstreamWhen
  path: UpstreamPath
}[]
export type UpstreamRequestBody = {
  to: UpstreamPointer
  fact?: 'id' | 'model'
  constant?: JsonValue
}[]
export type UpstreamWords = string[]
export type UpstreamState = 'queued' | 'processing' | 'completed' | 'failed' | 'expired' | 'cancelled' | 'unknown'
export type UpstreamPointers = UpstreamPointer[]
export type UpstreamResults = UpstreamResult[]

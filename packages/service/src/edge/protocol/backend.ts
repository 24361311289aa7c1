import type { Json, JsonObject, ModelFacts, UpstreamState } from '@model-tasks/documents/upstreams/interpreter'
import type { TaskKind } from '../../domain/task/record.js'

/** A request of a vendor's client, below the base URL. */
export interface ProtocolRequest {
  method: string
  path: string
  query: URLSearchParams
  /** What links in answers are put behind. */
  baseUrl: string
  /** The key as the protocol carries it; undefined when there is none. */
  key: string | undefined
  body: JsonObject | undefined
  headers: Readonly<Record<string, string | undefined>>
  /** Resolves with whether its answer left over the caller's connection whole, and said what came of it. Absent: that is not known. */
  delivered?: Promise<boolean>
  /** As it came, for a backend that checks signatures over it: the path with the query, and the body. */
  raw?: { target: string; bytes: Uint8Array }
}

/** The answer to it. `redirect`: where the file is. `file`: the answer is the file, and no JSON. */
export interface ProtocolAnswer {
  status: number
  body?: Json
  file?: { contentType: string; bytes: Buffer }
  headers?: Readonly<Record<string, string>>
  redirect?: string
  /** The kind of the service's problem that it tells of; absent: of none. */
  problem?: string
}

/** A task as a backend knows it. */
export interface BackendTask {
  id: string
  kind: TaskKind
  model: string
  /** Unix time in seconds. */
  created: number
  state: UpstreamState
  progress?: number
  /** When it was completed, and until when its files are kept, as Unix times in seconds. */
  completed?: number
  expires?: number
  url?: string
  /** The file itself, for a protocol that answers with it, and its media type. */
  base64?: string
  /** The other files, where it made several. */
  others?: readonly { url?: string; base64?: string }[]
  contentType?: string
  message?: string
  /** In one word, why it failed, where the protocol has a place for that. */
  code?: string
  seconds?: number
  /** What it was asked for: at least those parameters of which the protocol's answers tell, where they were given. */
  parameters?: JsonObject
}

/** A model as a backend knows it. */
export interface ProtocolModel {
  id: string
  facts: ModelFacts
  /** What parameters are that a request leaves out, where that depends on the request. */
  defaultsFor: (parameters: JsonObject) => JsonObject
}

/** What a submit asks for besides the task. */
export interface WantedAnswer {
  /** Where the caller wants to be told of the task, where the backend has a secret for webhooks. */
  webhook?: string
  /** The answer has the file itself. */
  file: boolean
}

/** Which tasks of a list a page has: those behind the task `after` and behind as many as are skipped. */
export interface PagePlace {
  limit: number
  skip: number
  after?: string
}

/** What stands behind a protocol: a fake's memory, or the tasks of this service. */
export interface ProtocolBackend {
  /** The model that a caller names on a path that makes tasks of these kinds; undefined when there is none of that name. */
  model(named: string, kinds: readonly TaskKind[]): ProtocolModel | undefined
  /** The model of a request that names none on such a path; absent or undefined: there is none. */
  defaultModel?(kinds: readonly TaskKind[]): string | undefined
  submit(
    model: ProtocolModel,
    parameters: JsonObject,
    request: ProtocolRequest,
    wanted: WantedAnswer,
  ): Promise<BackendTask>
  query(id: string, request: ProtocolRequest): Promise<BackendTask>
  /** Answers the task, or what the vendor answers in its place. */
  cancel(id: string, request: ProtocolRequest): Promise<BackendTask | ProtocolAnswer>
  /** The account's tasks of these kinds, newest first. Absent: none are listed. */
  page?(
    kinds: readonly TaskKind[],
    place: PagePlace,
    request: ProtocolRequest,
  ): Promise<{ tasks: BackendTask[]; more: boolean }>
  /** Removes a task with its files: one that runs is cancelled first. Rejects where it goes on. Absent: none is removed. */
  remove?(id: string, request: ProtocolRequest): Promise<{ model: string }>
  probe(request: ProtocolRequest): Promise<void>
  /** The IDs of the models that a caller can use; undefined: any. */
  models(request: ProtocolRequest): Promise<readonly string[] | undefined>
  /** The values of a list. Absent: no lists are answered. */
  values?(list: string, request: ProtocolRequest): Promise<readonly string[]>
  /** What signatures of webhooks are checked with; undefined where they are not signed. Absent: callers are not told by webhooks. */
  webhookSecret?(request: ProtocolRequest): Promise<string | undefined>
  /** Takes a file as a data URI. Answers what names it in a submit. */
  upload(file: string, request: ProtocolRequest): Promise<string>
}

/** An error that is answered in the protocol's own shape. */
export class ProtocolFault extends Error {
  override readonly name = 'ProtocolFault'
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** The kind of the service's problem that it stands for; absent: of none. */
    readonly problem?: string,
    /** The member of the request's body that is wrong, in the words of the protocol; absent: it is not known, or there are several. */
    readonly parameter?: string,
  ) {
    super(message)
  }
}

/** What is wrong with a parameter, in the words of the service's own API. */
export interface WrongParameter {
  parameter: string
  message: string
}

/** A request whose parameters the service rejects. */
export class ParametersFault extends ProtocolFault {
  constructor(
    { status, code, message, headers, problem }: ProtocolFault,
    readonly wrong: readonly WrongParameter[],
  ) {
    super(status, code, message, headers, problem)
  }
}

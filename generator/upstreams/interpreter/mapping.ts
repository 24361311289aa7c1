import type { ValueListSource } from './value-lists.js'
import type { Json, Path } from './json.js'
import type { BodyMember, PathPart, Request } from './request-line.js'
import type { RateLimits } from './rate-limits.js'
import type { Result } from './result.js'
import type { History } from './history.js'
import type { Served } from './served.js'
import type { StatusFacts } from './status.js'
import type { TokenRecipe } from './token-recipe.js'

/** What tasks make. */
export type TaskKind = 'video' | 'image' | 'audio' | 'mesh'

/** An upstream protocol as the generator compiles it from `spec/upstreams`: nothing in it is left to be resolved. */
export interface Mapping {
  protocol: string
  title: string
  /** The vendor's own base URL. An operator may set another. */
  baseUrl: string
  authentication: Authentication
  /** Fixed headers of every request below the base URL; absent where there are none. */
  headers?: { [name: string]: string }
  /** Seconds after which a task that has not ended is given up. */
  deadlineSeconds: number
  /** Recommended seconds between two queries of one task. */
  pollSeconds: number
  /** Uploads a file, for rows that are `uploaded`. */
  upload?: Upload
  operations: { [kind in TaskKind]?: Operation }
  errors: ErrorFacts
  /** A GET that proves the key and costs nothing; absent where the protocol has none. */
  probe?: Probe
  /** A GET that tells whether the upstream knows a model and costs nothing, or why there is none; absent where nothing is known of it. */
  modelProbe?: ModelProbe | { untestable: string }
  /** How the upstream tells of its limits on requests; absent where it only answers 429. */
  rateLimits?: RateLimits
  /** Lists of values that the upstream adds to, by the names that models have for them. */
  valueLists?: { [name: string]: ValueListSource }
  /** How the upstream tells by itself that a task has changed; absent where it does not. */
  webhooks?: Webhooks
  /** What the upstream does when it is asked to cancel a task, for a fake; absent where nothing is known. */
  cancelRules?: CancelRules
  /** The header that makes a repeated submit harmless, and for how long; absent where the upstream has none. */
  idempotency?: { header: string; keptSeconds: number }
}

/** Where the key goes, and what is made of it first. */
export interface Authentication {
  in: 'header'
  name: string
  prefix: string
  /** Absent: the operator's key itself is sent. */
  token?: TokenRecipe
}

/** The request that uploads a file before the submit names it. */
export interface Upload {
  request: Request
  /** The field of a form that holds the file; absent: the body is the file itself. */
  field?: string
  /** Where the answer has what names the file. */
  reference: Path
}

/** A GET and the HTTP statuses that prove that the upstream accepts the key. */
export interface Probe {
  path: PathPart[]
  accepted: number[]
}

/** How an upstream is asked whether it knows a model. */
export interface ModelProbe {
  /** The host, where it is another of the vendor's; it gets no key. Absent: the path is below the base URL. */
  origin?: string
  path: PathPart[]
  /** Where the answer names models: a list has `-` for every item. Without one the answer tells of the model in the path. */
  names: Path
  /** Models that the answer leaves out although they can be used; absent: a model that is missing is unknown. */
  omits?: string
  /** Other members of the answer; `-` stands for every item of the list. */
  told: { at: Path; value: Json }[]
  /** Model IDs that the answer never names, by what they begin with. */
  except: { prefix: string; reason: string }[]
}

/** How an upstream is asked to tell of a task, and how it does. */
export interface Webhooks {
  /** Where the URL goes in the submit: a place of the body, or a query parameter. */
  url: { in: 'body'; at: Path } | { in: 'query'; name: string }
  /** Members of the body that go with the URL. */
  beside: { to: Path; value: Json }[]
  /** Absent: a webhook is not signed. */
  signature?: WebhookSignature
  /** A member of a first request that the answer must repeat. */
  challenge?: Path
  /** Facts of the task that a fake writes into a webhook; empty: it writes what a query answers. */
  told: { at: Path; fact: TaskFact }[]
}

/** How a webhook is signed. Names of headers are in lower case. */
export interface WebhookSignature {
  algorithm: 'hmac-sha256' | 'hmac-sha512' | 'ed25519'
  in: HeaderPart
  encoding: 'hex' | 'base64'
  signed: SignedPart[]
  /** Absent: a webhook does not say when it was sent. */
  time?: WebhookTime
  key: WebhookKey
}

/** The parts of a header that begin with `prefix`, without it. No `separator`: the header is one part. */
export interface HeaderPart {
  header: string
  separator?: string
  prefix: string
}

/** Fixed text of what is signed, or what stands there. */
export type SignedPart = string | { header: string } | { is: 'body' | 'bodySha256' | 'timestamp' }

/** Where a webhook says when it was sent, and how far that may differ from the time of the service. */
export interface WebhookTime {
  in: HeaderPart | { member: Path }
  unit: 'seconds' | 'milliseconds' | 'rfc3339'
  toleranceSeconds: number
}

/** How the bytes of a key are written. */
export interface KeyForm {
  prefix: string
  encoding: 'text' | 'hex' | 'base64'
}

/** Where the key of webhooks comes from: a request to the upstream, the operator's settings, or a public key set. */
export type WebhookKey =
  | { by: 'request'; path: PathPart[]; at: Path; form: KeyForm }
  | { by: 'setting'; form: KeyForm }
  | { by: 'key-set'; url: string }

/** What a fake or a native API tells of a task. */
export type TaskFact = 'id' | 'model' | 'created'

/** A path in place of another, where all conditions hold. */
export interface OtherPath {
  when: Condition[]
  path: PathPart[]
}

/** Another path of a submit. */
export interface SubmitPath extends OtherPath {
  /** How the body is sent there; absent: as to the other path. */
  encoding?: Operation['encoding']
}

/** The request that tells of a task. */
export interface Query extends Request {
  /** Other paths, by what the task was submitted with: the first whose conditions hold counts. */
  paths?: OtherPath[]
  /** Where the answer to the submit has a URL that is queried in place of the path, and which hosts it may name; `*.` stands for those below one. */
  stated?: { at: Path; hosts: string[] }
  /** Absent: it has none. */
  body?: BodyMember[]
}

/** The request that cancels a task, and what proves that nothing was made and nothing is charged. */
export interface Cancel extends Request {
  /** Absent: it has none. */
  body?: BodyMember[]
  /** The upstream's words for the status in which it may be sent; absent: any. In others it would do something else, such as remove a finished result. */
  from?: string[]
  proves: {
    /** What the answer to the request says then. */
    answer?: { at: Path; words: string[] }
    /** The words for the status that a later query answers then. */
    query: string[]
  }
}

/** What an upstream does with a task that it is asked to cancel, by how the task stands; `ended`: completed, failed or expired. */
export type CancelRules = { [state in 'queued' | 'processing' | 'ended' | 'cancelled']: CancelRule }

/** What becomes of the task, and what is answered: a body, an error in the form of the protocol, or else the task. */
export interface CancelRule {
  then: 'cancelled' | 'goes-on' | 'removed' | 'refused'
  status: number
  body?: Json
  error?: { code: string; message: string }
}

/** How tasks of one kind are made and followed. */
export interface Operation {
  submit: Request
  /** Other paths of the submit: the first whose conditions hold counts. */
  submitPaths: SubmitPath[]
  /** The HTTP status of an accepted submit; absent: 200. Only a fake or a native API answers with it. */
  submitStatus?: number
  /** Members of the body that clients of the vendor send and that ask for nothing: a fake or a native API passes over them. */
  ignored?: Path[]
  /** Members of the body with the values that ask for what is done anyway: a fake or a native API passes over these. */
  implied?: { at: Path; is: Json[] }[]
  /** How the body is sent. */
  encoding: 'json' | 'form'
  rows: Row[]
  /** Values that need not be sent, because the upstream does so anyway. */
  drops: Drop[]
  /** Parameters without which the upstream would choose, at its own price, with the reason. */
  needs: { [parameter: string]: string }
  /** Parameters for which the upstream has nothing, with the reason. */
  lacks: { [parameter: string]: string }
  /** Where the submit's answer has the task's ID; absent where that answer is the result itself. */
  id?: Path
  /** What fakes and native APIs put around an ID, of which paths keep the slashes: the model stands between the parts of `before`. */
  idForm?: { before: string[] }
  query?: Query
  /** Tells of several tasks at a time; absent where the upstream cannot be asked for tasks by their IDs. */
  list?: List
  cancel?: Cancel
  /** Lists every task of the account; absent where the upstream has no such list. */
  history?: History
  /** What clients of the vendor ask for and this service does not: only a native API answers it. */
  served?: Served
  answer: AnswerFacts
  /** Members that clients of the vendor read and this service does not: only a fake or a native API writes them. */
  told: ToldMember[]
}

/** A GET whose answer tells of up to `limit` tasks. */
export interface List {
  path: PathPart[]
  /** The query parameter that takes an ID, repeated for each. */
  filter: string
  limit: number
  items: Path
  /** Where the answer to a query has what an item is; empty: an item is the whole answer. */
  within: Path
}

/** A member of an answer that is only written, never read. */
export interface ToldMember {
  at: Path
  in: 'submit' | 'query' | 'both'
  from:
    | { kind: 'link'; request: Request }
    | { kind: 'constant'; value: Json }
    | { kind: TaskFact | 'completed' | 'expires' }
    /** What a submit of the task has there. */
    | { kind: 'sent'; place: Path }
}

/** One step of building the request body. */
export interface Row {
  to: Path
  from: RowSource
  when: Condition[]
  template?: Template
  /** Pairs of our value and the upstream's. A value that is not among them is not offered by the upstream. */
  values?: [ours: Json, theirs: Json][]
  minimum?: number
  maximum?: number
  /** The most items of a list. */
  maximumItems?: number
  /** The most characters (code points) of a string. */
  maximumLength?: number
  /** What forms of media reference the upstream takes. */
  forms?: MediaForm[]
  /** A data URI is uploaded, and what names the file is sent in its place. */
  uploaded?: true
  /** The file itself is sent, as a part of the form: what a data URI holds, or what is fetched from a URL first. */
  file?: true
  /** Other places where clients of the vendor put one such string or file: a fake or a native API reads it there too. */
  also?: Path[]
  /** Why the row cannot be read backwards. */
  oneWay?: string
}

export type RowSource =
  | { kind: 'model' }
  /** With a quantity: the parameter by which the model states it, where it has one; else that of this name. */
  | { kind: 'parameter'; name: string; quantity?: 'outputs' }
  | { kind: 'each'; name: string }
  | { kind: 'constant'; value: Json }
  /** The folder in S3 in which the operator lets the upstream put its results. */
  | { kind: 'results-folder' }
  /** Several parameters that the upstream has as one: their values, with a space between. */
  | { kind: 'joined'; names: string[] }

export type MediaForm = 'url' | 'data'

/** A JSON value with holes for the row's value. */
export interface Template {
  value: Json
  holes: Hole[]
}

/** `whole`: the value itself stands there. Otherwise a string of prefix, value and suffix. */
export interface Hole {
  at: Path
  /** The part of a data URI that stands there; absent: the value. `imageFormat`: the media type without `image/`. */
  part?: 'base64' | 'mediaType' | 'imageFormat'
  whole: boolean
  prefix: string
  suffix: string
}

export type Condition =
  | { kind: 'given'; parameters: string[] }
  | { kind: 'absent'; parameters: string[] }
  | { kind: 'among'; parameter: string; values: Json[] }
  /** The upstream's model ID starts with one of these, or with none of them. */
  | { kind: 'model' | 'except-model'; prefixes: string[] }

export interface Drop {
  parameter: string
  /** Only these values; absent: any. */
  values?: Json[]
  when: Condition[]
  reason: string
}

/** What a task's answer says, and where. */
export interface AnswerFacts {
  /** Absent: an answer that is not an error is the completed task. */
  status?: StatusFacts
  progress?: { at: Path; of: number }
  /** Read in order; the first that is there counts. */
  results: Result[]
  /** Where a failed task says why. */
  message: Path[]
  code: Path[]
  /** Length of the result in seconds. */
  seconds?: Path
  /** A fake or a native API writes the length as a string. */
  secondsAsText?: true
  usage: { at: Path; unit: string }[]
  /** Where the answer to a query has the task's ID, when elsewhere than that to the submit. */
  id?: Path
}

/** Answers that are not a task. */
export interface ErrorFacts {
  message: Path[]
  code: Path[]
  /** The header that has the code, before a colon; absent: it is in the body alone. */
  codeHeader?: string
  /** Where an error names the member of the body that is wrong. Only a fake or a native API writes it. */
  parameter?: Path
  /** Where an error has its HTTP status as a number. Only a fake or a native API writes it. */
  status?: Path
  /** Read in order; the first that fits counts. An answer that none fits may have made a task. */
  proofs: Proof[]
  /** Members of an answer with HTTP 200 that make it an error. */
  inside?: { at: Path; unless: Json[] }
}

/** What an error answer proves about a submit. */
export interface Proof {
  /** First and last HTTP status. */
  from: number
  to: number
  /** The error's code must be one of these too. */
  codes?: string[]
  /** The error's message must hold one of these too, in small letters here and in any there. */
  says?: string[]
  /**
   * `rejected`: no task was made. `busy`: none was made, and a later submit may succeed. `credentials`, `payment`: none was
   * made, because of the key or of the account's balance. `unknown-model`: none was made, since
   * the upstream has no model of the operator's ID, or none for this key. `may-exist`: nothing is proven.
   */
  proves: 'rejected' | 'busy' | 'credentials' | 'payment' | 'may-exist' | 'unknown-model'
}

/** What a mapping needs to know of a model. */
export interface ModelFacts {
  kind: TaskKind
  /** Whether the catalogue does not know its parameters, so that any may be sent. */
  open: boolean
  parameters: { [name: string]: ParameterFacts }
  /** The parameter that says how many files are made; absent: none does. */
  outputs?: string
  /** Where values of lists stand that an upstream adds to, with those that should no longer be used; absent: nowhere. */
  lists?: { path: string; name: string; deprecated?: string[] }[]
}

export interface ParameterFacts {
  kind: string
  required?: true
  default?: Json
  values?: Json[]
}

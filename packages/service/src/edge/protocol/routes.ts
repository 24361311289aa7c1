import { byKind, type TaskKind } from '../../domain/task/record.js'
import {
  read,
  type Json,
  type Mapping,
  type Operation,
  type Path,
  type PathPart,
  type Query,
  type Request,
} from '@model-tasks/documents/upstreams/interpreter'

/** What a request of a protocol is about. */
export type RouteAction =
  | 'upload'
  | 'submit'
  | 'query'
  | 'list'
  | 'page'
  | 'remove'
  | 'cancel'
  | 'content'
  | 'result'
  | 'models'
  | 'values'
  | 'probe'
  | 'secret'

/** One request of a protocol, as it is recognized. */
export interface Route {
  action: RouteAction
  method: string
  pattern: RegExp
  /** Names of the captured parts, in order. */
  variables: string[]
  /** What else the request has that tells it from others: parameters of its query, and headers, which may name the model. */
  marks: Mark[]
  /** The parameter of the query that has the task's ID, where the path has none. */
  idIn: string | undefined
  /** The place of the body that has it, where neither has. */
  idAt: Path | undefined
  /** Whether IDs of tasks have other parts before their own, in one part of the path. */
  longId: boolean
  /** The kinds of task that are asked for in this way. */
  kinds: TaskKind[]
  /** The names of the lists of values that are read in this way. */
  lists: string[]
}

/** A parameter of the query or a header, whose name is in lower case, and what its value is like. */
interface Mark {
  in: 'query' | 'headers'
  name: string
  pattern: RegExp
  /** Whether the value names the model. */
  namesModel: boolean
}

/** A request, as far as it is told from others. */
export interface Recognized {
  method: string
  path: string
  query: URLSearchParams
  body?: Json | undefined
  headers: Readonly<Record<string, string | undefined>>
}

/** A recognized request. */
export interface Match {
  route: Route
  id: string | undefined
  model: string | undefined
}

/** The requests of a protocol: those about one task before those that make one. */
export function routesOf({ operations, upload, probe, modelProbe, valueLists = {}, webhooks }: Mapping): Route[] {
  const routes: Route[] = []
  const add = (action: RouteAction, request: Request, kind?: TaskKind, list?: string): void => {
    const route = routeOf(action, request, kind === undefined ? undefined : operations[kind]?.idForm)
    const same = routes.find(
      (other) => other.action === action && isSameAddress(other, route) && isSameMarks(other, route),
    )
    if (kind !== undefined) (same ?? route).kinds.push(kind)
    if (list !== undefined) (same ?? route).lists.push(list)
    if (same === undefined) routes.push(route)
  }
  const present = byKind(operations)
  for (const [kind, operation] of present) addFollowing(operation, kind, add)
  if (upload !== undefined) add('upload', upload.request)
  // The probe of the key may be the same request: the list of models answers both.
  if (modelProbe !== undefined && 'path' in modelProbe) add('models', getOf(modelProbe.path))
  for (const [name, { path }] of Object.entries(valueLists)) add('values', { method: 'GET', path }, undefined, name)
  if (probe !== undefined) add('probe', getOf(probe.path))
  const { key } = webhooks?.signature ?? {}
  if (key?.by === 'request') add('secret', getOf(key.path))
  for (const [kind, { submit, submitPaths }] of present) {
    for (const { path } of submitPaths) add('submit', { ...submit, path }, kind)
    add('submit', submit, kind)
  }
  // Only where it is needed: clients of a vendor may leave out what tells nothing apart.
  return routes.map((route) => ({ ...route, marks: route.marks.filter((mark) => mark.namesModel || isShared(route)) }))

  function isShared(route: Route): boolean {
    return routes.some((other) => isSameAddress(other, route) && !isSameMarks(other, route))
  }
}

/** The headers, in lower case, that tell requests which make tasks from each other, as those that name the model. */
export function submitHeaders(mapping: Mapping): string[] {
  const submits = routesOf(mapping).filter(({ action }) => action === 'submit')
  const names = submits.flatMap(({ marks }) => marks.flatMap((mark) => (mark.in === 'headers' ? [mark.name] : [])))
  return [...new Set(names)].sort()
}

function isSameAddress(one: Route, other: Route): boolean {
  return one.method === other.method && one.pattern.source === other.pattern.source
}

function isSameMarks(one: Route, other: Route): boolean {
  const written = ({ marks }: Route): string => marks.map(({ name, pattern }) => `${name} ${pattern.source}`).join()
  return written(one) === written(other)
}

type Add = (action: RouteAction, request: Request, kind: TaskKind) => void

function addFollowing({ query, list, history, cancel, served, answer }: Operation, kind: TaskKind, add: Add): void {
  // A probe may have the same path, which a page of tasks answers as well.
  for (const path of history?.paths ?? []) add('page', getOf(path), kind)
  if (list !== undefined) add('list', getOf(list.path), kind)
  if (cancel !== undefined) {
    // Its ID is in the path; a body may repeat it.
    const { body: _repeats, ...request } = cancel
    add('cancel', request, kind)
  }
  if (served?.remove !== undefined) add('remove', served.remove, kind)
  for (const result of answer.results) {
    if (result.kind === 'content') add('content', result.request, kind)
    if (result.kind === 'query') add('result', result.request, kind)
  }
  if (query === undefined) return
  for (const { path } of query.paths ?? []) add('query', { ...query, path }, kind)
  add('query', query, kind)
}

function getOf(path: readonly PathPart[]): Request {
  return { method: 'GET', path: withoutQuery(path) }
}

function withoutQuery(path: readonly PathPart[]): PathPart[] {
  const at = path.findIndex((part) => typeof part === 'string' && part.includes('?'))
  const last = path[at]
  return typeof last === 'string' ? [...path.slice(0, at), last.replace(/\?.*/, '')] : [...path]
}

function routeOf(action: RouteAction, request: Query, idForm: Operation['idForm']): Route {
  const { method, path: whole, body } = request
  const path = withoutQuery(whole)
  const variables = path.flatMap((part) => (typeof part === 'string' ? [] : [part.variable]))
  const source = path
    .map((part) => (typeof part === 'string' ? escaped(part) : captureOf(part.variable, idForm)))
    .join('')
  return {
    action,
    method,
    pattern: new RegExp(`^${source}/?$`),
    variables,
    marks: marksOf(request),
    kinds: [],
    lists: [],
    idIn: queryNameOf(whole),
    idAt: body?.find(({ from }) => from.kind === 'id')?.to,
    longId: idForm !== undefined && variables.includes('id'),
  }
}

/** The fixed parameters of a request's query, and its headers. */
function marksOf({ path, headers = {} }: Request): Mark[] {
  const fixed = path.flatMap((part) =>
    typeof part === 'string' && part.includes('?') ? [part.slice(part.indexOf('?') + 1)] : [],
  )
  const pairs = [...new URLSearchParams(fixed.join())].filter(([, value]) => value !== '')
  return [
    ...pairs.map(([name, value]) => ({ in: 'query' as const, name, ...valueOf([value]) })),
    ...Object.entries(headers).map(([name, parts]) => ({
      in: 'headers' as const,
      name: name.toLowerCase(),
      ...valueOf(parts),
    })),
  ]
}

function valueOf(parts: readonly PathPart[]): Pick<Mark, 'pattern' | 'namesModel'> {
  const source = parts.map((part) => (typeof part === 'string' ? escaped(part) : captures.model)).join('')
  return { pattern: new RegExp(`^${source}$`), namesModel: parts.some((part) => typeof part !== 'string') }
}

/** The parameter of the query that takes the ID. */
function queryNameOf(path: readonly PathPart[]): string | undefined {
  const at = path.findIndex((part) => typeof part !== 'string' && part.variable === 'id')
  const before = path[at - 1]
  return typeof before === 'string' ? /[?&]([^?&=]+)=$/.exec(before)?.[1] : undefined
}

const captures = { id: '([^/]+)', model: '(.+)', app: '([^/]+(?:/[^/]+)?)' } as const

/** What stands for a variable. Of an ID whose slashes stay, the last part is a task's own. */
function captureOf(variable: Exclude<PathPart, string>['variable'], idForm: Operation['idForm']): string {
  if (variable !== 'name') return captures[variable]
  return `${(idForm?.before ?? []).map(escaped).join('.+')}([^/]+)`
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The route of a request; undefined when the protocol has none. */
export function matchRoute(routes: readonly Route[], request: Recognized): Match | undefined {
  const { method, path, query, body } = request
  for (const route of routes) {
    const found = route.method === method ? route.pattern.exec(path) : null
    const marked = route.marks.map((mark) => mark.pattern.exec(markIn(request, mark) ?? ''))
    if (found === null || marked.includes(null)) continue
    const value = (name: string): string | undefined => {
      const index = route.variables.indexOf(name)
      return index === -1 ? undefined : found[index + 1]
    }
    const decoded = (text: string | undefined): string | undefined =>
      text === undefined ? undefined : text.split('/').map(decode).join('/')
    const told = route.idAt === undefined ? undefined : read(body, route.idAt)
    const id =
      route.idAt !== undefined
        ? typeof told === 'string'
          ? told.split('/').at(-1)
          : undefined
        : route.idIn === undefined
          ? ownPart(route, decoded(value('id') ?? value('name')))
          : (query.get(route.idIn) ?? undefined)
    const named = marked[route.marks.findIndex(({ namesModel }) => namesModel)]?.[1]
    return { route, id, model: decoded(value('model') ?? value('app') ?? named) }
  }
  return undefined
}

function markIn({ query, headers }: Recognized, { in: place, name }: Mark): string | undefined {
  return place === 'query' ? (query.get(name) ?? undefined) : headers[name]
}

function ownPart({ longId }: Route, id: string | undefined): string | undefined {
  return longId ? id?.split('/').at(-1) : id
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

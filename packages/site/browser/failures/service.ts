/** A service of the interface, simulated in the page: no request leaves it, and its credits are play money. */

/** What its operator, the reader, has it do. The first four last for one request each, `isStopped` until it is started again. */
export interface Faults {
  /** Whether the next answer to a POST is to be lost; asking uses it up. So it is with the other two. */
  losesAnswer(): boolean
  isBusy(): boolean
  expiresUrl(): boolean
  isStopped(): boolean
  keepsKeys(): boolean
}

/** What became of one request. */
export type Outcome =
  | { kind: 'unreachable' }
  | { kind: 'lost'; task: string }
  | { kind: 'busy'; seconds: number }
  | { kind: 'declared'; keepsKeys: boolean }
  | { kind: 'made'; task: string; credits: number }
  | { kind: 'same'; task: string }
  | { kind: 'found'; task: string | undefined }
  | { kind: 'state'; status: string }
  | { kind: 'expired' }
  | { kind: 'file'; bytes: number }
  | { kind: 'other'; status: number }

export interface Exchange {
  method: string
  /** Below the base URL. */
  path: string
  /** The Idempotency-Key that it carried. */
  key: string | undefined
  outcome: Outcome
}

export interface SimulatedService {
  fetch: typeof fetch
  /** What it has made and charged. */
  readonly books: { readonly posts: number; readonly tasks: number; readonly credits: number }
}

export const baseUrl = 'https://service.invalid/api'
const root = '/api/v2/model-center'
export const price = 5
/** Milliseconds for which a task waits, is rendered, and a request is under way. */
const times = { queued: 1_000, processing: 4_000, answer: 300 }

interface MadeTask {
  id: string
  model: string
  created: number
  /** How many URLs of its result have been given out. */
  urls: number
}

const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Starts the service with an account of 100 credits. `onExchange` is told of each request once its outcome is certain. */
export const simulatedService = (
  faults: Faults,
  draw: (task: string) => Promise<Blob>,
  onExchange: (exchange: Exchange) => void,
): SimulatedService => {
  const tasks = new Map<string, MadeTask>()
  const keys = new Map<string, MadeTask>()
  const books = { posts: 0, tasks: 0, credits: 100 }

  const stateOf = ({ id, model, created, urls }: MadeTask): { status: string } => {
    const age = performance.now() - created
    const status = age < times.queued ? 'queued' : age < times.processing ? 'processing' : 'completed'
    const url = `${baseUrl}/files/${id}.png?signature=${urls}`
    return {
      ...{ id, object: 'image', created: 1_700_000_000, model, error: null, status },
      ...(status === 'completed' ? { result_url: url, image_url: url, amount: price } : {}),
    }
  }

  const submit = (body: string, key: string | undefined): [Outcome, Response] => {
    books.posts++
    if (faults.isBusy())
      return [{ kind: 'busy', seconds: 2 }, json(429, { title: 'Too many requests' }, { 'retry-after': '2' })]
    const known = key === undefined ? undefined : keys.get(key)
    if (known !== undefined) return [{ kind: 'same', task: known.id }, json(200, stateOf(known))]
    if (books.credits < price) return [{ kind: 'other', status: 402 }, json(402, { title: 'Not enough credits' })]
    const { model } = JSON.parse(body) as { model: string }
    const task = { id: `task_${++books.tasks}`, model, created: performance.now(), urls: 1 }
    tasks.set(task.id, task)
    if (key !== undefined && faults.keepsKeys()) keys.set(key, task)
    books.credits -= price
    if (faults.losesAnswer()) return [{ kind: 'lost', task: task.id }, Response.error()]
    return [{ kind: 'made', task: task.id, credits: price }, json(200, stateOf(task))]
  }

  const file = async (task: MadeTask, url: URL): Promise<[Outcome, Response]> => {
    if (faults.expiresUrl()) task.urls++
    if (url.searchParams.get('signature') !== String(task.urls))
      return [{ kind: 'expired' }, json(403, { title: 'This URL has expired' })]
    const drawn = await draw(task.id)
    const headers = { 'content-type': drawn.type, 'content-length': String(drawn.size) }
    return [{ kind: 'file', bytes: drawn.size }, new Response(drawn, { headers })]
  }

  const answer = async (request: Request, key: string | undefined): Promise<[Outcome, Response]> => {
    const url = new URL(request.url)
    const path = url.pathname.replace(root, '')
    const named = tasks.get(/(task_\d+)/.exec(path)?.[1] ?? '')
    if (path === '/capabilities') {
      const keepsKeys = faults.keepsKeys()
      const declared = {
        extensions: keepsKeys ? ['idempotency'] : [],
        ...(keepsKeys ? { idempotency: { header: 'Idempotency-Key', keptSeconds: 86_400, lookup: true } } : {}),
      }
      return [{ kind: 'declared', keepsKeys }, json(200, { object: 'capabilities', account: 'account_1', ...declared })]
    }
    if (path === '/tasks' && request.method === 'POST') return submit(await request.text(), key)
    if (path === '/tasks') {
      const wanted = url.searchParams.get('idempotency_key') ?? ''
      const found = keys.get(wanted)
      const data = found === undefined ? [] : [stateOf(found)]
      return [
        { kind: 'found', task: found?.id },
        json(200, { object: 'list', data, has_more: false, idempotency_key: wanted }),
      ]
    }
    if (named === undefined) return [{ kind: 'other', status: 404 }, json(404, { title: 'No such task' })]
    if (path.includes('/files/')) return file(named, url)
    const state = stateOf(named)
    return [{ kind: 'state', status: state.status }, json(200, state)]
  }

  return {
    books,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const url = new URL(request.url)
      const path = url.pathname.replace(root, '').replace('/api', '') + url.search
      const key = request.headers.get('idempotency-key') ?? undefined
      const tell = (outcome: Outcome): void => onExchange({ method: request.method, path, key, outcome })
      await new Promise((resolve) => setTimeout(resolve, times.answer))
      if (faults.isStopped()) {
        tell({ kind: 'unreachable' })
        throw new TypeError('Failed to fetch')
      }
      const [outcome, response] = await answer(request, key)
      tell(outcome)
      // The connection breaks before the answer is there.
      if (outcome.kind === 'lost') throw new TypeError('Failed to fetch')
      // A request that was sent is answered though its program was killed; the program reads nothing of it.
      request.signal.throwIfAborted()
      return response
    },
  }
}

import { shapeOf, type Shape } from '@model-tasks/spec/measures/shape'
import { readText } from './read-text.js'

/** What is recorded of one answer: where it has what type of JSON, and never a value. */
export interface ShapeRecording {
  /** What was spoken; `model-tasks` for the interface of this project. */
  protocol: string
  /** What was asked, such as `submit` or `query`. */
  request: string
  /** The HTTP status. */
  http: number
  shape: Shape
}

/**
 * A `fetch` that passes on the shape of each answer to a submit or a query, to learn what a service answers without
 * keeping anything of it. What it records is what `npm run spec:drift` reads. The answer is passed on as it came, once it
 * has been read; one of more than 8 MiB, or that breaks off, is passed on unrecorded. An error of `record` is the caller's own.
 */
export function recordShapes(send: typeof fetch, record: (recording: ShapeRecording) => void): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    const request = requestOf(input, init)
    if (request === undefined || !(response.headers.get('content-type') ?? '').includes('json')) return response
    const shape = await shapeIn(response.clone())
    if (shape !== undefined) record({ protocol: 'model-tasks', request, http: response.status, shape })
    return response
  }
}

/** Whether a request submits or queries a task; undefined when it is neither. */
function requestOf(input: string | URL | Request, init: RequestInit | undefined): string | undefined {
  const url = input instanceof Request ? input.url : String(input)
  const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase()
  const [path = ''] = url.split(/[?#]/)
  if (method === 'POST' && /\/tasks$/.test(path)) return 'submit'
  return method === 'GET' && /\/tasks\/[^/]+$/.test(path) ? 'query' : undefined
}

async function shapeIn(response: Response): Promise<Shape | undefined> {
  try {
    return shapeOf(JSON.parse(await readText(response)))
  } catch {
    return undefined
  }
}

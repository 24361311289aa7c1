import { readText } from '@model-tasks/client/policy'
import { isJsonObject, parseJson } from '../../base/json.js'
import { meaningOf, type StatusTable } from '../../domain/provider/statuses.js'

/**
 * A `fetch` in whose answers a status that means `completed` or `failed` is called so: the client, which knows the four
 * statuses of the interface alone, then fetches the file of a task that has `succeeded`. Files, whose redirects the client
 * follows, stay as they come; what an answer of the upstream itself says of its type does not matter.
 */
export function withMappedStatuses(send: typeof fetch, statuses: StatusTable): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (!response.ok || init?.redirect !== 'manual') return response
    const body = mapped(await readText(response), statuses)
    const headers = new Headers(response.headers)
    for (const name of ['content-length', 'content-encoding']) headers.delete(name)
    return new Response(body, { status: response.status, statusText: response.statusText, headers })
  }
}

function mapped(body: string, statuses: StatusTable): string {
  try {
    const task = parseJson(body)
    if (!isJsonObject(task) || typeof task['status'] !== 'string') return body
    const meaning = meaningOf(task['status'], statuses)
    return meaning === 'completed' || meaning === 'failed' ? JSON.stringify({ ...task, status: meaning }) : body
  } catch {
    return body
  }
}

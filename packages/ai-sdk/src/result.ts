import { ApiError, ConnectionError, ProtocolError, systemClock, type Task, type TaskHandle } from '@model-tasks/client'
import { backoff, queryVerdict, resultLocations } from '@model-tasks/client/policy'
import type { Session } from './session.js'

/** A file of a result. */
export interface ResultFile {
  data: Uint8Array
  mediaType: string | undefined
}

/** How often a file is asked for before its failure counts. */
const attempts = 4

/**
 * The bytes of all files of a completed task, each whole: the client compares their length and their digest with what the host states. They are handed
 * over as bytes, since the AI SDK fetches no URL on this machine. Throws what the client throws, once repeats have not helped.
 */
export async function filesOf(
  { settings: { clock = systemClock } }: Session,
  handle: TaskHandle,
  task: Task,
  signal: AbortSignal | undefined,
): Promise<ResultFile[]> {
  const files: ResultFile[] = []
  for (const file of resultLocations(task).keys()) {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await handle.open({ file, signal })
        const mediaType = response.headers.get('content-type') ?? undefined
        files.push({ data: new Uint8Array(await response.arrayBuffer()), mediaType })
        break
      } catch (error) {
        if (attempt === attempts || signal?.aborted === true || !mayPass(error)) throw error
        await new Promise<void>((resolve) => clock.setTimeout(resolve, backoff(attempt, 500)))
      }
    }
  }
  return files
}

/** Whether the same request may succeed a moment later: its failure says nothing about the task. */
export function mayPass(error: unknown): boolean {
  if (error instanceof ApiError) return queryVerdict(error.status) === 'transient'
  return (error instanceof ConnectionError && error.blocked !== true) || error instanceof ProtocolError
}

/** Why a task failed, in the words of its service. */
export function failureOf({ id, error }: Task): string {
  return `Task ${id} failed: ${typeof error === 'string' ? error : JSON.stringify(error ?? 'no reason given')}`
}

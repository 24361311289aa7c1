import type { CallOptions, FaultEvent, Task, TaskHandle } from '@model-tasks/client'
import { failed, stateOf, withError } from '../state.js'
import { offline } from './connection.js'
import type { Observed } from './observed.js'
import type { TaskEnds } from './task-ends.js'

/** Shows each state of a task until its end. The signal ends the wait, and never the task. */
export async function followTask(
  handle: TaskHandle,
  observed: Observed,
  ends: TaskEnds,
  signal: AbortSignal,
): Promise<void> {
  const { id } = handle
  const before = observed.state()
  // What was said of a request that was not submitted beside this one stays until its end.
  const beside = before.id === id && before.status === 'running' && before.error && withError(before.error)
  const show = (task: Task | undefined): void => {
    const state = stateOf(id, task)
    if (!signal.aborted) observed.show(state.status === 'running' ? { ...state, ...beside } : state)
  }
  const showFault = (fault: Error): void => {
    if (!signal.aborted) observed.show({ ...observed.state(), fault })
  }
  show(before.id === id ? before.task : undefined)
  const ended = new AbortController()
  // Not by the faults of queries alone: the part of the client that tells of them may not be loadable then.
  // An answer that is under way says nothing of the connection any more: only what is asked from now on does.
  for (const change of ['offline', 'online']) globalThis.addEventListener(change, () => observed.restart(), ended)
  if (!navigator.onLine) showFault(offline())
  try {
    const options = { cancelOnAbort: false, onProgress: show, onFault: ({ error }: FaultEvent) => showFault(error) }
    show(await waitOrHear(handle, ends, signal, options))
  } catch (reason) {
    if (!signal.aborted) observed.show(failed(observed.state(), reason))
  } finally {
    ended.abort()
  }
}

/** Waits for the end of a task, and asks for it at once where the stream of events has told of it. */
async function waitOrHear(
  handle: TaskHandle,
  ends: TaskEnds,
  signal: AbortSignal,
  options: CallOptions,
): Promise<Task> {
  const heard = new AbortController()
  const stop = (): void => heard.abort()
  signal.addEventListener('abort', stop)
  let leave: (() => void) | undefined
  const onProgress = (task: Task): void => {
    leave ??= ends.hear(handle.id, stop)
    options.onProgress?.(task)
  }
  try {
    return await handle.wait({ ...options, onProgress, signal: heard.signal })
  } catch (error) {
    if (signal.aborted || !heard.signal.aborted) throw error
    // What fails is asked again by the wait, which asks for nothing once the end was seen.
    await handle.query({ ...options, signal }).catch(() => undefined)
    return await handle.wait({ ...options, signal })
  } finally {
    signal.removeEventListener('abort', stop)
    leave?.()
  }
}

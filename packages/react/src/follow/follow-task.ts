import type { Task, TaskHandle } from '@model-tasks/client'
import { failed, stateOf, withError } from '../state.js'
import { offline } from './connection.js'
import type { Observed } from './observed.js'

/** Shows each state of a task until its end. The signal ends the wait, and never the task. */
export async function followTask(handle: TaskHandle, observed: Observed, signal: AbortSignal): Promise<void> {
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
  globalThis.addEventListener('offline', () => showFault(offline()), ended)
  globalThis.addEventListener('online', () => observed.restart(), ended)
  if (!navigator.onLine) showFault(offline())
  try {
    const task = await handle.wait({
      signal,
      cancelOnAbort: false,
      onProgress: show,
      onFault: ({ error }) => showFault(error),
    })
    show(task)
  } catch (reason) {
    if (!signal.aborted) observed.show(failed(observed.state(), reason))
  } finally {
    ended.abort()
  }
}

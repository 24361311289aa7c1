import type { Scope } from '../policy/scope.js'

/** How much of a file is there. */
export interface Progress {
  readonly bytes: number
  /** Undefined where the host does not say. */
  readonly total: number | undefined
}

/** One transfer that several callers wait for. */
interface Running<T> {
  readonly result: Promise<T>
  readonly stop: AbortController
  readonly listeners: Set<(progress: Progress) => void>
}

const running = new Map<string, Running<unknown>>()

/**
 * Joins the transfer with this key, or starts it. Each caller leaves when its own scope ends; the transfer is stopped
 * when the last one has left, and ends at no other time. Throws `Stopped`, and what the transfer throws.
 */
export async function share<T>(
  key: string,
  scope: Scope,
  onProgress: (progress: Progress) => void,
  start: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  // One that is being stopped still holds its files.
  for (let old = running.get(key); old?.stop.signal.aborted; old = running.get(key)) {
    const { result } = old
    await scope.run(() => result.then(ignore, ignore))
  }
  const shared = (running.get(key) as Running<T> | undefined) ?? begin(key, start)
  const listener = (progress: Progress): void => onProgress(progress)
  shared.listeners.add(listener)
  try {
    return await scope.run(() => shared.result)
  } finally {
    shared.listeners.delete(listener)
    if (shared.listeners.size === 0) shared.stop.abort()
  }
}

function begin<T>(
  key: string,
  start: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<T>,
): Running<T> {
  const stop = new AbortController()
  const listeners = new Set<(progress: Progress) => void>()
  const result = start(stop.signal, (progress) => {
    for (const listener of listeners) listener(progress)
  }).finally(() => {
    running.delete(key)
  })
  result.catch(ignore)
  const shared = { result, stop, listeners }
  running.set(key, shared)
  return shared
}

function ignore(): void {}

import type { Scope } from '../policy/scope.js'

/** How much of a file is there. */
export interface Progress {
  readonly bytes: number
  /** Undefined where the host does not say. */
  readonly total: number | undefined
  /** Whether a later call can continue from there. */
  readonly kept: boolean
  /** What ended the last attempt, while the next has brought nothing. */
  readonly fault: unknown
}

/** What one of the callers who wait for a transfer wants to be told. */
export interface Listener<W> {
  readonly onProgress: (progress: Progress) => void
  /** Called when the file is whole; awaited. */
  readonly onWhole?: ((file: W) => Promise<unknown>) | undefined
}

/** What a transfer tells its callers. */
export interface Audience<W> {
  readonly onProgress: (progress: Progress) => void
  /** Resolves once every caller that wants to know has taken note; `describe` is not called where there is none. Throws what one of them throws. */
  readonly onWhole: (describe: () => Promise<W>) => Promise<void>
}

/** One transfer that several callers wait for. */
interface Running<T, W> {
  readonly result: Promise<T>
  readonly stop: AbortController
  readonly listeners: Set<Listener<W>>
}

const running = new Map<string, Running<unknown, never>>()

/**
 * Joins the transfer with this key, or starts it. Each caller leaves when its own scope ends; the transfer is stopped
 * when the last one has left, and ends at no other time. Throws `Stopped`, and what the transfer throws.
 */
export async function share<T, W>(
  key: string,
  scope: Scope,
  listener: Listener<W>,
  start: (signal: AbortSignal, audience: Audience<W>) => Promise<T>,
): Promise<T> {
  // One that is being stopped still holds its files.
  for (let old = running.get(key); old?.stop.signal.aborted; old = running.get(key)) {
    const { result } = old
    await scope.run(() => result.then(ignore, ignore))
  }
  const shared = (running.get(key) as Running<T, W> | undefined) ?? begin(key, start)
  shared.listeners.add(listener)
  try {
    return await scope.run(() => shared.result)
  } finally {
    shared.listeners.delete(listener)
    if (shared.listeners.size === 0) shared.stop.abort()
  }
}

function begin<T, W>(key: string, start: (signal: AbortSignal, audience: Audience<W>) => Promise<T>): Running<T, W> {
  const stop = new AbortController()
  const listeners = new Set<Listener<W>>()
  const audience: Audience<W> = {
    onProgress: (progress) => {
      for (const { onProgress } of listeners) onProgress(progress)
    },
    onWhole: async (describe) => {
      const wanted = [...listeners].flatMap(({ onWhole }) => onWhole ?? [])
      if (wanted.length === 0) return
      const file = await describe()
      await Promise.all(wanted.map((onWhole) => onWhole(file)))
    },
  }
  const result = start(stop.signal, audience).finally(() => {
    running.delete(key)
  })
  result.catch(ignore)
  const shared = { result, stop, listeners }
  running.set(key, shared)
  return shared
}

function ignore(): void {}

const listeners = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `run` when the signal fires, until the answer of this function is called. One listener a signal, however many
 * calls share it: Node warns of a leak at eleven.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const all = listeners.get(signal) ?? new Set()
  if (!listeners.has(signal)) {
    listeners.set(signal, all)
    signal.addEventListener('abort', () => all.forEach((each) => each()))
  }
  all.add(run)
  return () => all.delete(run)
}

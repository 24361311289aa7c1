const listeners = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `run` when the signal fires, until the answer of this function is called. One listener a signal, however many
 * calls share it: Node warns of a leak at eleven.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  let all = listeners.get(signal)
  if (!all) {
    const added = (all = new Set())
    listeners.set(signal, added)
    signal.addEventListener('abort', () => added.forEach((each) => each()))
  }
  all.add(run)
  return () => all.delete(run)
}

/** Resolves or rejects like a promise, unless the signal aborts before: then it rejects with the reason, and what was promised goes unheard. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = (): void => {
      const reason: unknown = signal.reason
      reject(reason instanceof Error ? reason : new Error(String(reason)))
    }
    const settle = (): void => {
      signal.removeEventListener('abort', aborted)
    }
    signal.addEventListener('abort', aborted, { once: true })
    promise.then(resolve, reject).finally(settle).catch(reject)
    if (signal.aborted) aborted()
  })
}

/** Hands out a fixed number of places, first come, first served. */
export interface Turns<Place> {
  /** Runs work at a free place; rejects with the signal's reason, and gives up its turn, when it aborts while waiting. */
  take<Result>(work: (place: Place) => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

/** Turns over the given places. */
export function createTurns<Place>(places: readonly Place[]): Turns<Place> {
  const free = [...places]
  const waiting: ((place: Place) => void)[] = []
  const claim = (signal?: AbortSignal): Promise<Place> => {
    signal?.throwIfAborted()
    const place = free.pop()
    if (place !== undefined) return Promise.resolve(place)
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(give), 1)
        reject(
          signal?.reason instanceof Error ? signal.reason : new DOMException('aborted while waiting', 'AbortError'),
        )
      }
      const give = (given: Place) => {
        signal?.removeEventListener('abort', onAbort)
        resolve(given)
      }
      waiting.push(give)
      signal?.addEventListener('abort', onAbort, { once: true })
    })
  }
  return {
    async take(work, signal) {
      const place = await claim(signal)
      try {
        return await work(place)
      } finally {
        const next = waiting.shift()
        if (next) next(place)
        else free.push(place)
      }
    },
  }
}

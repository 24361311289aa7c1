/** A clock whose time runs faster, the same in every process that is given the same epoch: waits of minutes take seconds. */
export function fastClock(speed, epoch) {
  return {
    now: () => Math.round(epoch + (Date.now() - epoch) * speed),
    elapsed: () => Math.round((Date.now() - epoch) * speed),
    delay: (milliseconds, signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, milliseconds / speed)
        if (signal?.aborted) done()
        else signal?.addEventListener('abort', done, { once: true })
      }),
    setTimeout: (run, milliseconds) => setTimeout(run, milliseconds / speed),
    clearTimeout,
  }
}

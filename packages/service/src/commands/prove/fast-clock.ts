import type { Clock as PolicyClock } from '@model-tasks/client/policy'
import type { Clock } from '../../base/clock.js'

/** A clock whose time runs `speed` times as fast since `epoch`, the same in every process that is given these: waits of minutes take seconds. */
export function fastClock(speed: number, epoch: number): Clock & PolicyClock {
  return {
    now: () => Math.round(epoch + (Date.now() - epoch) * speed),
    elapsed: () => Math.round((Date.now() - epoch) * speed),
    delay: (milliseconds, signal) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, milliseconds / speed)
        function done(): void {
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        if (signal?.aborted === true) done()
        else signal?.addEventListener('abort', done, { once: true })
      }),
    setTimeout: (run, milliseconds) => setTimeout(run, milliseconds / speed),
    clearTimeout: (timer) => {
      clearTimeout(timer as number)
    },
  }
}

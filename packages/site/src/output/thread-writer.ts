import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SiteFile } from './file.js'
import type { SiteFolder } from './write.js'

/** Writes a site in a thread of its own: files are compared and compressed there while pages are still being made. */
export interface ThreadWriter {
  add: (files: SiteFile[]) => void
  /** Writes what was added. Rejects with what the thread failed at. */
  finish: () => Promise<void>
  /** Ends the thread without writing anything. */
  stop: () => Promise<unknown>
}

/** Starts a thread that writes a site into a folder. */
export const threadWriter = (workerData: SiteFolder): ThreadWriter => {
  const thread = new Worker(new URL('../../dist/output/write-thread.js', import.meta.url), { workerData })
  const ended = once(thread, 'exit')
  // Only `finish` waits for it: what happens before is reported there.
  ended.catch(() => undefined)
  return {
    add: (files) => thread.postMessage(files),
    finish: async () => {
      thread.postMessage('finish')
      await ended
    },
    stop: () => thread.terminate(),
  }
}

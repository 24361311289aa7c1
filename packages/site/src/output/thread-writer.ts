import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { SiteFile } from './file.js'
import { isOfShare, type SiteFolder, type Share } from './write.js'

/** Writes a site in threads of its own: files are compared and compressed there while pages are still being made. */
export interface ThreadWriter {
  add: (files: SiteFile[]) => void
  /** Writes what was added. Rejects with what a thread failed at; nothing is written when that was before all files were prepared. */
  finish: () => Promise<void>
  /** Ends the threads without writing anything. */
  stop: () => Promise<unknown>
}

/** Compressing takes as long as making the pages: with two threads, a machine with two cores is busy to the end. */
const compressors = 2

/** Starts threads that write a site into a folder, each its share of the files. */
export const threadWriter = (site: SiteFolder): ThreadWriter => {
  const of = site.twins ? compressors : 1
  const threads = Array.from({ length: of }, (_, number) => startThread(site, { number, of }))
  const all = (act: (thread: Thread) => unknown): Promise<unknown> => Promise.all(threads.map(act))
  return {
    add: (files) => void all(({ worker, share }) => worker.postMessage(files.filter((file) => isOfShare(file, share)))),
    finish: async () => {
      await all(({ worker, ended }) => {
        worker.postMessage('prepare')
        return Promise.race([once(worker, 'message'), ended])
      })
      await all(({ worker, ended }) => {
        worker.postMessage('finish')
        return ended
      })
    },
    stop: () => all(({ worker }) => worker.terminate()),
  }
}

interface Thread {
  worker: Worker
  share: Share
  ended: Promise<unknown>
}

function startThread(site: SiteFolder, share: Share): Thread {
  const worker = new Worker(new URL('../../dist/output/write-thread.js', import.meta.url), {
    workerData: { ...site, share },
  })
  const ended = once(worker, 'exit')
  // Only `finish` waits for it: what happens before is reported there.
  ended.catch(() => undefined)
  return { worker, share, ended }
}

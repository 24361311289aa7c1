/**
 * A thread that tells the facts of media files: strangers name them, and a broken file can keep what reads it busy for
 * ever. It has no network and no files of its own; `MediaReader` hands it the bytes.
 */
import { parentPort } from 'node:worker_threads'
import type { ByteSource } from '@model-tasks/client/media'
import type { FromThread, ToThread } from './admit/media/media-reader.js'

const port = parentPort
if (port === null) throw new Error('this module is the code of a thread')
const send = (message: FromThread): void => {
  port.postMessage(message)
}
/** Reads that are not answered yet. */
const reads = new Map<number, { source: { size: number | undefined }; answer(bytes: Uint8Array | Error): void }>()
let count = 0

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'look':
      send({ kind: 'alive' })
      return
    case 'file':
      void tell(message.file, message.size)
      return
    case 'bytes': {
      const read = reads.get(message.read)
      reads.delete(message.read)
      if (read === undefined) return
      read.source.size = message.size
      read.answer(message.bytes)
    }
  }
})

async function tell(file: number, size: number | undefined): Promise<void> {
  try {
    const { mediaFacts } = await import('@model-tasks/client/media')
    send({ kind: 'facts', file, facts: await mediaFacts(sourceOf(file, size)) })
  } catch (error) {
    send({ kind: 'unread', file, reason: error instanceof Error ? error.message : String(error) })
  }
}

function sourceOf(file: number, size: number | undefined): ByteSource {
  const source = {
    size,
    read: (start: number, end: number) =>
      new Promise<Uint8Array>((resolve, reject) => {
        count += 1
        const answer = (bytes: Uint8Array | Error): void => {
          if (bytes instanceof Error) reject(bytes)
          else resolve(bytes)
        }
        reads.set(count, { source, answer })
        send({ kind: 'read', file, read: count, start, end })
      }),
    close: () => Promise.resolve(),
  }
  return source
}

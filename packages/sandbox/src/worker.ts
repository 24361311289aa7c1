import { fork, type ChildProcess } from 'node:child_process'
import { RenderFailedError } from './render-failed-error.js'
import type { DrawOrder, DrawReport } from './protocol.js'
import type { RenderedFile } from './request.js'

/** A process that draws one file at a time and stays warm in between. Idle, it does not keep this process alive. */
export interface Worker {
  /** Rejects with `RenderFailedError` when drawing fails or the process dies, and with the signal's reason at once when it aborts. */
  draw(
    order: DrawOrder,
    options: { signal?: AbortSignal | undefined; onProgress?: ((fraction: number) => void) | undefined },
  ): Promise<RenderedFile>
  /** Ends the process; the next order would start another one. */
  stop(): Promise<void>
}

/** A worker around a module that is run in a process of its own. The process starts with the first order, and again after it died. */
export function createWorker(module: URL): Worker {
  let child: ChildProcess | undefined
  const start = () => {
    const started = fork(module, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [], serialization: 'json' })
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    return (child = started)
  }
  const discard = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  return {
    draw(order, { signal, onProgress }) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(reasonOf(signal))
        const process = child ?? start()
        hold(process)
        const settle = (end: () => void) => {
          process.off('message', onMessage)
          process.off('exit', onExit)
          process.off('error', onError)
          signal?.removeEventListener('abort', onAbort)
          release(process)
          end()
        }
        const onMessage = (report: DrawReport) => {
          if (report.kind === 'progress') onProgress?.(report.fraction)
          else if (report.kind === 'done') settle(() => resolve(report.file))
          else settle(() => reject(new RenderFailedError(report.message)))
        }
        const onExit = (code: number | null, killedBy: string | null) => {
          settle(() =>
            reject(
              new RenderFailedError(
                `the sandbox's drawing process stopped (${killedBy ?? `exit code ${code ?? 'unknown'}`}) before the file was finished; submit the task again`,
              ),
            ),
          )
        }
        const onError = (error: Error) => {
          discard()
          settle(() =>
            reject(new RenderFailedError(`the sandbox's drawing process could not be used: ${error.message}`)),
          )
        }
        const onAbort = () => {
          discard()
          settle(() => reject(reasonOf(signal)))
        }
        process.on('message', onMessage)
        process.once('exit', onExit)
        process.once('error', onError)
        signal?.addEventListener('abort', onAbort, { once: true })
        process.send(order)
      })
    },
    async stop() {
      const process = child
      if (process === undefined || process.exitCode !== null) return
      const ended = new Promise<void>((resolve) => process.once('exit', () => resolve()))
      hold(process)
      discard()
      await ended
    },
  }
}

function hold(process: ChildProcess): void {
  process.ref()
  process.channel?.ref()
}

function release(process: ChildProcess): void {
  process.unref()
  process.channel?.unref()
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason : new DOMException('the render was aborted', 'AbortError')
}

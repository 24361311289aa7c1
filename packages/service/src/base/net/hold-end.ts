import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/**
 * Keeps the end of a connection from undici while it passes nothing on, because what it has read is still to be taken. Undici 7
 * ends the process when the end of a connection that is not reused arrives in that moment. It stops by `unshift`, and goes on by
 * `read` without a size. A connection that is reset counts as broken, and never as the end of a body without a length.
 */
export function holdEnd(socket: Socket): void {
  let paused = false
  let held = false
  const [unshift, read] = [socket.unshift.bind(socket), socket.read.bind(socket)]
  const emit = (event: string | symbol, ...values: unknown[]): boolean =>
    EventEmitter.prototype.emit.call(socket, event, ...values)
  // Where the end is held, the socket would close itself, and what was read would be lost.
  socket.allowHalfOpen = true
  socket.unshift = (chunk, encoding) => {
    paused = true
    unshift.call(socket, chunk, encoding)
  }
  const release = (): void => {
    if (!held || paused) return
    held = false
    emit('end')
  }
  socket.read = (size?: number): unknown => {
    if (size !== undefined) return read.call(socket, size)
    paused = false
    // Once undici has passed on what it held.
    if (held) process.nextTick(release)
    return read.call(socket)
  }
  socket.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    const [error] = values
    if (event === 'end' && paused) {
      held = true
      return true
    }
    return event === 'error' && isReset(error) ? emit(event, new BrokenConnectionError(error)) : emit(event, ...values)
  }
}

function isReset(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
}

/** A connection was reset. It has a code of its own, since undici takes `ECONNRESET` for the end of a body. */
class BrokenConnectionError extends Error {
  override readonly name = 'BrokenConnectionError'
  readonly code = 'UND_ERR_SOCKET'

  constructor(cause: Error) {
    super('the connection was reset', { cause })
  }
}

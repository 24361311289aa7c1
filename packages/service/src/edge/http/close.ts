import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

const lookEvery = 20
const maxWait = 5000

/**
 * What closes a server that does not listen yet: requests that run are answered, connections without one are closed, and after
 * five seconds the rest (slow downloads) is cut off. Left alone, a kept-alive connection would hold the process for over a minute.
 */
export function closerOf(app: FastifyInstance): () => Promise<void> {
  const connections = new Set<Socket>()
  app.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  // A connection that was opened for later, as browsers do and Node's fetch behind an abort, is not idle for Node: it waits
  // for its first request.
  const closeUnused = (): void => {
    app.server.closeIdleConnections()
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }
  return async () => {
    const unused = setInterval(closeUnused, lookEvery)
    const all = setTimeout(() => {
      app.server.closeAllConnections()
    }, maxWait)
    try {
      await app.close()
    } finally {
      clearInterval(unused)
      clearTimeout(all)
    }
  }
}

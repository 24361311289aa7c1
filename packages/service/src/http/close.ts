import type { FastifyInstance } from 'fastify'

const lookEvery = 20
const mostPatience = 5000

/**
 * Closes the server: requests that run are answered, connections are let go as they fall idle, and after five seconds
 * the rest (slow downloads) is cut off. Left alone, a kept-alive connection would hold the process for over a minute.
 */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => {
    app.server.closeIdleConnections()
  }, lookEvery)
  const all = setTimeout(() => {
    app.server.closeAllConnections()
  }, mostPatience)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(all)
  }
}

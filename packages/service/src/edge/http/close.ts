import type { FastifyInstance } from 'fastify'

const lookEvery = 20
const maxWait = 5000

/**
 * Closes the server: requests that run are answered, idle connections are closed, and after five seconds
 * the rest (slow downloads) is cut off. Left alone, a kept-alive connection would hold the process for over a minute.
 */
export async function closeServer(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => {
    app.server.closeIdleConnections()
  }, lookEvery)
  const all = setTimeout(() => {
    app.server.closeAllConnections()
  }, maxWait)
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(all)
  }
}

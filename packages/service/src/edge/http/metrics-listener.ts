import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { Metrics } from '../../run/telemetry/metrics.js'
import { holdsKey } from './routes/metrics.js'

/** What a listener for the metrics needs. */
export interface MetricsListenerParts {
  metrics: () => Promise<Metrics>
  /** Undefined: every client that reaches the port may read them. */
  key: string | undefined
  host: string
  port: number
}

/**
 * Answers `GET /metrics` at a port of its own, which nothing forwards to unless somebody says so. Rejects with the error of a
 * port that cannot be listened on. Resolves with the server once it listens.
 */
export async function listenForScrapes({ metrics, key, host, port }: MetricsListenerParts): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text)
    }
    const [path] = (request.url ?? '').split('?')
    if (path !== '/metrics') answer(404, 'metrics are at /metrics\n')
    else if (request.method !== 'GET') answer(405, 'ask with GET\n', { allow: 'GET' })
    else if (key !== undefined && !holdsKey(request.headers, key))
      answer(401, 'send the key of MODEL_TASKS_METRICS_KEY as Authorization: Bearer <key>\n', {
        'www-authenticate': 'Bearer',
      })
    else
      void metrics()
        .then(async (opened) => {
          answer(200, await opened.scrape(), { 'content-type': opened.contentType, 'cache-control': 'no-store' })
        })
        .catch(() => {
          answer(500, 'the metrics could not be read; see the log\n')
        })
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

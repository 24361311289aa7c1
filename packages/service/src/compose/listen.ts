import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { listenForScrapes } from '../edge/http/metrics-listener.js'
import type { Settings } from '../settings/settings.js'
import { SettingsError } from '../settings/settings-error.js'
import type { Metrics } from '../run/telemetry/metrics.js'

/** Has the service answer where the settings say. Answers its address; throws `SettingsError` where that cannot be used. */
export async function listen(app: FastifyInstance, { host, port }: Settings): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw listenError(error, 'MODEL_TASKS', host, port)
  }
  return urlOf(app.server, host, port)
}

/** The same for scrapes, at a port of their own. */
export async function listenForMetrics(
  { metricsHost: host, metricsKey: key }: Settings,
  port: number,
  metrics: () => Promise<Metrics>,
): Promise<Server> {
  try {
    return await listenForScrapes({ metrics, key, host, port })
  } catch (error) {
    throw listenError(error, 'MODEL_TASKS_METRICS', host, port)
  }
}

/** Where a server is reached from this machine. */
export function urlOf(server: Server, host: string, port: number): string {
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${actualPort}`
}

/** `prefix`: what the names of the settings begin with. */
function listenError(error: unknown, prefix: string, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') {
    return new SettingsError(
      `${prefix}_PORT: port ${port} of ${host} is in use by another program; stop that one, or choose another port from 1 to 65535 (0: any free one)`,
    )
  }
  if (code === 'EACCES')
    return new SettingsError(
      `${prefix}_PORT: this user may not listen on port ${port}; choose a port from 1024 to 65535`,
    )
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new SettingsError(
      `${prefix}_HOST: ${host} is not an address of this machine; use 127.0.0.1 (this machine only), 0.0.0.0 (all networks) or an address of its own`,
    )
  }
  return error
}

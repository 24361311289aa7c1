import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from '../settings/settings.js'
import { reasonOf } from '../reason.js'
import { error, ok, type Finding } from './report.js'

const about = 'port'
const timeout = 2000

/** Whether the service can listen where it is to. */
export async function checkPort({ host, port }: Settings): Promise<Finding[]> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return [ok(about, port === 0 ? `any free one of ${host}` : `${port} of ${host} is free`)]
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
    if (code === 'EADDRINUSE') return [await taken(host, port)]
    if (code === 'EACCES')
      return [
        error(
          about,
          `this user may not listen on ${port}`,
          'set MODEL_TASKS_PORT to 1024 or more, and put a proxy in front',
        ),
      ]
    return [
      error(
        about,
        `${host} cannot be listened on: ${reasonOf(thrown)}`,
        'set MODEL_TASKS_HOST to 127.0.0.1, 0.0.0.0 or an address of this machine',
      ),
    ]
  } finally {
    server.close()
  }
}

/** A service of this kind that runs there is what an operator expects to see. */
async function taken(host: string, port: number): Promise<Finding> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(timeout) }).catch(() => undefined)
  const text = (await answer?.text().catch(() => '')) ?? ''
  if (answer?.status === 200 && text.includes('"ready"'))
    return ok(about, `${port} of ${host}: a service runs there and is ready`)
  if (answer?.status === 503 && text.includes('urn:model-tasks:problem:'))
    return error(
      about,
      `${port} of ${host}: a service runs there and is not ready`,
      'read its log; the database is checked above',
    )
  return error(about, `${port} of ${host} is taken by another program`, 'stop that one, or set MODEL_TASKS_PORT')
}

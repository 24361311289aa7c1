import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Settings } from '../../settings/settings.js'
import { reasonOf } from '../../base/reason.js'
import { isOwnService } from './own-service.js'
import { error, ok, warning, type Finding } from './report.js'

const about = 'port'
const timeout = 2000

/** Whether the service can listen where it is to. */
export async function checkPort(settings: Settings): Promise<Finding[]> {
  const { host, port } = settings
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return [ok(about, port === 0 ? `any free one of ${host}` : `${port} of ${host} is free`)]
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
    if (code === 'EADDRINUSE') return [await taken(settings)]
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

/** A service on the same database that runs there is what an operator expects to see. */
async function taken(settings: Settings): Promise<Finding> {
  const { host, port } = settings
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
  const answerOf = async (path: string): Promise<string> => {
    const signal = AbortSignal.timeout(timeout)
    const answer = await fetch(`${url}${path}`, { signal, redirect: 'manual' }).catch(() => undefined)
    return (await answer?.text().catch(() => '')) ?? ''
  }
  const at = `${port} of ${host}`
  const said = await answerOf('/readyz')
  const ready = said.includes('"ready"')
  const other = 'stop that one, or set MODEL_TASKS_PORT'
  if (!ready && !said.includes('urn:model-tasks:problem:'))
    return error(about, `${at} is taken by another program`, other)
  const own = await isOwnService(settings, answerOf)
  if (own === undefined)
    return warning(
      about,
      `${at}: a service runs there; whether it is this one cannot be told while the database cannot be read`,
      'correct what is said of the database above; if the service is another one, set MODEL_TASKS_PORT',
    )
  if (!own) return error(about, `${at} is taken by a service that is not on this database`, other)
  if (ready) return ok(about, `${at}: a service on this database runs there and is ready`)
  return error(
    about,
    `${at}: a service on this database runs there and is not ready`,
    'read its log; the database is checked above',
  )
}

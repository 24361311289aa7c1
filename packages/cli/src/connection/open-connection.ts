import type { CallOptions, Capabilities, Journal, ModelTasks } from '@model-tasks/client'
import type { Session } from '../session.js'
import { connect, type Service } from './connection.js'
import { debugHooks } from './debug.js'
import { openJournal } from './journal.js'

/** The terminal's link to a service. */
export interface Connection {
  client: ModelTasks
  service: Service
  /** What the calls of a command share. */
  signal: AbortSignal
  /** Where the client says what is not as it should be. */
  logger: { warn: (message: string) => void }
  /** Where submits are recorded; undefined where no file can be kept. */
  journal: Journal | undefined
}

/** Makes a client of the chosen service; nothing is sent yet. Throws a Problem when no service is set. */
export async function openConnection(session: Session): Promise<Connection> {
  const service = await connect(session.globals, session)
  const { terminal, signal } = session
  session.context.service = service
  const warn = (message: string): void => {
    terminal.err(`${terminal.paint.err.warning('advice')}  ${message}\n`)
  }
  const logger = { warn }
  const journal = await openJournal(service.baseUrl, session.env, warn)
  const { ModelTasks } = await import('@model-tasks/client')
  const client = new ModelTasks({
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    journal,
    logger,
    ...(session.globals.debug === true ? debugHooks(session, service.apiKey) : {}),
  })
  return { client, service, signal, journal, logger }
}

/** Regardless of what a service declares, milliseconds after which a task is asked for again: as long as a Retry-After is obeyed. */
const maxInterval = 300_000

/** What the service declares; undefined where it declares nothing within `timeout` milliseconds. */
export function declaredBy(
  { client, signal }: Pick<Connection, 'client' | 'signal'>,
  timeout?: number,
): Promise<Capabilities | undefined> {
  return client.capabilities({ signal, requestTimeout: 5000, timeout }).catch(() => undefined)
}

/** How often a service that declares this may be asked for a task, in milliseconds; undefined where it does not say so. */
export function declaredInterval(declared: Capabilities | undefined): number | undefined {
  const seconds = declared?.polling?.minimumSeconds
  if (typeof seconds !== 'number' || !(seconds >= 0.05)) return undefined
  return Math.min(seconds * 1000, maxInterval)
}

/**
 * How often to ask for a task: as often as the service declares it may be asked, else as the interface says.
 * A service that declares nothing within `timeout` milliseconds leaves the client's own interval.
 */
export async function pollInterval(
  connection: Pick<Connection, 'client' | 'signal'>,
  timeout?: number,
): Promise<Pick<CallOptions, 'pollInterval'>> {
  const interval = declaredInterval(await declaredBy(connection, timeout))
  return interval === undefined ? {} : { pollInterval: interval }
}

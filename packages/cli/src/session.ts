import type { Readable } from 'node:stream'
import { ModelTasks, type CallOptions, type Journal } from '@model-tasks/client'
import { connect, type Connection, type Wishes } from './connection/connection.js'
import { openJournal } from './connection/journal.js'
import type { Exit } from './exit-codes.js'
import type { Terminal } from './terminal/terminal.js'

/** What every command is handed: the outside world, and nothing global beside it. */
export interface Session {
  terminal: Terminal
  /** Standard input. */
  input: Readable
  env: NodeJS.ProcessEnv
  /** Fires at Ctrl-C, and when the process is asked to end. */
  signal: AbortSignal
  /** Milliseconds since some moment. */
  now(): number
  /** What the command is about, filled in as it becomes known, so that a failure can name the next command. */
  about: { model?: string; out?: string; baseUrl?: string; pages?: string[] }
  /** How the command ended, where it is not simply done. */
  exit?: Exit
}

/** Options that every command takes. */
export interface CommonOptions extends Wishes {
  json?: boolean
  quiet?: boolean
}

/** A client of the chosen service, and the options that its calls share. */
export interface Line {
  client: ModelTasks
  connection: Connection
  signal: AbortSignal
  /** Where submits are written down; undefined where no file can be kept. */
  journal: Journal | undefined
}

/** Opens the line to the service; nothing is sent yet. Throws a Problem when no service is set. */
export async function openLine(session: Session, wishes: Wishes): Promise<Line> {
  const connection = await connect(wishes, session.env)
  const { terminal } = session
  session.about.baseUrl = connection.baseUrl
  const advise = (message: string): void => {
    terminal.err(`${terminal.paint.err.warning('advice')}  ${message}\n`)
  }
  const journal = await openJournal(connection.baseUrl, session.env, advise)
  const client = new ModelTasks({
    baseUrl: connection.baseUrl,
    apiKey: connection.apiKey,
    journal,
    logger: { warn: advise },
  })
  return { client, connection, signal: session.signal, journal }
}

/**
 * How often to ask for a task: as often as the service declares it may be asked, else as the interface says.
 * Any answer but a declaration leaves the client's own pace.
 */
export async function pace({ client, signal }: Line): Promise<Pick<CallOptions, 'pollInterval'>> {
  const declared = await client.capabilities({ signal, requestTimeout: 5000 }).catch(() => undefined)
  const seconds = declared?.polling?.minimumSeconds
  return typeof seconds === 'number' && seconds >= 0.05 ? { pollInterval: seconds * 1000 } : {}
}

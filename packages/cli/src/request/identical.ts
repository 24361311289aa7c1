import { ModelTasksError, type IntentEntry, type Journal } from '@model-tasks/client'
import type { Connection } from '../connection/open-connection.js'
import { flag } from '../definition/options.js'
import { getCommand, type NextCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import type { Session } from '../session.js'

/** `--again` of commands that submit one request. */
export const againOption = {
  again: flag('submit although an identical request is running, or its result was not stored; this costs again'),
}

/** How long the state of an earlier task is waited for, in milliseconds; it decides what is said, and not whether. */
const patience = 5_000

/**
 * Throws a Problem where the journal has a task, or a submit of unknown outcome, of an identical request for this account that was
 * not seen to end: who types a command again that was killed means that task. One that has failed meanwhile is recorded so.
 * `own` is the key of an intent that this process has recorded: of several, only those recorded before it count, so that of
 * two commands that begin at the same moment exactly one goes on.
 */
export async function refuseIdentical(
  session: Session,
  { client, journal, signal }: Connection,
  digest: string,
  own?: string,
): Promise<void> {
  if (journal === undefined) return
  const { JournalReader } = await import('@model-tasks/client/journal')
  const reader = new JournalReader()
  if (journal.read) await journal.read((entry) => reader.add(entry), {})
  else for (const entry of await journal.entries({})) reader.add(entry)
  const state = reader.state
  const running = state.running.filter(({ key }) => key !== own && reader.intentOf(key)?.request === digest)
  const place = state.open.findIndex(({ key }) => key === own)
  const open = state.open.slice(0, place < 0 ? undefined : place).filter(({ request }) => request === digest)
  if (running.length + open.length === 0) return
  const account = (await client.capabilities({ signal, requestTimeout: patience }).catch(() => undefined))?.account
  const isOfAccount = (intent: Pick<IntentEntry, 'account'> | undefined): boolean =>
    intent?.account === undefined || account === undefined || intent.account === account
  for (const { id, key } of running) {
    if (!isOfAccount(reader.intentOf(key))) continue
    const task = await client
      .task(id)
      .query({ signal, requestTimeout: patience })
      .catch(() => undefined)
    if (task?.status === 'failed') await recordFailed(journal, id)
    else
      throw identical(session, `is ${task?.status === 'completed' ? 'completed' : 'running'} as ${id}`, [
        task?.status === 'completed' ? getCommand(id) : ['resume'],
      ])
  }
  for (const intent of open)
    if (isOfAccount(intent))
      throw identical(session, `may have been accepted (Idempotency-Key ${intent.key})`, [['resume']])
}

/** A journal that records the digest of a request with its intent. `recorded` may throw then, which keeps the request from being sent. */
export function recordRequest(
  journal: Journal | undefined,
  request: string,
  recorded: (key: string) => Promise<void>,
): Journal | undefined {
  if (journal === undefined) return undefined
  return {
    entries: (logger) => journal.entries(logger),
    append: async (entry) => {
      if (entry.event !== 'intent') return journal.append(entry)
      await journal.append({ ...entry, request })
      await recorded(entry.key)
    },
  }
}

/** Throws the Problem that kept an intent from being recorded, or the error as it is. */
export function throwIdentical(error: unknown): never {
  throw error instanceof ModelTasksError && error.cause instanceof Problem ? error.cause : error
}

async function recordFailed(journal: Journal, id: string): Promise<void> {
  await journal.append({ event: 'ended', id, status: 'failed', at: new Date().toISOString() })
}

function identical(session: Session, what: string, first: NextCommand[]): Problem {
  return new Problem(
    `an identical request ${what}; nothing was submitted: \`resume\`, or \`--again\` to buy another`,
    'identical',
    [...first, [...session.words, '--again']],
  )
}

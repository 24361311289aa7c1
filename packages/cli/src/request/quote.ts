import { formatCount } from '@model-tasks/validation/count'
import type { RequestFile } from '@model-tasks/client/media'
import type { JsonValue } from '@model-tasks/spec'
import { openConnection } from '../connection/open-connection.js'
import { Problem } from '../failure/problem.js'
import { printJson, type Session } from '../session.js'
import { formatFindings } from './findings.js'

/** Milliseconds that the service may take to answer. */
const timeout = 30_000

/**
 * Asks the service what a task of this request would cost, and prints it. Nothing is submitted. Throws a Problem for a
 * request with local files, which are sent with a submit alone, and what the client throws where the service rejects the
 * request, such as for what its upstream cannot carry.
 */
export async function printQuote(
  session: Session,
  model: string,
  body: Readonly<Record<string, JsonValue>>,
  files: readonly RequestFile[],
): Promise<void> {
  const { terminal, globals, context } = session
  const [file] = files
  if (file !== undefined)
    throw new Problem(`--quote takes no local file such as ${file.name}: publish it and give its URL`, 'usage')
  context.submits = false
  const { client, service, signal } = await openConnection(session)
  const { model: _, ...params } = body
  const quote = await client.quote(model, params, { signal, timeout })
  if (globals.json === true) {
    printJson(session, quote)
    return
  }
  const { amount, available, findings } = quote
  const left = available === undefined ? '' : `; the account has ${available}`
  terminal.out(`${model} would cost ${formatCount(amount, 'credit')} at ${service.baseUrl}${left}\n`)
  terminal.err(formatFindings(terminal, findings))
  terminal.err(`${terminal.paint.err.faint('Quote: no task was made.')}\n`)
}

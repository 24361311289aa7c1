import type { Capabilities } from '@model-tasks/client'
import type { LineState, Retry } from '@model-tasks/client/batch'
import { realpath } from 'node:fs/promises'
import { adoptLines } from './adopt.js'
import { checkAccount } from './account.js'
import { openConnection, pollInterval } from '../connection/open-connection.js'
import { resumeCommand, type NextCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import type { RequestOptions } from '../request/prepare.js'
import { readTextFile, readTextStream } from '../request/read-text.js'
import { destinationOf } from '../result/destination-options.js'
import { exitOf, reportOutcomes } from '../result/outcome.js'
import { printNext, type Session } from '../session.js'
import { createBoard } from '../terminal/board.js'
import { openBatchLedger } from './open.js'
import { plan, type Planned } from './plan.js'
import { prepareLines, type PreparedLine } from './prepare.js'
import { runBatch } from './run-batch.js'
import { runLine } from './run-line.js'
import { canContinue, creditsOf, summarize } from './summary.js'

/** The options of a batch, as the command line gives them. */
export interface BatchOptions extends RequestOptions {
  out: string | undefined
  force: boolean
  timeout: number | undefined
  concurrency: number
  budget: number | undefined
  restart: boolean
  retry: Retry | undefined
  sameAccount: boolean
  again: boolean
}

/** Runs the batch in `file` from its check to its report, continuing what earlier runs did. Throws a Problem before anything is sent. */
export async function executeBatch(session: Session, file: string, options: BatchOptions): Promise<void> {
  const { terminal, globals, context } = session
  const place = file === '-' ? 'standard input' : file
  const content = await (file === '-' ? readTextStream(session.input, place) : readTextFile(file))
  const prepared = await prepareLines(session, content, place, !options.noValidate)
  if (options.dryRun) {
    terminal.err(
      `${prepared.length === 1 ? 'The request is' : `All ${prepared.length} requests are`} valid. Dry run: nothing was sent.\n`,
    )
    return
  }
  context.submits = true
  const connection = await openConnection(session)
  const now = (): string => new Date(session.date()).toISOString()
  const where = file === '-' ? `standard input of ${process.cwd()}` : await realpath(file)
  const again = file === '-' ? [] : [continuation(session, file, options.out)]
  const opened = await openBatchLedger(session, connection.service.baseUrl, where, { now, again })
  try {
    if (options.restart) await opened?.ledger.append({ event: 'restarted', at: now() })
    else if (opened?.ledger.damage !== undefined) throw damaged(opened.ledger.path, opened.ledger.damage)
    const lines = prepared.map(({ line }) => line)
    if (opened)
      await adoptLines(session, opened.ledger, { place: where, baseUrl: connection.service.baseUrl, lines, again })
    const states = opened?.ledger.state() ?? new Map<string, LineState>()
    const declared = await capabilities(connection.client, connection.signal)
    const planned = plan(lines, states, {
      retry: options.retry,
      idempotent: declared?.extensions.includes('idempotency') === true,
    })
    checkAccount(planned, declared?.account)
    // A single result has a single file, which may be there because this batch has stored it.
    const { out } = options
    const destination = await destinationOf(session, options, {
      count: prepared.length,
      // What is accepted already is paid for: where its file cannot be stored, its line says so, and the others go on.
      models: planned.flatMap(({ line, step }) =>
        step.kind === 'submit' || step.kind === 'repeat' ? [line.model] : [],
      ),
      isOwn: (path) => [...states.values()].some(({ files }) => files.has(path)),
    })
    const call = { signal: connection.signal, timeout: options.timeout, ...(await pollInterval(connection)) }
    const requests = new Map(prepared.map((each) => [each.line, each]))
    const board = createBoard(terminal, planned.length, session.now)
    const batchContext = {
      session: { ...session, globals: { ...globals, quiet: true } },
      connection,
      ledger: opened?.ledger,
      destination,
      call,
      now,
      newKey: () => crypto.randomUUID(),
      sameAccount: options.sameAccount,
      again: options.again || options.restart,
      onStarted: board.started,
    }
    const quoted = async (each: Planned, request: PreparedLine | undefined): Promise<number | undefined> => {
      if (request === undefined || request.hasFiles) return undefined
      const params = each.line.input
      return connection.client.quote(each.line.model, params, { signal: connection.signal }).then(
        ({ amount }) => amount,
        () => undefined,
      )
    }
    const outcomes = await runBatch(
      planned,
      {
        concurrency: options.concurrency,
        budget: options.budget,
        retry: options.retry,
        signal: connection.signal,
        board,
        quote: (each) => quoted(each, requests.get(each.line)),
      },
      (each) => {
        const request = requests.get(each.line)
        if (request === undefined) throw new Error('a planned line has no request')
        return runLine(batchContext, each, request)
      },
    ).finally(board.close)
    const reported = outcomes.map(({ next: _next, final: _final, retry: _retry, ...outcome }) => outcome)
    reportOutcomes(session, reported)
    session.exit = exitOf(reported, session.signal.aborted)
    if (globals.quiet === true || globals.json === true) return
    terminal.err(`${summarize(outcomes, creditsOf(outcomes, planned))}\n`)
    printNext(session, [
      ...(canContinue(outcomes) ? [continuation(session, file, out)] : []),
      ...(outcomes.some(({ exit }) => exit === 'submitUnknown') ? [['list'], ['resume']] : []),
    ])
  } finally {
    await opened?.release()
  }
}

/** The error of a record that may have lost a submit: submitting what it does not show could pay twice. */
function damaged(path: string, damage: string): Problem {
  return new Problem(
    `the record of this batch, ${path}, has ${damage}, and a line of the batch may have been submitted that it no longer shows; nothing was sent. Fix or delete these lines, or give --restart to submit every line anew`,
    'usage',
    [['list']],
  )
}

/** The command that continues the batch: the same, without the options that start something anew. */
function continuation({ words }: Session, file: string, out: string | undefined): NextCommand {
  if (file === '-') return resumeCommand(out)
  return words.filter(
    (word, index) => word !== '--restart' && !word.startsWith('--retry') && words[index - 1] !== '--retry',
  )
}

function capabilities(
  client: Awaited<ReturnType<typeof openConnection>>['client'],
  signal: AbortSignal,
): Promise<Capabilities | undefined> {
  return client.capabilities({ signal, requestTimeout: 5000 }).catch(() => undefined)
}

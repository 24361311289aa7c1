import { createReadStream } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { LineState } from '../batch/ledger.js'
import { openBatchLedger } from '../batch/open.js'
import { plan } from '../batch/plan.js'
import { prepareLines } from '../batch/prepare.js'
import { runBatch } from '../batch/run-batch.js'
import { runLine } from '../batch/run-line.js'
import { canContinue, creditsOf, summarize } from '../batch/summary.js'
import { openConnection, pollInterval } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { choice, flag, integer } from '../definition/options.js'
import type { NextCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import { requestOptions } from '../request/prepare.js'
import { destinationOf, outManyOptions, timeoutOption } from '../result/destination-options.js'
import { exitOf, reportOutcomes } from '../result/outcome.js'
import { printNext, type Session } from '../session.js'
import { createBoard } from '../terminal/board.js'

/** Many requests from a file, a few at a time. */
export const batch = defineCommand({
  name: 'batch',
  group: 'Tasks',
  summary: 'run many requests from a file, one JSON object per line',
  description:
    'Runs many requests from a file, one JSON object per line: {"model": "…", "prompt": "…"}. All lines are checked before the first is sent. Running the same file again continues it: a line that was submitted is never submitted again, however often the file is edited around it, and results that are stored stay. A line is known by its content and by which occurrence of it this is.',
  arguments: [{ name: 'file', description: 'a file of requests, or - for standard input', values: 'file' }],
  options: {
    ...outManyOptions,
    ...timeoutOption,
    concurrency: integer('number', 1, 'run this many tasks at once', 4),
    budget: integer(
      'credits',
      0,
      'submit nothing more once the batch has used this many credits, earlier runs included',
    ),
    restart: flag('forget what earlier runs did and submit every line anew'),
    retry: choice(
      'which',
      ['failed', 'unknown'],
      'submit lines again whose task failed, or whose outcome is unknown: failed or unknown',
    ),
    ...requestOptions,
  },
  examples: [
    { command: 'batch requests.jsonl --out clips/', does: 'run a file of requests; the same command continues it' },
    { command: 'batch requests.jsonl --dry-run', does: 'check every line and send nothing' },
    { command: 'batch requests.jsonl --out clips/ --retry failed', does: 'submit the lines again whose task failed' },
  ],
  online: true,
  async run(session, { args: [file = ''], options }) {
    const { terminal, globals, context } = session
    const content = await readAll(file === '-' ? session.input : createReadStream(file)).catch((error: Error) => {
      throw new Problem(`cannot read ${file}: ${error.message}`, 'usage')
    })
    const place = file === '-' ? 'standard input' : file
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
    const opened = await openBatchLedger(session, connection.service.baseUrl, where, now)
    try {
      if (options.restart) await opened?.ledger.append({ event: 'restarted', at: now() })
      const states = opened?.ledger.state() ?? new Map<string, LineState>()
      // A single result has a single file, which may be there because this batch has stored it.
      const { out } = options
      const own = out !== undefined && [...states.values()].some(({ files }) => files.has(out))
      const destination = await destinationOf(session, { ...options, force: options.force || own }, prepared.length)
      const call = { signal: connection.signal, timeout: options.timeout, ...(await pollInterval(connection)) }
      const planned = plan(
        prepared.map(({ line }) => line),
        states,
        { retry: options.retry, idempotent: await keepsKeys(connection.client, connection.signal) },
      )
      const requests = new Map(prepared.map((each) => [each.line, each]))
      const board = createBoard(terminal, planned.length, session.now)
      const batchContext = {
        session: { ...session, globals: { ...globals, quiet: true } },
        connection,
        ledger: opened?.ledger,
        destination: destination === undefined ? undefined : { ...destination, force: options.force },
        call,
        now,
        newKey: () => crypto.randomUUID(),
        onStarted: board.started,
      }
      const outcomes = await runBatch(
        planned,
        { concurrency: options.concurrency, budget: options.budget, signal: connection.signal, board },
        (each) => {
          const request = requests.get(each.line)
          if (request === undefined) throw new Error('a planned line has no request')
          return runLine(batchContext, each, request)
        },
      ).finally(board.close)
      const reported = outcomes.map(({ next: _, ...outcome }) => outcome)
      reportOutcomes(session, reported)
      session.exit = exitOf(reported, session.signal.aborted)
      if (globals.quiet === true || globals.json === true) return
      terminal.err(`${summarize(outcomes, creditsOf(outcomes))}\n`)
      if (canContinue(outcomes)) printNext(session, [continuation(session, file, out)])
      if (outcomes.some(({ exit }) => exit === 'submitUnknown')) printNext(session, [['list'], ['resume']])
    } finally {
      await opened?.release()
    }
  },
})

/** The command that continues the batch: the same, without the options that start something anew. */
function continuation({ words }: Session, file: string, out: string | undefined): NextCommand {
  if (file === '-') return ['resume', ...(out === undefined ? [] : ['--out', out])]
  return words.filter(
    (word, index) => word !== '--restart' && !word.startsWith('--retry') && words[index - 1] !== '--retry',
  )
}

async function keepsKeys(
  client: Awaited<ReturnType<typeof openConnection>>['client'],
  signal: AbortSignal,
): Promise<boolean> {
  const declared = await client.capabilities({ signal, requestTimeout: 5000 }).catch(() => undefined)
  return declared?.extensions.includes('idempotency') === true
}

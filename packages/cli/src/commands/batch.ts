import { createReadStream } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { BatchRequest, BatchResult } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import { checkRequest, type Finding } from '@model-tasks/validation'
import { saveResult } from '../finish.js'
import { reportOutcomes, type Outcome } from '../outcome.js'
import { prepareDestination } from '../output-file.js'
import { Problem } from '../problem.js'
import { invalid } from '../request/invalid.js'
import { readLines } from '../request/lines.js'
import { withRequiredDefaults } from '../request/required-defaults.js'
import { openLine, pace, type CommonOptions, type Session } from '../session.js'
import { createBoard } from '../terminal/board.js'
import { aboutModel, explain } from '../failure.js'
import type { AddCommand } from './command.js'
import { duration, wholeNumber } from './option-values.js'

interface BatchOptions extends CommonOptions {
  out?: string
  concurrency: number
  budget?: number
  timeout?: number
  validate: boolean
  dryRun?: boolean
}

/** `batch`: many requests from a file, a few at a time. */
export const addBatch: AddCommand = (program, session) => {
  const command = program
    .command('batch')
    .summary('run many requests from a file, one JSON object a line')
    .description(
      'Runs many requests from a file, one JSON object a line: {"model": "…", "prompt": "…"}. All are checked before the first is sent.',
    )
    .argument('<file>', 'file of requests; - for standard input')
    .option('-o, --out <place>', 'store results in this folder/ or by this template with {id}, {model}, {ext}')
    .option('--concurrency <number>', 'how many tasks run at once', wholeNumber(1), 4)
    .option('--budget <credits>', 'submit nothing more once this many credits are used', wholeNumber(0))
    .option('--timeout <time>', 'stop waiting for a task after this long; it goes on', duration)
    .option('--dry-run', 'check the requests; send nothing')
    .option('--no-validate', 'send the requests as they are, when the catalogue is behind the service')
  command.action(async (file: string) => {
    const options = command.optsWithGlobals<BatchOptions>()
    const content = await text(file === '-' ? session.input : createReadStream(file)).catch((error: Error) => {
      throw new Problem(`cannot read ${file}: ${error.message}`, 'usage')
    })
    const requests = readLines(content, file)
    if (options.validate) await checkAll(session, requests)
    if (options.dryRun === true) {
      session.terminal.err(
        `${requests.length === 1 ? 'The request is' : `All ${requests.length} requests are`} valid. Dry run: nothing was sent.\n`,
      )
      return
    }
    await runBatch(
      session,
      requests.map(({ request }) => request),
      options,
    )
  })
}

/** Throws with the findings of every line that is wrong; what to type next are the pages of their models. */
async function checkAll(session: Session, requests: ReturnType<typeof readLines>): Promise<void> {
  const findings: Finding[] = []
  const pages = new Set<string>()
  for (const { line, request } of requests) {
    const report = await checkRequest(
      await withRequiredDefaults(request.model, { ...request.input, model: request.model }),
    )
    if (!report.ok) pages.add(aboutModel(report.findings, request.model))
    findings.push(
      ...report.findings
        .filter(({ severity }) => severity === 'error')
        .map((finding) => ({ ...finding, message: `line ${line}: ${finding.message}` })),
    )
  }
  session.about.pages = [...pages]
  if (findings.length > 0) throw invalid('the batch', findings)
}

async function runBatch(session: Session, requests: BatchRequest[], options: BatchOptions): Promise<void> {
  const destination = options.out === undefined ? undefined : await prepareDestination(options.out, requests.length)
  const line = await openLine(session, options)
  const board = createBoard(session.terminal, requests.length, () => session.now())
  const ids = new Map<BatchRequest, string>()
  const files = new Map<BatchRequest, string>()
  try {
    const { results, summary } = await line.client.runAll(requests, {
      ...(await pace(line)),
      signal: line.signal,
      timeout: options.timeout,
      concurrency: options.concurrency,
      budget: options.budget,
      validate: 'off',
      onSubmitted: (id, request) => {
        ids.set(request, id)
        board.started(id, request.model)
      },
      onCompleted: async (handle, request) => {
        if (destination !== undefined)
          files.set(request, (await saveResult(handle, destination, { signal: line.signal })).file)
      },
      onProgress: (_, result) => {
        board.ended(ids.get(result.request), result.status, taskOf(result)?.amount)
      },
    })
    board.close()
    reportOutcomes(
      session,
      results.map((result) => outcomeOf(session, result, ids, files)),
      options.json === true,
    )
    if (options.quiet !== true && options.json !== true)
      session.terminal.err(
        `${summary.completed} completed, ${summary.failed} failed, ${summary.skipped} not submitted, ${summary.amount} credits\n`,
      )
  } finally {
    board.close()
  }
}

function taskOf(result: BatchResult): Task | undefined {
  return result.status === 'completed' ? result.task : result.status === 'failed' ? result.error.task : undefined
}

function outcomeOf(
  session: Session,
  result: BatchResult,
  ids: Map<BatchRequest, string>,
  files: Map<BatchRequest, string>,
): Outcome {
  const { request } = result
  const known = { id: ids.get(request) ?? '', model: request.model }
  if (result.status === 'skipped') return { ...known, status: 'skipped', error: result.reason, exit: 'refused' }
  if (result.status === 'completed') {
    const file = files.get(request)
    return {
      ...known,
      status: result.task.status,
      task: result.task,
      exit: 'ok',
      ...(file === undefined ? {} : { file }),
    }
  }
  const { message, exit } = explain(result.error, { ...session.about, interrupted: session.signal.aborted })
  return { ...known, status: result.error.task?.status ?? 'failed', error: message, task: result.error.task, exit }
}

import { checkRequest } from '@model-tasks/validation'
import type { Command } from 'commander'
import { connect } from '../connection/connection.js'
import type { CommonOptions, Session } from '../session.js'
import { curl } from './curl.js'
import { invalid } from './invalid.js'
import { withRequiredDefaults } from './required-defaults.js'
import { showFindings } from './show-findings.js'
import { readRequest, type TypedRequest } from './words.js'

/** Options of commands that send a request. */
export interface RequestOptions extends CommonOptions {
  /** False with `--no-validate`. */
  validate: boolean
  dryRun?: boolean
}

/** A request that may be sent. */
export type PreparedRequest = Pick<TypedRequest, 'model' | 'body'>

/** Adds the options of commands that send a request. */
export function requestOptions(command: Command): Command {
  return command
    .option('--dry-run', 'show the request, its findings and the curl command; send nothing')
    .option('--no-validate', 'send the request as it is, when the catalogue is behind the service')
}

/**
 * Reads the request of a command, fills in what the client would, and checks it. Advice is printed; mistakes throw RequestInvalidError.
 * Undefined after a dry run, which prints the request instead.
 */
export async function prepareRequest(
  session: Session,
  words: readonly string[],
  options: RequestOptions,
): Promise<PreparedRequest | undefined> {
  const { model, body } = await readRequest(words, session.input)
  const request = { model, body: await withRequiredDefaults(model, body) }
  session.about.model = model
  const { findings } = options.validate ? await checkRequest(request.body) : { findings: [] }
  const mistaken = findings.some(({ severity }) => severity === 'error')
  if (options.dryRun === true) await showDryRun(session, request, findings, options)
  if (mistaken) throw invalid(`the request for ${model}`, findings)
  if (options.dryRun === true) return undefined
  if (options.quiet !== true) session.terminal.err(showFindings(session.terminal, findings))
  return request
}

async function showDryRun(
  session: Session,
  { body }: PreparedRequest,
  findings: Parameters<typeof showFindings>[1],
  options: RequestOptions,
): Promise<void> {
  const { terminal } = session
  const baseUrl = await connect(options, session.env).then(
    (connection) => connection.baseUrl,
    () => '$MODEL_TASKS_BASE_URL',
  )
  const command = curl(baseUrl, body)
  if (options.json === true) {
    terminal.out(`${JSON.stringify({ request: body, findings, curl: command })}\n`)
    return
  }
  terminal.out(`${JSON.stringify(body, null, 2)}\n\n${command}\n`)
  if (!findings.some(({ severity }) => severity === 'error')) terminal.err(showFindings(terminal, findings))
  terminal.err(`${terminal.paint.err.faint('Dry run: nothing was sent.')}\n`)
}

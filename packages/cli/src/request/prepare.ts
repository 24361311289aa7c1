import type { CustomParams } from '@model-tasks/client'
import type { RequestFile } from '@model-tasks/client/media'
import type { JsonValue } from '@model-tasks/spec'
import type { Finding } from '@model-tasks/validation'
import { connect } from '../connection/connection.js'
import { flag, type OptionValues } from '../definition/options.js'
import { findModel } from '../models/catalogue.js'
import { printJson, type Session } from '../session.js'
import { curl } from './curl.js'
import { formatFindings } from './findings.js'
import { invalid } from './invalid.js'
import { withLocalFiles } from './local-files.js'
import { withRequiredDefaults } from './required-defaults.js'
import { readRequest } from './words.js'

/** Options of commands that send a request. */
export const requestOptions = {
  dryRun: flag('print the request, its findings and the curl command; send nothing'),
  noValidate: flag('send the request as it is, when the catalogue is behind the service'),
}
export type RequestOptions = OptionValues<typeof requestOptions>

/** The option of commands that send one request. */
export const quoteOption = {
  quote: flag('ask the service what the task would cost and whether it can carry the request; submit nothing'),
}

/** The arguments of commands that send a request. */
export const requestArguments = [
  { name: 'model', description: 'a Model ID; left out where @body.json names one', optional: true, values: 'model' },
  {
    name: 'name=value',
    description:
      'a parameter; arrays by repeating it, a member of an object as name.member=value. name:=json gives the JSON itself, name=@file the content of a file, name=- that of standard input; a media parameter takes a URL or a local file. @body.json is a whole body, @- one on standard input',
    optional: true,
    many: true,
    values: 'parameters',
  },
] as const

/** A request that may be sent. */
export interface PreparedRequest {
  model: string
  /** The body, with the local files among its media, which are uploaded or inlined before it is sent. */
  params: CustomParams
}

/**
 * Reads the request of a command, fills in what the client would, and checks it with its local files. Prints advice.
 * Undefined after a dry run, which prints the request instead, and after a quote. Throws a Problem with the findings of an invalid request.
 */
export async function prepareRequest(
  session: Session,
  words: readonly string[],
  options: RequestOptions & Partial<OptionValues<typeof quoteOption>>,
): Promise<PreparedRequest | undefined> {
  const { model, body } = await readRequest(words, { stream: session.input }, session.words)
  session.context.model = model
  const filled = await withRequiredDefaults(model, body)
  const { params, files, findings } = await checkBody(model, filled, !options.noValidate)
  const rejected = findings.some(({ severity }) => severity === 'error')
  if (options.dryRun) await printDryRun(session, filled, files, findings)
  if (rejected) throw invalid(`the request for ${model}`, findings, model)
  if (options.quote === true) await (await import('./quote.js')).printQuote(session, model, filled, files)
  if (options.dryRun || options.quote === true) return undefined
  if (session.globals.quiet !== true) session.terminal.err(formatFindings(session.terminal, findings))
  return { model, params }
}

/** A body with its local files, and what is wrong with it and with them. */
export interface CheckedBody {
  params: CustomParams
  files: readonly RequestFile[]
  findings: Finding[]
}

/** Checks a body with its local files, or, without `validate`, only that the files can be sent. Throws a Problem where a path leads nowhere. */
export async function checkBody(
  model: string,
  body: Readonly<Record<string, JsonValue>>,
  validate: boolean,
): Promise<CheckedBody> {
  const { params, hasFiles } = await withLocalFiles(findModel(model), body)
  const {
    files,
    checkable,
    findings: ofFiles,
  } = hasFiles
    ? await (await import('@model-tasks/client/media')).inspectFiles(model, params, { limits: validate })
    : { files: [], checkable: body, findings: [] }
  if (!validate) return { params, files, findings: [...ofFiles] }
  const { checkRequest } = await import('@model-tasks/validation')
  const local = new Set(ofFiles.map(({ path }) => path))
  const findings = (await checkRequest(checkable)).findings.filter(({ path }) => !local.has(path))
  return { params, files, findings: [...findings, ...ofFiles] }
}

async function printDryRun(
  session: Session,
  body: Record<string, JsonValue>,
  files: readonly RequestFile[],
  findings: readonly Finding[],
): Promise<void> {
  const { terminal, globals } = session
  const baseUrl = await connect(globals, session).then(
    (service) => service.baseUrl,
    () => '$MODEL_TASKS_BASE_URL',
  )
  const isUploaded = ({ accepts }: RequestFile): boolean => accepts[0] === 'asset'
  const { withReferences } = await import('@model-tasks/client/media')
  const shown = withReferences(body, files, (file) =>
    isUploaded(file) ? `assetId://<id of ${file.name}>` : `data:<base64 of ${file.name}>`,
  )
  const command = curl(baseUrl, shown)
  if (globals.json === true) {
    const ways = files.map((file) => ({ path: file.name, way: isUploaded(file) ? 'upload' : 'inline' }))
    printJson(session, { request: shown, findings, curl: command, files: ways })
    return
  }
  terminal.out(`${JSON.stringify(shown, null, 2)}\n\n${command}\n`)
  if (!findings.some(({ severity }) => severity === 'error')) terminal.err(formatFindings(terminal, findings))
  for (const file of files)
    terminal.err(
      `${terminal.paint.err.faint('file')}    ${file.name} would be ${isUploaded(file) ? 'uploaded' : 'inlined'}\n`,
    )
  terminal.err(`${terminal.paint.err.faint('Dry run: nothing was sent.')}\n`)
}

import type { JsonValue } from '@model-tasks/spec'
import type { Finding } from '@model-tasks/validation'
import { connect } from '../connection/connection.js'
import { flag, type OptionValues } from '../definition/options.js'
import { catalogue, findModel, nearestModel } from '../models/catalogue.js'
import type { Session } from '../session.js'
import { curl } from './curl.js'
import { formatFindings } from './findings.js'
import { invalid } from './invalid.js'
import { findLocalMedia, placeholder, withReferences, type LocalFile } from './local-media.js'
import { withRequiredDefaults } from './required-defaults.js'
import { readRequest } from './words.js'

/** Options of commands that send a request. */
export const requestOptions = {
  dryRun: flag('print the request, its findings and the curl command; send nothing'),
  noValidate: flag('send the request as it is, when the catalogue is behind the service'),
}
export type RequestOptions = OptionValues<typeof requestOptions>

/** The arguments of commands that send a request. */
export const requestArguments = [
  { name: 'model', description: 'a Model ID; left out where @body.json names one', optional: true, values: 'model' },
  {
    name: 'name=value',
    description:
      'a parameter; arrays by repeating it. name:=json gives the JSON itself, name=@file the content of a file, name=- that of standard input; a media parameter takes a URL or a local file. @body.json is a whole body, @- one on standard input',
    optional: true,
    many: true,
    values: 'parameters',
  },
] as const

/** A request that may be sent. */
export interface PreparedRequest {
  model: string
  body: Record<string, JsonValue>
  /** Local files among its media, which are uploaded or inlined before it is sent. */
  files: readonly LocalFile[]
}

/**
 * Reads the request of a command, fills in what the client would, and checks it with its local files. Prints advice.
 * Undefined after a dry run, which prints the request instead. Throws a Problem with the findings of an invalid request.
 */
export async function prepareRequest(
  session: Session,
  words: readonly string[],
  options: RequestOptions,
): Promise<PreparedRequest | undefined> {
  const { model, body } = await readRequest(words, { stream: session.input }, session.words)
  session.context.model = model
  const filled = await withRequiredDefaults(model, body)
  const { files, findings } = await checkBody(session, model, filled, !options.noValidate)
  const request = { model, body: filled, files }
  const rejected = findings.some(({ severity }) => severity === 'error')
  if (options.dryRun) await printDryRun(session, request, findings)
  if (rejected) throw invalid(`the request for ${model}`, findings, model)
  if (options.dryRun) return undefined
  if (session.globals.quiet !== true) session.terminal.err(formatFindings(session.terminal, findings))
  return request
}

/** The local files of a body, and what is wrong with it and with them. */
export async function checkBody(
  { signal }: Session,
  model: string,
  body: Record<string, JsonValue>,
  validate: boolean,
): Promise<{ files: LocalFile[]; findings: Finding[] }> {
  const media = await findLocalMedia(findModel(model), body, signal)
  if (!validate) return { files: media.files, findings: media.findings.filter(({ rule }) => rule === 'media-local') }
  const { checkRequest } = await import('@model-tasks/validation')
  const { findings: checked } = await checkRequest(withReferences(body, media.files, placeholder))
  const findings = checked.map((finding) =>
    finding.rule === 'model-unknown' ? withKnownModel(finding, model) : finding,
  )
  const local = new Set(media.findings.map(({ path }) => path))
  return { files: media.files, findings: [...findings.filter(({ path }) => !local.has(path)), ...media.findings] }
}

/** A finding about an unknown model that suggests a model whose parameters are known, where one is near. */
function withKnownModel(finding: Finding, model: string): Finding {
  const suggested = typeof finding.suggestion === 'string' ? findModel(finding.suggestion) : undefined
  const near = suggested?.reference === false ? nearestModel(model, catalogue().models) : undefined
  return near === undefined || near === suggested?.id
    ? finding
    : {
        ...finding,
        suggestion: near,
        message: `model: ${JSON.stringify(model)} is not a Model ID; did you mean ${near}?`,
      }
}

async function printDryRun(
  session: Session,
  { body, files }: PreparedRequest,
  findings: readonly Finding[],
): Promise<void> {
  const { terminal, globals } = session
  const baseUrl = await connect(globals, session).then(
    (service) => service.baseUrl,
    () => '$MODEL_TASKS_BASE_URL',
  )
  const shown = withReferences(body, files, ({ way, path }) =>
    way === 'upload' ? `assetId://<id of ${path}>` : `data:<base64 of ${path}>`,
  )
  const command = curl(baseUrl, shown)
  if (globals.json === true) {
    terminal.out(
      `${JSON.stringify({ request: shown, findings, curl: command, files: files.map(({ path, way }) => ({ path, way })) })}\n`,
    )
    return
  }
  terminal.out(`${JSON.stringify(shown, null, 2)}\n\n${command}\n`)
  if (!findings.some(({ severity }) => severity === 'error')) terminal.err(formatFindings(terminal, findings))
  for (const { path, way } of files)
    terminal.err(
      `${terminal.paint.err.faint('file')}    ${path} would be ${way === 'upload' ? 'uploaded' : 'inlined'}\n`,
    )
  terminal.err(`${terminal.paint.err.faint('Dry run: nothing was sent.')}\n`)
}

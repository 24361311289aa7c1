import type { Preflight } from '@model-tasks/client/media'
import type { MediaParameter, Model } from '@model-tasks/spec/catalogue'
import { requireModel } from '../catalogue.js'
import { Problem } from '../problem.js'
import { showFindings } from '../request/show-findings.js'
import type { CommonOptions, Session } from '../session.js'
import { megabytes } from '../terminal/progress.js'
import { printable } from '../terminal/printable.js'
import { table } from '../terminal/table.js'
import type { AddCommand } from './command.js'

/** `media check`: files and addresses against a model's media limits, before they are published or sent. */
export const addMedia: AddCommand = (program, session) => {
  const media = program.command('media').description('Checks media files before they are sent.')
  const command = media
    .command('check')
    .summary('check files and addresses against the media limits of a model')
    .description(
      'Reads files and addresses, no more of them than tells what they are, and checks them against the media limits of a model. Nothing is sent to the service.',
    )
    .usage('<model> <file or URL ...> [options]')
    .argument('<model>', 'Model ID')
    .argument('<files...>', 'file or URL, or parameter=file where the model has several parameters of that kind')
  command.action(async (id: string, words: string[]) => {
    const options = command.optsWithGlobals<CommonOptions>()
    const model = requireModel(id)
    const input = assign(model, words)
    const { preflight } = await import('@model-tasks/client/media')
    const found = await preflight(model.id, input, { signal: session.signal })
    if (!found.ok || found.unread.length > 0) session.exit = 'invalid'
    if (options.json === true) session.terminal.out(`${JSON.stringify({ ...found, files: input })}\n`)
    else show(session, found, input)
  })
}

/** Gives each file to a parameter: the one it names, or the first of the model that takes its kind. */
function assign(model: Model, words: readonly string[]): Record<string, string[]> {
  const parameters = model.parameters.filter((parameter): parameter is MediaParameter => parameter.kind === 'media')
  if (parameters.length === 0)
    throw new Problem(`${model.id} takes no media`, 'usage', [`model-tasks models show ${model.id}`])
  const input: Record<string, string[]> = {}
  for (const word of words) {
    const named = parameters.find(({ name }) => word.startsWith(`${name}=`))
    const place = named === undefined ? word : word.slice(named.name.length + 1)
    const parameter = named ?? parameters.find(({ media }) => media === kindOf(place))
    if (parameter === undefined) {
      throw new Problem(
        `which parameter is ${JSON.stringify(word)} for? Write parameter=file with ${parameters.map(({ name }) => name).join(', ')}`,
        'usage',
      )
    }
    ;(input[parameter.name] ??= []).push(place)
  }
  return input
}

function kindOf(place: string): MediaParameter['media'] {
  const path = URL.canParse(place) ? new URL(place).pathname : place
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  if (['mp4', 'mov', 'm4v', 'webm', 'mkv', 'avi'].includes(extension)) return 'video'
  return ['wav', 'mp3', 'm4a', 'aac', 'ogg', 'opus', 'flac'].includes(extension) ? 'audio' : 'image'
}

function show(
  { terminal }: Session,
  { probes, unread, findings, ok }: Preflight,
  input: Record<string, string[]>,
): void {
  const paint = terminal.paint.out
  const rows = probes.map(({ parameter, index, format, bytes, width, height, seconds, framesPerSecond }) => [
    printable(input[parameter]?.[index] ?? ''),
    `${parameter}[${index}]`,
    format ?? '',
    bytes === undefined ? '' : megabytes(bytes),
    width === undefined || height === undefined ? '' : `${width}x${height}`,
    seconds === undefined ? '' : `${Math.round(seconds * 100) / 100} s`,
    framesPerSecond === undefined ? '' : `${framesPerSecond} fps`,
  ])
  if (rows.length > 0) terminal.out(table(rows, terminal.columns, { whole: [1] }))
  for (const { parameter, index, reason } of unread)
    terminal.err(
      `${terminal.paint.err.bad('error ')}  ${parameter}[${index}]: ${printable(input[parameter]?.[index] ?? '')} could not be read: ${printable(reason)}\n`,
    )
  terminal.err(showFindings(terminal, findings))
  if (ok && unread.length === 0)
    terminal.out(
      `${paint.good('fit')}     ${probes.length === 1 ? 'the file is' : `all ${probes.length} files are`} within the limits\n`,
    )
}

import type { Preflight } from '@model-tasks/client/media'
import type { MediaParameter, Model } from '@model-tasks/spec/catalogue'
import { defineCommand } from '../definition/command.js'
import { Problem } from '../failure/problem.js'
import { requireModel } from '../models/catalogue.js'
import { mediaKindOf } from '../models/media-kind.js'
import { formatFindings } from '../request/findings.js'
import type { Session } from '../session.js'
import { megabytes } from '../terminal/progress.js'
import { printable } from '../terminal/printable.js'
import { table } from '../terminal/table.js'

/** Check files and URLs against a model's media limits, before they are published or sent. */
export const mediaCheck = defineCommand({
  name: 'media check',
  group: 'Media',
  summary: 'check files and URLs against the media limits of a model',
  description:
    'Reads files and URLs, no more of them than is needed to know what they are, and checks them against the media limits of a model. Nothing is sent to the service.',
  arguments: [
    { name: 'model', description: 'a Model ID', values: 'model' },
    {
      name: 'file',
      description: 'a file or URL, or parameter=file where the model has several parameters of that kind',
      many: true,
      values: 'file',
    },
  ],
  options: {},
  examples: [
    { command: 'media check sd_2.0_discount cat.jpg', does: 'check an image' },
    {
      command: 'media check sd_2.0_discount first_image=cat.jpg reference_videos=clip.mp4',
      does: 'name the parameters',
    },
  ],
  online: false,
  async run(session, { args: [id = '', ...words] }) {
    const model = requireModel(id)
    const input = assign(model, words)
    const { preflight } = await import('@model-tasks/client/media')
    const found = await preflight(model.id, input, { signal: session.signal })
    if (!found.ok || found.unread.length > 0) session.exit = 'invalid'
    if (session.globals.json === true) session.terminal.out(`${JSON.stringify({ ...found, files: input })}\n`)
    else print(session, found, input)
  },
})

/** Gives each file to a parameter: the one it names, or the first of the model that takes its kind. */
function assign(model: Model, words: readonly string[]): Record<string, string[]> {
  const parameters = model.parameters.filter((parameter): parameter is MediaParameter => parameter.kind === 'media')
  if (parameters.length === 0) throw new Problem(`${model.id} takes no media`, 'usage', [['models', 'show', model.id]])
  const input: Record<string, string[]> = {}
  for (const word of words) {
    const named = parameters.find(({ name }) => word.startsWith(`${name}=`))
    const place = named === undefined ? word : word.slice(named.name.length + 1)
    const parameter = named ?? parameters.find(({ media }) => media === mediaKindOf(place))
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

function print(
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
  terminal.err(formatFindings(terminal, findings))
  if (ok && unread.length === 0)
    terminal.out(
      `${paint.good('fit')}     ${probes.length === 1 ? 'the file is' : `all ${probes.length} files are`} within the limits\n`,
    )
}

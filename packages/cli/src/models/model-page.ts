import { resultExtension } from '@model-tasks/client/policy'
import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import type { WordedMediaLimit } from '@model-tasks/spec/media'
import { quoted } from '../failure/shell.js'
import type { Paint } from '../terminal/paint.js'
import { table, wrap } from '../terminal/table.js'
import { hasDetails, modelFacts, parameterFacts, typeName } from './facts.js'

/** The limits on the files of a model, by parameter. */
export type MediaLimits = Readonly<Record<string, readonly WordedMediaLimit[]>>

/** Everything the catalogue states about one model, for a terminal of `width` columns; `program` starts the example. */
export function describeModel(
  model: Model,
  limits: MediaLimits,
  program: string,
  paint: Paint,
  width?: number,
): string {
  const { availability } = model
  return [
    `${paint.strong(model.id)}  ${paint.faint(modelFacts(model).join(', '))}\n`,
    ...lines(model.description, '', width),
    ...(availability.status === 'unavailable' ? [paint.bad(`Visible but unavailable: ${availability.reason}\n`)] : []),
    '\n',
    ...(model.reference
      ? [parameterTable(model, paint, width)]
      : ['The interface shows no parameters of this model; any are sent as they are.\n']),
    ...model.parameters
      .filter(hasDetails)
      .flatMap((parameter) => section(parameter.name, parameterFacts(parameter, limits[parameter.name]), paint, width)),
    ...section(
      'Rules',
      model.rules.map(({ message, severity }) => `${severity === 'advice' ? 'advised: ' : ''}${message}`),
      paint,
      width,
    ),
    ...section('Notes', notesOf(model), paint, width),
    `\n${paint.faint('Start with')}\n  ${[program, ...startingCommand(model)].join(' ')}\n`,
  ].join('')
}

/** The parameters of a model as a table. */
export function parameterTable(model: Model, paint: Paint, width?: number): string {
  return table(
    [
      ['PARAMETER', 'TYPE', '', 'ALLOWED', 'DEFAULT'].map((heading) => paint.faint(heading)),
      ...model.parameters.map((parameter) => [
        paint.strong(parameter.name),
        typeName(parameter),
        parameter.required ? paint.accent('required') : paint.faint('optional'),
        parameterFacts(parameter)[0] ?? '',
        'default' in parameter && parameter.default !== undefined ? String(parameter.default) : '',
      ]),
    ],
    width,
    { whole: [0, 1, 2], wrapped: [3] },
  )
}

/** The words of a command that submits the smallest request of this model. */
export function startingCommand(model: Model): string[] {
  const parameters = model.reference
    ? model.parameters
        .filter(({ required }) => required)
        .map((parameter) => quoted(`${parameter.name}=${exampleOf(parameter)}`))
    : ["prompt='A paper boat at dusk'"]
  const name = model.kind === 'image' ? 'image' : 'clip'
  return ['run', model.id, ...parameters, '--out', `${name}.${resultExtension({ object: model.kind })}`]
}

function section(title: string, items: string[], paint: Paint, width: number | undefined): string[] {
  return items.length === 0 ? [] : [`\n${paint.faint(title)}\n`, ...items.flatMap((item) => lines(item, '  - ', width))]
}

/** A string in lines that fit, the first after `start` and the others under it. */
function lines(content: string, start: string, width: number | undefined): string[] {
  if (width === undefined) return [`${start}${content}\n`]
  return wrap(content, width - start.length).map(
    (line, index) => `${index === 0 ? start : ' '.repeat(start.length)}${line}\n`,
  )
}

function notesOf(model: Model): string[] {
  return [
    ...model.notes.map((note) => note.text),
    ...model.parameters.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note.text}`)),
  ]
}

function exampleOf(parameter: Parameter): string {
  if (parameter.kind === 'prompt') return 'A paper boat at dusk'
  if ('default' in parameter && parameter.default !== undefined) return String(parameter.default)
  switch (parameter.kind) {
    case 'enum':
      return String(parameter.values[0])
    case 'integer':
      return String(parameter.minimum ?? 0)
    case 'boolean':
      return 'true'
    case 'media':
      return `https://example.com/${parameter.media}.${{ image: 'jpg', video: 'mp4', audio: 'mp3' }[parameter.media]}`
    default:
      return 'value'
  }
}

import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import { quoted } from './shell.js'
import type { Paint } from './terminal/paint.js'
import { table, wrap } from './terminal/table.js'

/** All about one model, for a terminal of `width` columns. */
export function describeModel(model: Model, paint: Paint, width?: number): string {
  const facts = [
    model.kind,
    ...(typeof model.displayName === 'string' ? [`display name ${model.displayName}`] : []),
    ...(model.listed ? [] : ['not in the published list']),
    ...(model.assetLibrary === true ? ['asset library'] : []),
  ]
  const { availability } = model
  return [
    `${paint.strong(model.id)}  ${paint.faint(facts.join(', '))}\n`,
    ...lines(model.description, '', width),
    ...(availability.status === 'unavailable' ? [paint.bad(`Visible but unavailable: ${availability.reason}\n`)] : []),
    '\n',
    ...(model.reference
      ? [parameterTable(model, paint, width)]
      : ['The interface shows no parameters of this model; any are sent as they are.\n']),
    ...section(
      'Rules',
      model.rules.map(({ parameters, message }) => `${parameters.join(', ')}: ${message}`),
      paint,
      width,
    ),
    ...section('Notes', notesOf(model), paint, width),
    `\n${paint.faint('Start from')}\n  ${startingCommand(model)}\n`,
  ].join('')
}

/** The parameters of a model as a table. */
export function parameterTable(model: Model, paint: Paint, width?: number): string {
  return table(
    [
      ['PARAMETER', 'TYPE', '', 'ALLOWED', 'DEFAULT'].map((heading) => paint.faint(heading)),
      ...model.parameters.map((parameter) => [
        paint.strong(parameter.name),
        typeOf(parameter),
        parameter.required ? paint.accent('required') : paint.faint('optional'),
        allowed(parameter),
        'default' in parameter && parameter.default !== undefined ? String(parameter.default) : '',
      ]),
    ],
    width,
    { whole: [0, 1, 2], wrapped: [3] },
  )
}

/** A command that submits the least this model takes. */
export function startingCommand(model: Model): string {
  const words = model.parameters
    .filter(({ required }) => required)
    .map((parameter) => quoted(`${parameter.name}=${exampleOf(parameter)}`))
  const parameters = model.reference ? words : ["prompt='A paper boat at dusk'"]
  return ['model-tasks run', model.id, ...parameters, '--out', model.kind === 'image' ? 'image.png' : 'clip.mp4'].join(
    ' ',
  )
}

function section(title: string, items: string[], paint: Paint, width: number | undefined): string[] {
  return items.length === 0 ? [] : [`\n${paint.faint(title)}\n`, ...items.flatMap((item) => lines(item, '  - ', width))]
}

/** A text in lines that fit, the first after `start` and the others under it. */
function lines(text: string, start: string, width: number | undefined): string[] {
  if (width === undefined) return [`${start}${text}\n`]
  return wrap(text, width - start.length).map(
    (line, index) => `${index === 0 ? start : ' '.repeat(start.length)}${line}\n`,
  )
}

function notesOf(model: Model): string[] {
  return [
    ...model.notes.map(({ text }) => text),
    ...model.parameters.flatMap(({ name, notes }) => notes.map(({ text }) => `${name}: ${text}`)),
  ]
}

function typeOf(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'prompt':
      return 'text'
    case 'string':
      return 'text'
    case 'enum':
      return parameter.type === 'integer' ? 'whole number' : 'choice'
    case 'integer':
      return 'whole number'
    case 'boolean':
      return 'true, false'
    case 'media':
      return `${parameter.media} URLs`
    case 'array':
      return 'array'
  }
}

function allowed(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'prompt':
      return `${parameter.minLength} character${parameter.maxLength === undefined ? ' or more' : ` to ${parameter.maxLength}`}`
    case 'string':
      return parameter.values === undefined ? 'any' : 'values not shown'
    case 'enum':
      return parameter.values.join(' ')
    case 'integer':
      return [
        parameter.minimum === undefined ? 'any' : `${parameter.minimum} to ${parameter.maximum ?? 'any'}`,
        parameter.unit ?? '',
      ]
        .join(' ')
        .trim()
    case 'boolean':
      return ''
    case 'media':
      return `${parameter.minItems === parameter.maxItems ? '' : `${parameter.minItems} to `}${parameter.maxItems} item${parameter.maxItems === 1 ? '' : 's'}${parameter.accepts.includes('asset') ? ', also assetId://' : ''}`
    case 'array':
      return 'items not shown'
  }
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

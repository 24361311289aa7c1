import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import { placesOf } from '@model-tasks/spec/measures/parameter-places'
import { fieldName } from '@model-tasks/spec/measures/places'
import type { LimitedPlace } from '@model-tasks/spec/media'
import type { Paint } from '../terminal/paint.js'
import { table, wrap } from '../terminal/table.js'
import { changesOf } from './changes.js'
import { hasDetails, innerChoices, mediaLimit, membersOf, modelFacts, parameterFacts, typeName } from './facts.js'

/** Everything the catalogue states about one model, for a terminal of `width` columns; `places` are those of its files, `start` is a command that runs it. */
export function describeModel(
  model: Model,
  places: readonly LimitedPlace[],
  start: readonly string[],
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
    ...model.parameters.filter(hasDetails).flatMap((parameter) => {
      const { name } = parameter
      return section(name, parameterFacts(parameter, limitsAt(places, `/${name}`, `/${name}/*`)), paint, width)
    }),
    ...placesOf(model.parameters)
      .filter(({ path }) => path.lastIndexOf('/') > 0)
      .flatMap(({ path, parameter }) => section(fieldName(path), innerChoices(parameter, path), paint, width)),
    ...places
      .filter(({ path }) => !/^\/[^/]+(\/\*)?$/.test(path))
      .flatMap(({ path, limits }) => section(fieldName(path), limits.map(mediaLimit), paint, width)),
    ...section('Defaults', model.parameters.flatMap(defaultsOf), paint, width),
    ...section(
      'Rules',
      model.rules.map(({ message, severity }) => `${severity === 'advice' ? 'advised: ' : ''}${message}`),
      paint,
      width,
    ),
    ...section('Changes', changesOf(model), paint, width),
    ...section('Notes', notesOf(model), paint, width),
    `\n${paint.faint('Start with')}\n  ${start.join(' ')}\n`,
  ].join('')
}

/** The parameters of a model as a table, with the members of objects and of lists of objects. */
export function parameterTable(model: Model, paint: Paint, width?: number): string {
  return table(
    [
      ['PARAMETER', 'TYPE', '', 'ALLOWED', 'DEFAULT'].map((heading) => paint.faint(heading)),
      ...model.parameters.flatMap((parameter) => rowsOf(parameter, paint)),
    ],
    width,
    { whole: [0, 1, 2], wrapped: [3] },
  )
}

/** The row of a parameter, and below it those of its members, each level further in. */
function rowsOf(parameter: Parameter, paint: Paint, indent = ''): string[][] {
  return [
    [
      indent + paint.strong(parameter.name),
      typeName(parameter),
      parameter.required ? paint.accent('required') : paint.faint('optional'),
      parameterFacts(parameter)[0] ?? '',
      'default' in parameter && parameter.default !== undefined ? String(parameter.default) : '',
    ],
    ...membersOf(parameter).flatMap((member) => rowsOf(member, paint, `${indent}  `)),
  ]
}

/** What a parameter is by condition where it is left out: `duration: 10 where quality is hd, else 5`. */
function defaultsOf({ name, defaults = [], ...parameter }: Parameter): string[] {
  if (defaults.length === 0) return []
  const cases = defaults.map(({ phrase, default: value }) => `${value} where ${phrase.en}`)
  const otherwise = 'default' in parameter && parameter.default !== undefined ? [String(parameter.default)] : []
  return [`${name}: ${[...cases, ...otherwise].join(', else ')}`]
}

function limitsAt(places: readonly LimitedPlace[], ...paths: string[]): LimitedPlace['limits'] {
  return places.find(({ path }) => paths.includes(path))?.limits ?? []
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

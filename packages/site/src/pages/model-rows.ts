import type { JsonValue, Model, Parameter } from '@model-tasks/spec/catalogue'
import { membersOf } from '@model-tasks/spec/measures'
import { capabilitiesOf, inSeconds, secondsOf } from '../facts/capabilities.js'
import { conditionalDefaultsText } from '../facts/conditions.js'
import { datedText } from '../facts/dates.js'
import { labelOf, labelsText } from '../facts/labels.js'
import { constraintOf } from '../facts/limits.js'
import { longestLine, timeline, valueShape } from '../facts/shapes.js'
import { otherThan, rowSourceLine, sourceLine } from '../facts/source.js'
import { assetLibraryText, statedFacts, type StatedFact } from '../facts/stated.js'
import { isUnknown, written } from '../facts/value.js'
import type { Texts } from '../texts/en.js'
import type { Language } from '../texts/language.js'
import { parameterDescription } from '../texts/parameters.js'
import { translation, type Translation } from '../texts/translation.js'
import { inputsText } from './finder.js'

const typeOf = (parameter: Parameter): string =>
  parameter.nullable ? `${kindOf(parameter)} | null` : kindOf(parameter)

const kindOf = (parameter: Parameter): string => {
  switch (parameter.kind) {
    case 'prompt':
      return 'string'
    case 'media':
      return parameter.single ? parameter.media : `${parameter.media}[]`
    case 'enum':
      return parameter.type === 'mixed'
        ? [...new Set(parameter.values.map((value) => typeof value))].join(' | ')
        : parameter.type
    case 'list':
      return 'array'
    case 'union':
    case 'map':
      return 'object'
    default:
      return parameter.kind
  }
}

const defaultOf = (parameter: Parameter): JsonValue | undefined =>
  'default' in parameter ? parameter.default : undefined

const timelineOf = (parameter: Parameter): string | undefined => {
  if (parameter.name !== 'duration') return undefined
  const seconds = secondsOf(parameter)
  return seconds && timeline(...seconds, longestLine, inSeconds(parameter, defaultOf(parameter)))
}

/** A row of the parameter table. */
export interface ParameterRow {
  name: string
  type: string
  required: boolean
  /** The values of a closed set. */
  values: { text: string; label: string | undefined; isDefault: boolean; shape: string | undefined }[] | undefined
  /** What is taken, where it is not a closed set. */
  phrase: string | undefined
  small: string | undefined
  timeline: string | undefined
  description: string
  /** What is announced of it, and its former names. */
  dated: string
  /** What the members are for, where it holds objects. */
  members: { path: string; description: string }[]
  /** Empty where the source of the table says it. */
  source: string | undefined
  hasDefault: boolean
  default: string | undefined
  /** Defaults that count under a condition, in one sentence; empty without any. */
  conditionalDefaults: string
}

/** What a parameter is for, and the names of its values. */
const labelledDescription = (parameter: Parameter, language: Language): string =>
  [parameterDescription(parameter, language.code), labelsText(parameter, language)].filter(Boolean).join(' ')

/** The members inside a parameter that have a description, each by its path: `box.left`. */
const describedMembers = (parameter: Parameter, language: Language, prefix = ''): ParameterRow['members'] => {
  if (parameter.kind === 'list') return describedMembers(parameter.items, language, prefix)
  if (parameter.kind === 'map') return describedMembers(parameter.values, language, prefix)
  return membersOf(parameter).flatMap((member) => {
    const path = `${prefix}${member.name}`
    const description = labelledDescription(member, language)
    return [...(description === '' ? [] : [{ path, description }]), ...describedMembers(member, language, `${path}.`)]
  })
}

export const parameterRow = (parameter: Parameter, section: string, language: Language): ParameterRow => {
  const { code, texts } = language
  const value = defaultOf(parameter)
  const { values, phrase, small } = constraintOf(parameter, texts)
  return {
    name: parameter.name,
    type: typeOf(parameter),
    required: parameter.required,
    values: values?.map((text) => ({
      text,
      label: labelOf(parameter, text, code),
      isDefault: value !== undefined && written(value) === text,
      shape: valueShape(text, values),
    })),
    timeline: timelineOf(parameter),
    phrase,
    small,
    // The values of a choice have their names beside them.
    description:
      parameter.kind === 'enum' ? parameterDescription(parameter, code) : labelledDescription(parameter, language),
    dated: datedText(parameter, texts),
    members: describedMembers(parameter, language),
    source: otherThan(section, rowSourceLine(parameter.source, parameter.name, texts), texts),
    hasDefault: value !== undefined,
    default: value === undefined ? undefined : written(value),
    conditionalDefaults: conditionalDefaultsText(parameter, texts),
  }
}

/** What a model can do, in a few words. */
interface Fact {
  label: string
  text: string
  quiet?: boolean
  /** Long enough for a line of its own. */
  wide?: boolean
}

/** The facts below the name of a model. */
export const factsOf = (model: Model, texts: Texts): Fact[] => {
  const can = capabilitiesOf(model)
  const known = (label: string, text: string): Fact => ({ label, text })
  const said = (label: string, text: string): Fact => ({ label, text, quiet: true })
  const open = (label: string): Fact => said(label, texts.notShown)
  const head = [known(texts.output, texts[model.kind])]
  const name = isUnknown(model.displayName) ? [] : [known(texts.displayName, model.displayName)]
  const library = {
    label: texts.assetLibrary,
    text: assetLibraryText(model, texts),
    quiet: isUnknown(model.assetLibrary),
  }
  if (!model.reference) return [...head, open(texts.inputs), library, open(texts.parameters)]
  const seconds = can.seconds
  return [
    ...head,
    ...(seconds === undefined
      ? []
      : [known(texts.seconds, seconds[0] === seconds[1] ? String(seconds[0]) : `${seconds[0]}–${seconds[1]}`)]),
    ...(can.resolutions.length === 0 ? [] : [known(texts.resolution, can.resolutions.join(' '))]),
    can.audio ? known(texts.sound, texts.yes) : said(texts.sound, texts.noParameter),
    can.seed ? known(texts.seed, texts.yes) : said(texts.seed, texts.noParameter),
    library,
    ...name,
    { ...known(texts.inputs, inputsText(can.inputs, texts)), wide: true },
  ]
}

/** The facts of the model as a whole, with what its tasks carry beyond others. */
export const statedOf = (model: Model, texts: Texts): StatedFact[] => [
  ...statedFacts(model, texts),
  {
    label: texts.responseExtras,
    text: model.responseExtras.join(texts.listComma) || texts.none,
    source: sourceLine(model.sources.responseExtras, texts),
  },
]

/** A note of the catalogue on a model or on one of its parameters. */
export interface NoteRow {
  text: string
  inEnglish: boolean
  source: string
  parameter?: string
}

const noteOf = ({ text, source }: Model['notes'][number], { say, isEnglish }: Translation, texts: Texts): NoteRow => ({
  text: say(text),
  inEnglish: isEnglish(text),
  source: sourceLine(source, texts),
})

/** The notes of a model, then those of its parameters. */
export const notesOf = (model: Model, language: Language): NoteRow[] => {
  const notes = translation('notes', language)
  return [
    ...model.notes.map((note) => noteOf(note, notes, language.texts)),
    ...model.parameters.flatMap((parameter) =>
      parameter.notes.map((note) => ({ ...noteOf(note, notes, language.texts), parameter: parameter.name })),
    ),
  ]
}

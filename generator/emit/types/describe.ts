import type { Deprecation, Model, Parameter } from '../../catalogue.js'
import { conditionalDefaultSentence } from '../../kinds/defaults.js'
import { sourceText } from '../../source-text.js'
import { deprecationSentence, optionSentences, upcomingSentence } from '../../sentences.js'

/** A parameter's doc comment: what it is, what it accepts, its default and where the interface states it. */
export function describeParameter(parameter: Parameter): string {
  return describe(parameter, parameter.required ? ', which the client sends when it is left out' : '')
}

/** The same of a member of an object, which a client sends as it is given. */
export function describeMember(member: Parameter): string {
  return describe(member, '')
}

function describe(parameter: Parameter, whoSendsDefault: string): string {
  const phrase = parameter.phrase.en
  const sentences = [
    parameter.description,
    parameter.kind === 'boolean' ? '' : `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`,
    ...optionSentences(parameter),
    conditionalDefaultSentence(parameter)?.en ?? '',
    'default' in parameter && parameter.default !== undefined
      ? `Default: ${JSON.stringify(parameter.default)}${whoSendsDefault}.`
      : '',
    ...(parameter.upcoming ?? []).map(upcomingSentence),
    ...parameter.notes.map((note) => note.text),
  ]
  return [
    ...sentences.filter((sentence) => sentence !== ''),
    `Source: ${sourceText(parameter.source)}.`,
    ...deprecatedTag(parameter.deprecated),
  ].join('\n')
}

/** A model's doc comment. */
export function describeModel({ id, description, deprecated }: Model): string {
  return [`${id}: ${description}`, ...deprecatedTag(deprecated)].join('\n')
}

/** `@deprecated`, which editors show as a struck-through name. */
export function deprecatedTag(deprecated: Deprecation | undefined): string[] {
  return deprecated === undefined ? [] : [`@deprecated ${deprecationSentence(deprecated)}`]
}

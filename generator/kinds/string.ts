import type { StringParameter, Words } from '../catalogue.js'
import { optional } from '../read/reader.js'
import { fine, type Kind } from './kind.js'
import {
  lengthCases,
  patternCases,
  readMinLength,
  readText,
  textCheck,
  textExample,
  textFacts,
  textPhrase,
  textSample,
  textSchema,
  textTypes,
} from './text.js'
import { listed } from './value-list.js'

/** A string, within limits of length and form. */
export const string: Kind<StringParameter> = {
  read(schema, base, mediaTypes) {
    if (schema.has('x-value-list')) return listed.read(schema, base, mediaTypes)
    return {
      kind: 'string',
      ...base,
      ...readMinLength(schema),
      ...readText(schema),
      ...optional('values', schema.unknown('x-values')),
    }
  },
  type: () => 'string',
  schema: textSchema,
  check: textCheck,
  facts: textFacts,
  phrase(parameter): Words {
    const phrase = textPhrase(parameter)
    return parameter.values === undefined
      ? phrase
      : { en: `${phrase.en}; which values it takes is not shown`, zh: `${phrase.zh}；允许的值未公布` }
  },
  example: (parameter) => textExample(parameter, parameter.values === undefined ? 'text' : '1024x1024'),
  cases: (parameter) => [
    ...textTypes(),
    ...(parameter.pattern === undefined && parameter.maxLength === undefined ? [fine('any-text', 'anything')] : []),
    ...(parameter.pattern === undefined && (parameter.minLength ?? 0) === 0 ? [fine('empty', '')] : []),
    ...lengthCases(parameter),
    ...patternCases(parameter),
  ],
  sample: textSample,
}

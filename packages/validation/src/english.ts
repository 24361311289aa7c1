import type { JsonValue } from '@model-tasks/spec'
import { formatCount } from './count.js'
import { codePoints, formatValue, joinWords, quoteValue, shorten } from './format.js'
import type { Language, MeasuredRule } from './language.js'
import { allowedBy, type Mistake } from './mistake.js'
import { acceptsAssets, rejectedForm } from './reference-forms.js'
import { nameMeant, renamedTo } from './suggest.js'
import { tokenRange } from './tokens.js'

const prompt =
  (tail: (limit: string) => string) =>
  ({ params }: Mistake): string => {
    const [one, many] = counts[formatValue(params.count)] ?? ['character', 'characters']
    return `has ${formatValue(params.actual)} ${params.actual === 1 ? one : many}; ${tail(formatValue(params.limit))}`
  }

const counts: Record<string, [one: string, many: string]> = {
  han: ['Chinese character', 'Chinese characters'],
  'non-han': ['character that is not Chinese', 'characters that are not Chinese'],
  words: ['word', 'words'],
}

const items =
  (bound: 'least' | 'most') =>
  ({ params, value }: Mistake): string =>
    `has ${formatCount(Array.isArray(value) ? value.length : 0, 'item')}; send at ${bound} ${formatValue(params.limit)}`

const accepts = ({ accepted }: Mistake): string => accepted?.phrase.en ?? 'a value'

const rules: Language['rules'] = {
  required: (mistake, suggestion) =>
    suggestion === undefined || formatValue(suggestion) === accepts(mistake)
      ? `is required; add ${accepts(mistake)}`
      : `is required; add it, such as ${formatValue(suggestion)} (use ${accepts(mistake)})`,
  null: (mistake) =>
    `must not be null; send ${accepts(mistake)}${mistake.accepted?.required === true ? '' : ', or leave it out'}`,
  type: ({ params, value }, suggestion) =>
    `must be ${nouns[formatValue(params.type)] ?? formatValue(params.type)}, not ${quoteValue(value)}${hint(suggestion)}`,
  enum: (mistake, suggestion) => {
    const allowed = allowedBy(mistake)
    return `${quoteValue(mistake.value)} is not offered by ${mistake.model}; use ${joinWords(allowed, 'or')}${allowed.length > 1 ? hint(suggestion) : ''}`
  },
  minimum: ({ params, value }) =>
    `${quoteValue(value)} is too small; use ${params.exclusive === true ? `more than ${formatValue(params.limit)}` : `${formatValue(params.limit)} or more`}`,
  maximum: ({ params, value }) =>
    `${quoteValue(value)} is too large; use ${params.exclusive === true ? `less than ${formatValue(params.limit)}` : `${formatValue(params.limit)} or less`}`,
  'multiple-of': ({ params, value }, suggestion) =>
    `${quoteValue(value)} is not a multiple of ${formatValue(params.step)}${suggestion === undefined ? '' : `; use ${formatValue(suggestion)}`}`,
  'min-length': ({ params, value }) =>
    `${value === '' ? 'is empty' : 'is too short'}; write at least ${formatCount(params.limit, 'character')}`,
  'max-length': ({ params, value }) => `has ${codePoints(value)} characters; use at most ${formatValue(params.limit)}`,
  pattern: ({ params, value }) =>
    `${quoteValue(value)} does not have the form that is accepted; use one such as ${quoteValue(params.example)}`,
  format: (mistake) => `${quoteValue(mistake.value)} is not ${accepts(mistake)}`,
  'min-items': items('least'),
  'max-items': items('most'),
  'unique-items': () => 'repeats an earlier item; remove it',
  'media-reference': ({ model, params, value }) => {
    const form = rejectedForm(value, params.accepts)
    const why =
      form === undefined
        ? `${quoteValue(value)} is not a media reference`
        : `${model} does not accept ${form === 'asset' ? 'asset IDs' : 'base64'}`
    return `${why}; use an absolute http or https URL${acceptsAssets(params.accepts) ? ' or assetId://{id}' : ''}`
  },
  'media-base64': () => 'is base64, which the interface both allows and rules out; a public URL is safer',
  'unknown-parameter': (mistake) => {
    const renamed = renamedTo(mistake)
    if (renamed !== undefined)
      return `was renamed to ${renamed}${mistake.used.has(renamed) ? ', which is there too' : ''}`
    const meant = nameMeant(mistake)
    return `is not a parameter of ${mistake.model}; ${
      meant === undefined
        ? `it accepts ${joinWords(Object.keys(mistake.siblings), 'and')}`
        : mistake.used.has(meant)
          ? `did you mean ${meant}, which is there too?`
          : `did you mean ${meant}?`
    }`
  },
  'parameter-deprecated': ({ params }) => deprecated(params),
  'model-deprecated': ({ model, params }) => `${model} ${deprecated(params)}`,
  'limit-upcoming': ({ params, value }) =>
    `is accepted until ${formatValue(params.from)}; from then on ${limitWords(params, value)}`,
  'parameter-retired': ({ params }) => retired(params),
  'model-retired': ({ model, params }) => `${model} ${retired(params)}`,
  'limit-effective': ({ params, value }) =>
    `is no longer accepted since ${formatValue(params.from)}; ${limitWords(params, value)}`,
  'prompt-han-limit': prompt((limit) => `use at most ${limit}`),
  'prompt-word-limit': prompt((limit) => `use at most ${limit}`),
  'prompt-length': prompt(
    (limit) => `Chinese prompts may have ${limit}, and whether other characters count is not stated`,
  ),
  'prompt-truncated': prompt((limit) => `the service cuts off what is beyond ${limit}`),
  'prompt-advised-length': prompt((limit) => `at most ${limit} are advised`),
  'prompt-token': (mistake) => {
    const { model, params } = mistake
    const [token, list] = [formatValue(params.token), formatValue(params.parameter)]
    const range = tokenRange(mistake, token)
    return range === undefined
      ? `${shorten(token)} names no item of ${list}, which has ${formatCount(params.attached, 'item')}; attach it or change the number`
      : `${shorten(token)} is not a token of ${model}; items of ${list} are ${range[0]} to ${range[1]}`
  },
  'no-reference': ({ model }) => `the parameters of ${model} are not published, so nothing about them was checked`,
}

function limitWords({ allowed, side, limit }: Mistake['params'], value: unknown): string {
  if (Array.isArray(allowed)) return `use ${joinWords(allowed, 'or')}`
  const unit = Array.isArray(value) ? ' items' : typeof value === 'string' ? ' characters' : ''
  return `use ${side === 'lower' ? 'at least' : 'at most'} ${formatValue(limit)}${unit}`
}

function retired({ until, replacedBy }: Mistake['params']): string {
  return `was retired on ${formatValue(until)}; ${replacedBy === undefined ? 'nothing replaces it' : `use ${formatValue(replacedBy)} instead`}`
}

function deprecated({ since, until, replacedBy }: Mistake['params']): string {
  const retired = until === undefined ? '' : ` and is retired on ${formatValue(until)}`
  return `is deprecated since ${formatValue(since)}${retired}${replacedBy === undefined ? '' : `; use ${formatValue(replacedBy)} instead`}`
}

const measured: Record<MeasuredRule, string> = {
  'media-bytes': 'the file has',
  'media-width': 'the width is',
  'media-height': 'the height is',
  'media-aspect-ratio': 'width / height is',
  'media-duration': 'the duration is',
  'media-frame-rate': 'the frame rate is',
  'media-total-duration': 'the total duration is',
  'media-total-bytes': 'the files together have',
}

/** Findings in English, as the catalogue is written. */
export const english: Language = {
  code: 'en',
  rules,
  colon: ': ',
  summarizeNames: (names, rest) => (rest === 0 ? joinWords(names, 'and') : `${names.join(', ')} and ${rest} more`),
  summarizeUnknown: (model, parameters) =>
    `are not parameters of ${model} either; it accepts ${joinWords(parameters, 'and')}`,
  more: (count) => ` (and ${count} more like this)`,
  notAnObject: (body) => `request: must be a JSON object that holds model and its parameters, not ${quoteValue(body)}`,
  unknownModel: (unknown, example) => {
    const use = `use a Model ID, such as ${example}`
    switch (unknown.why) {
      case 'missing':
        return `is required; ${use}`
      case 'null':
        return `must not be null; ${use}`
      case 'type':
        return `must be a string, not ${quoteValue(unknown.value)}; ${use}`
      case 'display-name':
        return `${quoteValue(unknown.value)} is a display name; send its Model ID, ${unknown.suggestion}`
      case 'renamed':
        return `${quoteValue(unknown.value)} was renamed to ${unknown.suggestion}; send that`
      case 'unknown':
        return `${quoteValue(unknown.value)} is not a Model ID; ${unknown.suggestion === undefined ? use : `did you mean ${unknown.suggestion}?`}`
    }
  },
  media: {
    measured: (rule, value, allowed) => `${measured[rule]} ${value}; it must be ${allowed}`,
    binaryOnly: ', and is allowed only where a MB is counted as 1,048,576 bytes',
    format: (name, allowed) => `is ${name}; use ${allowed}`,
    discouraged: (name, allowed) => `${name} is discouraged; use ${allowed}`,
    unclear: (quote) => `the interface limits each file to "${quote}" without showing the unit; keep files small`,
  },
  changes: {
    renamed: (from, to) => `${from} is named ${to} there`,
    unknown: (parameter) => `${parameter} is dropped: the model has no such parameter`,
    null: (parameter) => `${parameter} is dropped: null is not a value`,
    shortened: (parameter, kept, from) => `${parameter} keeps its first ${kept} of ${from} items`,
    replaced: (parameter, from, to) => `${parameter}: ${JSON.stringify(from)} becomes ${JSON.stringify(to)}`,
    added: (parameter, value) => `${parameter}: ${JSON.stringify(value)} is added, the default of a required parameter`,
  },
}

const nouns: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

const hint = (suggestion: JsonValue | undefined): string =>
  suggestion === undefined ? '' : ` (did you mean ${JSON.stringify(suggestion)}?)`

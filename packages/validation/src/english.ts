import type { JsonValue } from '@model-tasks/spec'
import type { Language, Mistake } from './language.js'
import { nameMeant } from './suggest.js'
import { takes, type Takes } from './takes.js'
import { tokenRange } from './tokens.js'
import { codePoints, counted, listed, refusedReference, said, shortened, shown, takesAssets } from './words.js'

const prompt =
  (tail: (limit: string) => string) =>
  ({ params }: Mistake): string => {
    const [one, many] = counts[said(params.count)] ?? ['character', 'characters']
    return `has ${said(params.actual)} ${params.actual === 1 ? one : many}; ${tail(said(params.limit))}`
  }

const counts: Record<string, [one: string, many: string]> = {
  han: ['Chinese character', 'Chinese characters'],
  'non-han': ['character that is not Chinese', 'characters that are not Chinese'],
  words: ['word', 'words'],
}

const items =
  (sense: string) =>
  ({ params, value }: Mistake): string =>
    `has ${counted(Array.isArray(value) ? value.length : 0, 'item')}; send at ${sense} ${said(params.limit)}`

const rules: Language['rules'] = {
  required: ({ module, parameter }, suggestion) => {
    const takenHere = taken(takes(module, parameter))
    return `is required; add it, ${suggestion === undefined || said(suggestion) === takenHere ? takenHere : `such as ${said(suggestion)} (use ${takenHere})`}`
  },
  null: ({ module, parameter }) => {
    const answer = takes(module, parameter)
    return `must not be null; send ${taken(answer)}${answer.required ? '' : ', or leave it out'}`
  },
  type: ({ params, value }, suggestion) =>
    `must be ${nouns[said(params.type)] ?? said(params.type)}, not ${shown(value)}${hint(suggestion)}`,
  enum: ({ model, params, value }, suggestion) => {
    const allowed = Array.isArray(params.allowed) ? params.allowed : []
    return `${shown(value)} is not offered by ${model}; use ${listed(allowed, 'or')}${allowed.length > 1 ? hint(suggestion) : ''}`
  },
  minimum: ({ params, value }) => `${shown(value)} is too small; use ${said(params.limit)} or more`,
  maximum: ({ params, value }) => `${shown(value)} is too large; use ${said(params.limit)} or less`,
  'min-length': ({ params, value }) =>
    `${value === '' ? 'is empty' : 'is too short'}; write at least ${counted(params.limit, 'character')}`,
  'max-length': ({ params, value }) => `has ${codePoints(value)} characters; use at most ${said(params.limit)}`,
  'min-items': items('least'),
  'max-items': items('most'),
  'media-reference': ({ model, params, value }) => {
    const refused = refusedReference(value, params.accepts)
    const why =
      refused === undefined
        ? `${shown(value)} is no media reference`
        : `${refused === 'asset' ? 'asset ids are' : 'base64 is'} not taken by ${model}`
    return `${why}; use an absolute http or https URL${takesAssets(params.accepts) ? ' or assetId://{id}' : ''}`
  },
  'media-base64': () => 'is base64, which the interface both allows and rules out; a public URL is safer',
  'unknown-parameter': (mistake) => {
    const meant = nameMeant(mistake)
    return `is no parameter of ${mistake.model}; ${
      meant === undefined
        ? `it takes ${listed(mistake.parameters, 'and')}`
        : mistake.used.has(meant)
          ? `did you mean ${meant}, which is there too?`
          : `did you mean ${meant}?`
    }`
  },
  'prompt-han-limit': prompt((limit) => `use at most ${limit}`),
  'prompt-word-limit': prompt((limit) => `use at most ${limit}`),
  'prompt-length': prompt(
    (limit) => `Chinese prompts may have ${limit}, and it is not said whether other characters count`,
  ),
  'prompt-truncated': prompt((limit) => `the service cuts off what is beyond ${limit}`),
  'prompt-advised-length': prompt((limit) => `at most ${limit} are advised`),
  'prompt-token': ({ module, model, parameter, params }) => {
    const [token, list] = [said(params.token), said(params.parameter)]
    const range = tokenRange(module, parameter, token, list)
    return range === undefined
      ? `${shortened(token)} names no item of ${list}, which has ${counted(params.attached, 'item')}; attach it or change the number`
      : `${shortened(token)} is no token of ${model}, whatever is attached; items of ${list} are ${range[0]} to ${range[1]}`
  },
  'no-reference': ({ model }) => `the parameters of ${model} are not published, so nothing about them was checked`,
}

/** Findings in English, as the catalogue is written. */
export const english: Language = {
  rules,
  own: {},
  colon: ': ',
  crowd: (names, rest) => (rest === 0 ? listed(names, 'and') : `${names.join(', ')} and ${rest} more`),
  crowdUnknown: (model, parameters) => `are no parameters of ${model} either; it takes ${listed(parameters, 'and')}`,
  more: (count) => ` (and ${count} more like this)`,
  noObject: (body) => `request: must be a JSON object that holds model and its parameters, not ${shown(body)}`,
  noModel: (misnaming, example) => {
    const use = `use a Model ID, such as ${example}`
    switch (misnaming.why) {
      case 'missing':
        return `is required; ${use}`
      case 'null':
        return `must not be null; ${use}`
      case 'type':
        return `must be a text, not ${shown(misnaming.value)}; ${use}`
      case 'display-name':
        return `${shown(misnaming.value)} is a display name; send its Model ID, ${misnaming.suggestion}`
      case 'unknown':
        return `${shown(misnaming.value)} is no Model ID; ${misnaming.suggestion === undefined ? use : `did you mean ${misnaming.suggestion}?`}`
    }
  },
}

const nouns: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

const hint = (suggestion: JsonValue | undefined): string =>
  suggestion === undefined ? '' : ` (did you mean ${JSON.stringify(suggestion)}?)`

/** What a parameter takes, in a few words: `720P or 1080P`, `a whole number from 4 to 15`, `an array of 1 to 9 http or https URLs`. */
function taken({ type, allowed, minimum, maximum, maxLength, minItems = 0, maxItems, accepts }: Takes): string {
  if (allowed !== undefined) return listed(allowed, 'or')
  if (type === 'integer') return `a whole number${range(minimum, maximum)}`
  if (type === 'boolean') return 'true or false'
  if (type !== 'array')
    return `a text${maxLength === undefined ? '' : ` of at most ${counted(maxLength, 'character')}`}`
  if (accepts === undefined) return 'an array'
  const items = `http or https URL${maxItems === 1 ? '' : 's'}${takesAssets(accepts) ? ' or assetId://{id}' : ''}`
  return maxItems === undefined
    ? `an array of ${items}`
    : maxItems <= Math.max(1, minItems)
      ? `an array of ${said(maxItems)} ${items}`
      : `an array of ${minItems === 0 ? 'up' : said(minItems)} to ${said(maxItems)} ${items}`
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${said(minimum)} to ${said(maximum)}`
  return minimum !== undefined
    ? ` of at least ${said(minimum)}`
    : maximum !== undefined
      ? ` of at most ${said(maximum)}`
      : ''
}

import type { JsonValue } from '@model-tasks/spec'
import type { ModelModule } from '@model-tasks/spec/validators'
import { nearest } from './nearest.js'
import { isTaken, taken, takes } from './takes.js'
import { tokenRange } from './tokens.js'
import { counted, listed, said, shortened, shown } from './words.js'

/** What the words of a finding are made from. */
export interface Mistake {
  module: ModelModule
  model: string
  /** The parameter, and whether it is one item of it that is wrong. */
  parameter: string
  item: boolean
  /** What the validator says beside rule and path. */
  params: Record<string, JsonValue>
  /** The value at the path; undefined where there is none. */
  value: unknown
  /** All parameters of the model, and those of them that the request uses. */
  parameters: readonly string[]
  used: ReadonlySet<string>
}

/** What follows `where: `, and the value or name that would have been right. */
export type Wording = [text: string, suggestion?: JsonValue | undefined]

const prompt = (tail: (limit: string) => string) => ({ params }: Mistake): Wording => {
  const [one, many] = counts[said(params.count)] ?? ['character', 'characters']
  return [`has ${said(params.actual)} ${params.actual === 1 ? one : many}; ${tail(said(params.limit))}`]
}

const counts: Record<string, [one: string, many: string]> = {
  han: ['Chinese character', 'Chinese characters'],
  'non-han': ['character that is not Chinese', 'characters that are not Chinese'],
  words: ['word', 'words'],
}

const items = (sense: string) => ({ params, value }: Mistake): Wording =>
  [`has ${counted(Array.isArray(value) ? value.length : 0, 'item')}; send at ${sense} ${said(params.limit)}`]

/** The words of each generic rule. A new rule is a new line. */
export const messages: Record<string, (mistake: Mistake) => Wording> = {
  required: ({ module, parameter }) => {
    const suggestion = module.facts.defaults[parameter]
    const takenHere = taken(takes(module, parameter))
    return [`is required; add it, ${suggestion === undefined || said(suggestion) === takenHere ? takenHere : `such as ${said(suggestion)} (use ${takenHere})`}`, suggestion]
  },
  null: ({ module, parameter }) => {
    const answer = takes(module, parameter)
    return [`must not be null; send ${taken(answer)}${answer.required ? '' : ', or leave it out'}`]
  },
  type: (mistake) => {
    const { params, value } = mistake
    const suggestion = converted(mistake)
    return [`must be ${nouns[said(params.type)] ?? said(params.type)}, not ${shown(value)}${hint(suggestion)}`, suggestion]
  },
  enum: ({ model, params, value }) => {
    const allowed = Array.isArray(params.allowed) ? params.allowed : []
    const suggestion = alike(value, allowed)
    return [`${shown(value)} is not offered by ${model}; use ${listed(allowed, 'or')}${allowed.length > 1 ? hint(suggestion) : ''}`, suggestion]
  },
  minimum: ({ params, value }) => [`${shown(value)} is too small; use ${said(params.limit)} or more`, params.limit],
  maximum: ({ params, value }) => [`${shown(value)} is too large; use ${said(params.limit)} or less`, params.limit],
  'min-length': ({ params, value }) => [`${value === '' ? 'is empty' : 'is too short'}; write at least ${counted(params.limit, 'character')}`],
  'max-length': ({ params, value }) => [`has ${codePoints(value)} characters; use at most ${said(params.limit)}`],
  'min-items': items('least'),
  'max-items': items('most'),
  'media-reference': ({ model, params, value }) => {
    const accepts = Array.isArray(params.accepts) ? params.accepts : []
    const refused = typeof value !== 'string' ? undefined
      : /^assetId:/i.test(value) && !accepts.includes('asset') ? 'asset ids are not taken'
      : /^data:/i.test(value) && !accepts.includes('data') ? 'base64 is not taken' : undefined
    return [`${refused === undefined ? `${shown(value)} is no media reference` : `${refused} by ${model}`}; use an absolute http or https URL${accepts.includes('asset') ? ' or assetId://{id}' : ''}`]
  },
  'media-base64': () => ['is base64, which the interface both allows and rules out; a public URL is safer'],
  'unknown-parameter': ({ model, params, parameters, used }) => {
    const meant = nameMeant(said(params.parameter), parameters, used)
    if (meant === undefined) return [`is no parameter of ${model}; it takes ${listed(parameters, 'and')}`]
    // A name that the request has already is no way to mend it.
    return used.has(meant) ? [`is no parameter of ${model}; did you mean ${meant}, which is there too?`]
      : [`is no parameter of ${model}; did you mean ${meant}?`, meant]
  },
  'prompt-han-limit': prompt((limit) => `use at most ${limit}`),
  'prompt-word-limit': prompt((limit) => `use at most ${limit}`),
  'prompt-length': prompt((limit) => `Chinese prompts may have ${limit}, and it is not said whether other characters count`),
  'prompt-truncated': prompt((limit) => `the service cuts off what is beyond ${limit}`),
  'prompt-advised-length': prompt((limit) => `at most ${limit} are advised`),
  'prompt-token': ({ module, model, parameter, params }) => {
    const [token, list] = [said(params.token), said(params.parameter)]
    const range = tokenRange(module, parameter, token, list)
    return [range === undefined ? `${shortened(token)} names no item of ${list}, which has ${counted(params.attached, 'item')}; attach it or change the number`
      : `${shortened(token)} is no token of ${model}, whatever is attached; items of ${list} are ${range[0]} to ${range[1]}`]
  },
  'no-reference': ({ model }) => [`the parameters of ${model} are not published, so nothing about them was checked`],
}

/** Names that two models have for the same thing. */
export const synonyms: ReadonlyMap<string, string> = new Map([['size', 'aspect_ratio'], ['aspect_ratio', 'size']])

const nouns: Record<string, string> = {
  string: 'a text', integer: 'a whole number', boolean: 'true or false', array: 'an array', object: 'an object',
}

const hint = (suggestion: JsonValue | undefined): string =>
  suggestion === undefined ? '' : ` (did you mean ${JSON.stringify(suggestion)}?)`

/** The parameter that a wrong name stands for. */
function nameMeant(name: string, parameters: readonly string[], used: ReadonlySet<string>): string | undefined {
  const synonym = synonyms.get(name)
  if (synonym !== undefined && parameters.includes(synonym) && !used.has(synonym)) return synonym
  return nearest(name, parameters)
}

/** The value, had it been written as the wanted type, where that is one the parameter takes: "5" for 5, 720 for "720p", one URL for a list of them. */
function converted({ module, parameter, item, params, value }: Mistake): JsonValue | undefined {
  const written = rewritten(value, params.type, item ? [] : takes(module, parameter).allowed ?? [])
  return written !== undefined && isTaken(module, parameter, item ? [written] : written) ? written : undefined
}

function rewritten(value: unknown, type: JsonValue | undefined, allowed: readonly JsonValue[]): JsonValue | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (type === 'string') return alike(String(value), allowed) ?? String(value)
    // Adding 0 makes -0 a plain one.
    return type === 'integer' ? Math.round(value) + 0 : type === 'boolean' ? [false, true][value] : undefined
  }
  if (typeof value !== 'string' || value.length > 200) return undefined
  if (type === 'array') return [value]
  if (type === 'boolean') return /^(true|false)$/i.test(value) ? /^t/i.test(value) : undefined
  return type === 'integer' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) + 0 : undefined
}

/** The allowed value a person most likely meant. */
function alike(value: unknown, allowed: readonly JsonValue[]): JsonValue | undefined {
  if (allowed.length === 1) return allowed[0]
  return typeof value === 'string' ? nearest(value, allowed.filter((option) => typeof option === 'string')) : undefined
}

function codePoints(value: unknown): number {
  if (typeof value !== 'string') return 0
  let count = value.length
  for (let index = 0; index < value.length; index++) if ((value.codePointAt(index) ?? 0) > 0xffff) count--
  return count
}

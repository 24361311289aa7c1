import type { JsonValue } from '@model-tasks/spec'
import { nearest } from './nearest.js'
import { counted, listed, said, shown } from './words.js'

/** What the words of a finding are made from. */
export interface Mistake {
  model: string
  /** What the validator says beside rule and path. */
  params: Record<string, JsonValue>
  /** The value at the path; undefined where there is none. */
  value: unknown
  /** All parameters of the model, and those that the request does not use. */
  parameters: readonly string[]
  free: readonly string[]
}

/** What follows `where: `, and the value or name that would have been right. */
export type Wording = [text: string, suggestion?: JsonValue | undefined]

const prompt = (tail: (limit: string) => string) => ({ params }: Mistake): Wording =>
  [`has ${counted(params.actual, counts[said(params.count)] ?? 'character')}; ${tail(said(params.limit))}`]

const counts: Record<string, string> = { han: 'Chinese character', 'non-han': 'other than Chinese character', words: 'word' }

const items = (sense: string) => ({ params, value }: Mistake): Wording =>
  [`has ${counted(Array.isArray(value) ? value.length : 0, 'item')}; send at ${sense} ${said(params.limit)}`]

/** The words of each generic rule. A new rule is a new line. */
export const messages: Record<string, (mistake: Mistake) => Wording> = {
  required: () => ['is required; add it'],
  null: () => ['must not be null; send a value or leave it out'],
  type: ({ params, value }) => {
    const suggestion = converted(value, params.type)
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
    const assets = Array.isArray(params.accepts) && params.accepts.includes('asset')
    const asset = typeof value === 'string' && /^assetId:/i.test(value)
    return [`${asset && !assets ? `asset ids are not taken by ${model}` : `${shown(value)} is no media reference`}; use an absolute http or https URL${assets ? ' or assetId://{id}' : ''}`]
  },
  'media-base64': () => ['is base64, which the interface both allows and rules out; a public URL is safer'],
  'unknown-parameter': ({ model, params, parameters, free }) => {
    const name = said(params.parameter)
    const synonym = synonyms.get(name)
    const suggestion = synonym !== undefined && free.includes(synonym) ? synonym : nearest(name, free)
    return [`is no parameter of ${model}; ${suggestion === undefined ? `it takes ${listed(parameters, 'and')}` : `did you mean ${suggestion}?`}`, suggestion]
  },
  'prompt-han-limit': prompt((limit) => `use at most ${limit}`),
  'prompt-word-limit': prompt((limit) => `use at most ${limit}`),
  'prompt-length': prompt((limit) => `Chinese prompts may have ${limit}, and it is not said whether other characters count`),
  'prompt-truncated': prompt((limit) => `the service cuts off what is beyond ${limit}`),
  'prompt-advised-length': prompt((limit) => `at most ${limit} are advised`),
  'prompt-token': ({ params }) => [`${said(params.token)} names no item of ${said(params.parameter)}, which has ${said(params.attached)}; attach it or change the number`],
  'no-reference': ({ model }) => [`the parameters of ${model} are not published, so nothing about them was checked`],
}

/** Names that two models have for the same thing. */
export const synonyms: ReadonlyMap<string, string> = new Map([['size', 'aspect_ratio'], ['aspect_ratio', 'size']])

const nouns: Record<string, string> = {
  string: 'a text', integer: 'a whole number', boolean: 'true or false', array: 'an array', object: 'an object',
}

const hint = (suggestion: JsonValue | undefined): string =>
  suggestion === undefined ? '' : ` (did you mean ${JSON.stringify(suggestion)}?)`

/** The value, had it been written as the wanted type: "5" for 5, "true" for true, one URL for a list of them. */
function converted(value: unknown, type: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === 'number') return type === 'string' ? String(value) : type === 'array' ? undefined : Math.round(value)
  if (typeof value !== 'string' || value.length > 200) return undefined
  if (type === 'array') return [value]
  if (type === 'boolean') return /^(true|false)$/i.test(value) ? /^t/i.test(value) : undefined
  return type === 'integer' && /^\s*-?\d{1,15}\s*$/.test(value) ? Number(value) : undefined
}

/** The allowed value a person most likely meant. */
function alike(value: unknown, allowed: JsonValue[]): JsonValue | undefined {
  if (allowed.length === 1) return allowed[0]
  return typeof value === 'string' ? nearest(value, allowed.filter((option) => typeof option === 'string')) : undefined
}

function codePoints(value: unknown): number {
  if (typeof value !== 'string') return 0
  let count = value.length
  for (let index = 0; index < value.length; index++) if ((value.codePointAt(index) ?? 0) > 0xffff) count--
  return count
}

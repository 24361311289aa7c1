import type { ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonValue } from '../../catalogue.js'
import { pointerSteps } from '../../load/pointer.js'
import { isObject } from '../../load/json-object.js'
import type { Spec, SpecFile } from '../../load/spec.js'
import { errorsOfMeantForms, formsText } from '../alternatives.js'
import { metaPathOf, metaValidator, type MetaError } from '../meta.js'
import type { Mistake } from '../mistake.js'
import { nearest } from '../nearest.js'
import { unportable } from '../patterns.js'
import { oncePerFile } from '../once.js'

/** S010 to S014: what the meta-schemas of `spec/meta` refuse, one mistake a place. */
export function wrongForm(spec: Spec): readonly Mistake[] {
  const validator = metaValidator(spec)
  const mistakes = [...spec.files.values()].flatMap((file) => {
    const metaPath = metaPathOf(file.path)
    const validate = metaPath === undefined ? undefined : validator(metaPath)
    if (validate === undefined) return []
    const known = verdicts(file)
    const found = known.get(validate) ?? mistakesOf(file, validate)
    known.set(validate, found)
    return found
  })
  // Now that every validator ran.
  spec.meta?.code()?.keep()
  return mistakes
}

/** What each meta-schema says of a file. */
const verdicts = oncePerFile(() => new WeakMap<ValidateFunction, readonly Mistake[]>())

function mistakesOf(file: SpecFile, validate: ValidateFunction): readonly Mistake[] {
  const { value, syntaxErrors } = file
  if (value === undefined || syntaxErrors.length > 0 || validate(value)) return []
  const first = new Map<string, Mistake>()
  const errors = errorsOfMeantForms(validate.errors ?? [])
  for (const error of errors) {
    const mistake = mistakeOf(file.path, value, error, errors)
    if (mistake !== undefined && !first.has(mistake.path.join('/'))) first.set(mistake.path.join('/'), mistake)
  }
  return [...first.values()]
}

function mistakeOf(file: string, root: JsonValue, error: MetaError, errors: readonly MetaError[]): Mistake | undefined {
  const path = pathOf(root, error.instancePath)
  if (error.keyword === 'if' || error.propertyName !== undefined) return undefined
  // S035 says what is wrong with it.
  if (error.keyword === 'pattern' && path.at(-1) === 'pattern' && unportable(String(error.data))) return undefined
  if (error.data === null) return { code: 'S013', file, path, message: `${label(path)} is null` }
  const parameter = (key: string): string => String(error.params[key])
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKeyword(file, [...path, parameter('additionalProperty')], error)
    case 'required':
      return missing(file, path, parameter('missingProperty'))
    case 'dependentRequired': {
      const { code, ...mistake } = missing(file, path, parameter('missingProperty'))
      return { code, ...mistake, message: `${mistake.message}, which "${parameter('property')}" needs` }
    }
    case 'oneOf':
      return { code: 'S014', file, path, message: `${label(path)} must have exactly one of ${formsText(error)}` }
    case 'propertyNames':
      return {
        code: 'S014',
        file,
        path: [...path, parameter('propertyName')],
        at: 'key',
        message: `"${parameter('propertyName')}" is not a name for this place`,
        ...nameHint(parameter('propertyName'), error, errors),
      }
    default:
      return { code: 'S014', file, path, message: `${label(path)} must be ${wanted(error)}` }
  }
}

/** What names may be, in the meta-schema's own words. */
function nameHint(name: string, { instancePath }: MetaError, errors: readonly MetaError[]): { hint?: string } {
  const [own] = errors
    .filter((each) => each.propertyName === name && each.instancePath === instancePath)
    .flatMap(({ parentSchema }): unknown[] => [parentSchema?.errorMessage])
    .filter((words) => typeof words === 'string')
  return own === undefined ? {} : { hint: `Use ${own}.` }
}

function unknownKeyword(file: string, path: readonly (string | number)[], error: MetaError): Mistake {
  const keyword = String(path.at(-1))
  const known = isObject(propertiesOf(error)) ? Object.keys(propertiesOf(error)) : []
  const near = nearest(keyword, known)
  return {
    code: 'S010',
    file,
    path,
    at: 'key',
    message: `the keyword "${keyword}" is unknown here`,
    hint: near === undefined ? `Known here: ${known.join(', ')}.` : `Did you mean "${near}"?`,
  }
}

function missing(file: string, path: readonly (string | number)[], key: string): Mistake {
  return key === 'x-source'
    ? { code: 'S012', file, path, at: 'key', message: `${label(path)} has no source` }
    : { code: 'S011', file, path: [...path, key], message: `${label(path)} lacks the keyword "${key}"` }
}

function propertiesOf(error: MetaError): { [key: string]: JsonValue } {
  const properties: unknown = error.parentSchema?.properties
  return typeof properties === 'object' && properties !== null ? { ...properties } : {}
}

/** What the meta-schema asks for: its own words where it has some, else those for the keyword. */
function wanted(error: MetaError): string {
  const own: unknown = error.parentSchema?.errorMessage
  return typeof own === 'string' ? own : (words[error.keyword] ?? otherwise)(error)
}

const limit = ({ params }: MetaError): string => String(params.limit)
const amount = ({ params }: MetaError, thing: string): string =>
  `${String(params.limit)} ${thing}${params.limit === 1 ? '' : 's'}`
const otherwise = ({ keyword }: MetaError): string => `of another form: the meta-schema's "${keyword}" rejects it`

/** What each keyword that the meta-schemas use asks for, in words that follow "must be". */
const words: Readonly<Record<string, (error: MetaError) => string>> = {
  type: ({ params }) => `of type ${[params.type].flat().join(' or ')}`,
  const: ({ params }) => JSON.stringify(params.allowedValue),
  enum: ({ params }) => `one of ${[params.allowedValues].flat().join(', ')}`,
  minimum: (error) => `${limit(error)} or more`,
  maximum: (error) => `${limit(error)} or less`,
  exclusiveMinimum: (error) => `more than ${limit(error)}`,
  exclusiveMaximum: (error) => `less than ${limit(error)}`,
  minLength: (error) => `a string of ${amount(error, 'character')} or more`,
  maxLength: (error) => `a string of ${amount(error, 'character')} or less`,
  minItems: (error) => `a list of ${amount(error, 'item')} or more`,
  maxItems: (error) => `a list of ${amount(error, 'item')} or less`,
  minProperties: (error) => `an object with ${amount(error, 'member')} or more`,
  maxProperties: (error) => `an object with ${amount(error, 'member')} or less`,
  uniqueItems: ({ params, data }) =>
    `a list without repeats: ${Array.isArray(data) ? JSON.stringify(data[Number(params.j)]) : 'an item'} is in it more than once`,
  contains: () => 'a list with a certain item in it',
  pattern: ({ params }) => `a string that matches ${String(params.pattern)}`,
  format: ({ params }) => `a string of the format ${String(params.format)}`,
  not: () => 'something else',
}

function label(path: readonly (string | number)[]): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
  const names = path.flatMap((step, index) => (typeof step === 'string' ? [index] : []))
  return path.length === 0
    ? 'the file'
    : steps
        .slice(names.at(-2) ?? 0)
        .join('')
        .replace(/^\./, '')
}

/** The steps of a JSON pointer, with the indices of arrays as numbers. */
function pathOf(root: JsonValue, pointer: string): (string | number)[] {
  let value: JsonValue | undefined = root
  return pointerSteps(pointer).map((key) => {
    const isArray: boolean = Array.isArray(value)
    value = Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined
    return isArray ? Number(key) : key
  })
}

import type { JsonValue } from '../catalogue.js'
import { isObject } from '../load/json-object.js'
import type { MetaError } from './meta.js'

/**
 * The errors that say what is wrong where a meta-schema offers several forms (`oneOf`). A validator repeats the errors of
 * every form; these are those of the form that was meant, or one error that names all forms where none can be told.
 */
export function errorsOfMeantForms(errors: readonly MetaError[]): MetaError[] {
  return errors
    .filter(({ keyword }) => keyword === 'oneOf')
    .reduce<MetaError[]>((left, error) => (left.includes(error) ? ofMeantForm(left, error) : left), [...errors])
}

/** The forms of a `oneOf`, in words that follow "must have exactly one of". */
export function formsText(error: MetaError): string {
  return formsOf(error)
    .map(({ required }) => required.join(' with '))
    .join('; ')
}

interface Form {
  required: readonly string[]
  /** Names of its members, and the value of each that has only one. Undefined: the form only says which members there are. */
  members: ReadonlyMap<string, JsonValue | undefined> | undefined
}

function ofMeantForm(errors: readonly MetaError[], error: MetaError): MetaError[] {
  const forms = formsOf(error)
  const inside = (other: MetaError): boolean =>
    other !== error && isWithin(other.instancePath, error.instancePath) && !isOfWhole(other, error)
  const others = errors.filter((other) => other !== error && !inside(other))
  const meant = meantForm(forms, error)
  if (typeof meant !== 'number') return [...others, meant]
  const members = forms[meant]?.members
  const own = errors.filter((other) => inside(other) && isOfForm(other, error, meant, members))
  return own.length > 0 ? [...others, ...own] : [...others, error]
}

/** The place of the form that was meant, or the one error to show in place of all. */
function meantForm(forms: readonly Form[], error: MetaError): number | MetaError {
  const given = isObject(error.data as JsonValue) ? Object.keys(error.data as object) : []
  if (Array.isArray(error.params.passingSchemas)) return error
  const kind = forms[0]?.members === undefined ? undefined : kindMember(forms)
  if (kind !== undefined) {
    const { data } = error
    const value: unknown = isObject(data as JsonValue) ? (data as Record<string, unknown>)[kind] : undefined
    const place = forms.findIndex(({ members }) => members?.get(kind) === value)
    if (place !== -1) return place
    const allowedValues = forms.map(({ members }) => members?.get(kind))
    return {
      ...error,
      keyword: 'enum',
      instancePath: `${error.instancePath}/${kind}`,
      params: { allowedValues },
      data: value,
    }
  }
  const counts = forms.map(
    ({ required, members }) => given.filter((name) => members?.has(name) ?? required.includes(name)).length,
  )
  const most = Math.max(...counts)
  const best = counts.flatMap((count, place) => (count === most ? [place] : []))
  const [first] = best
  return most === 0 || first === undefined || (best.length > 1 && forms[0]?.members === undefined) ? error : first
}

/** The member by whose value the forms are told apart. */
function kindMember(forms: readonly Form[]): string | undefined {
  const names = [...(forms[0]?.members?.keys() ?? [])]
  return names.find((name) => forms.every(({ members }) => members?.get(name) !== undefined))
}

function formsOf({ schema }: MetaError): Form[] {
  const forms: unknown[] = Array.isArray(schema) ? schema : []
  return forms.map((form): Form => {
    const { required, properties } = Object(form) as {
      required?: string[]
      properties?: Record<string, { const?: JsonValue }>
    }
    const members = properties && new Map(Object.entries(properties).map(([name, { const: only }]) => [name, only]))
    return { required: required ?? [], members }
  })
}

/** Errors of the same object that are not of any form: the schema that holds the `oneOf` has members and requirements too. */
function isOfWhole(other: MetaError, { instancePath, schemaPath }: MetaError): boolean {
  const holder = schemaPath.slice(0, -'/oneOf'.length)
  return (
    !other.schemaPath.startsWith(`${schemaPath}/`) &&
    (other.instancePath === instancePath || other.schemaPath.startsWith(`${holder}/properties/`))
  )
}

function isWithin(path: string, whole: string): boolean {
  return path === whole || path.startsWith(`${whole}/`)
}

/** Whether an error is of one form: by its place in the schema, or, behind a reference, by the member that it is in. */
function isOfForm(
  other: MetaError,
  { instancePath, schemaPath }: MetaError,
  form: number,
  members: Form['members'],
): boolean {
  if (other.schemaPath.startsWith(`${schemaPath}/`)) return other.schemaPath.startsWith(`${schemaPath}/${form}/`)
  const [member = ''] = other.instancePath.slice(instancePath.length + 1).split('/')
  return members?.has(member) ?? true
}

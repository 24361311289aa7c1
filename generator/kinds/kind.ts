import { _, Name, type Code } from 'ajv'
import type {
  JsonSchema,
  JsonValue,
  MediaTypeFacts,
  ModelKind,
  Parameter,
  Severity,
  TextClasses,
  Words,
} from '../catalogue.js'
import type { ParameterFacts } from '../text-facts.js'
import type { Reader } from '../read/reader.js'

/** What a parameter of any kind has. */
export type Base = Pick<
  Parameter,
  | 'name'
  | 'required'
  | 'nullable'
  | 'description'
  | 'phrase'
  | 'quantity'
  | 'defaults'
  | 'notes'
  | 'renamedFrom'
  | 'deprecated'
  | 'upcoming'
  | 'source'
>

/**
 * One kind of parameter: everything that follows from what `spec/` states of it, in one place, so that the type, the
 * check, the schema, the words and the vectors cannot diverge. All functions are pure.
 */
export interface Kind<P extends Parameter> {
  /** The parameter from its keywords. Every keyword that it does not read is reported as a mistake. */
  read(schema: Reader, base: Base, mediaTypes: MediaTypes): P
  /** Its TypeScript type. */
  type(parameter: P): string
  /** JSON Schema of its value, without description and default. */
  schema(parameter: P): JsonSchema
  /** Statements that report what is wrong with a value, as calls of the functions of `checks.ts`. */
  check(parameter: P, at: Place, context: CheckContext): Code
  /** What programs read of it: limits, values, forms. */
  facts(parameter: P): KindFacts
  /** What it accepts, as a noun phrase: "an integer from 4 to 15 s". */
  phrase(parameter: P): Words
  /** A value it accepts: its default where it has one, else the first or smallest allowed. */
  example(parameter: P, model: ModelKind): JsonValue
  /** Values at, below and above each limit, and the ways to get it wrong. `earlier` are the parameters before it. */
  cases(parameter: P, earlier: readonly Parameter[]): Case[]
  /** Any value that its own limits accept. */
  sample(parameter: P, random: Random): JsonValue
}

/** Where samples come from. The same source gives the same samples. */
export interface Random {
  /** What texts are made of. */
  readonly characters: readonly string[]
  /** An integer from 0 to `end`, without it. */
  below(end: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** So many code points, of any sort. */
  text(length: number): string
  /** A string that a regular expression accepts. */
  matching(pattern: string): string
}

/** A count from `minimum` to `maximum`, and not many more than `minimum` where nothing limits it. */
export function sampleCount(random: Random, minimum = 0, maximum = minimum + 4): number {
  return minimum + random.below(maximum - minimum + 1)
}

/** The types of media files, by id. */
export type MediaTypes = ReadonlyMap<string, MediaTypeFacts>

/** What a parameter of one kind accepts, as it is published, and the parameters inside it. */
export type KindFacts = Omit<ParameterFacts, keyof StatedFacts | 'members' | 'items' | 'variants'> & {
  /** Of objects. */
  members?: readonly Parameter[]
  /** Of lists: an item; of maps: a value. */
  items?: Parameter
  /** Of unions: the forms. */
  variants?: readonly Parameter[]
}

/** What is published of every parameter alike. */
type StatedFacts = Pick<
  ParameterFacts,
  'kind' | 'required' | 'default' | 'phrase' | 'renamedFrom' | 'deprecated' | 'upcoming'
>

/** Where a check finds its value: an expression for the JSON pointer without its first slash, and one for the value. */
export interface Place {
  pointer: Code
  value: Code
  /** How deep the value lies in objects and lists; makes names of variables unique. */
  depth: number
}

/** What a check may use beside its value. */
export interface CheckContext {
  /** Names a constant of the module; the same literal has the same name. */
  constant: (literal: Code) => Name
  /** The variable that holds another parameter of the request. */
  variable: (parameter: string) => Name
  text: TextClasses
  /** The statements for a parameter inside this one. */
  nested: (parameter: Parameter, at: Place) => Code
}

/** ajv's variable for errors; here it holds the findings, an array from the start. */
export const findings = new Name('vErrors')

/** `check(findings, pointer, value, required, …rest)`: a call of one function of `checks.ts`. */
export function callCheck(check: string, parameter: Parameter, { pointer, value }: Place, ...rest: Code[]): Code {
  return rest.reduce(
    (call, argument) => _`${call}, ${argument}`,
    _`${new Name(check)}(${findings}, ${pointer}, ${value}, ${parameter.required ? 1 : 0}`,
  )
}

/** A value for one parameter and what its own limits say of it; prompt limits and cross-field rules are added from the whole body. */
export interface Case {
  /** What the value is about, such as `maximum-over`. */
  about: string
  /** Undefined leaves the parameter out. */
  value: JsonValue | undefined
  /** Findings on the parameter itself; `path` is below the parameter. */
  findings: { rule: string; path?: string; severity?: Severity }[]
  /** Other parameters the case needs. */
  beside?: Record<string, JsonValue>
}

/** A case without a finding. */
export function fine(about: string, value: JsonValue): Case {
  return { about, value, findings: [] }
}

/** A case that breaks one rule. */
export function wrong(about: string, value: JsonValue, rule: string, path?: string): Case {
  return { about, value, findings: [path === undefined ? { rule } : { rule, path }] }
}

/** Cases of the wrong JSON type. */
export function wrongTypes(values: JsonValue[]): Case[] {
  return values.map((value) =>
    wrong(`type-${Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value}`, value, 'type'),
  )
}

/** `{ [key]: value }` for each value that is there. */
export function present<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

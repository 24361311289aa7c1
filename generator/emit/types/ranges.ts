import type { Catalogue, Model, Parameter } from '../../catalogue.js'
import { memberName } from './interface.js'

/** Above so many values a range is checked by its form alone: a longer union would bury the message of the compiler. */
const longestUnion = 64

/**
 * The types by which a compiler checks the literal numbers of a call: `ModelRanges`, and `InRange`, which a client intersects
 * with `ModelInput`. A number that is computed passes; the validators check it.
 */
export function rangeDeclarations({ models }: Catalogue): string {
  const names = sharedNumbers(models)
  const rows = models.map((model) => row(model, names))
  return `
/** An integer; named in the error about a literal number that is not one. */
export interface Integer {
  readonly 'must be an integer': true
}

/** An integer from 0 up; named in the error about a literal number that is not one. */
export interface NonNegativeInteger {
  readonly 'must be an integer, at least 0': true
}

/** The parameters that are numbers in many models: the literal numbers that \`InRange\` checks. */
export type NumericParameter = ${names.map((name) => JSON.stringify(name)).join(' | ') || 'never'}

/** The numbers each model accepts. */
export interface ModelRanges {
${rows.join('')}}

/**
 * Rejects literal numbers that are out of range for the model \`M\`; a computed \`number\` passes. Intersect it with the input:
 * \`<M extends ModelId, const D>(model: M, input: ModelInput[M] & InRange<M, { duration: D }>)\`.
 */
export type InRange<M extends ModelId, Given> = {
  [K in NumericParameter]?: K extends keyof Given ? Ranged<ModelRanges[M][K], Given[K]> : unknown
}
type Ranged<R, V> = number extends V ? V : V extends R ? V : NotInRange<R, V>
type NotInRange<R, V> = [R] extends [number]
  ? R
  : \`\${V & number}\` extends \`\${string}.\${string}\` | (R extends Integer ? never : \`-\${string}\`)
    ? R
    : V
`
}

/**
 * The names of the parameters that are numbers in at least a tenth of the models with a reference, in the order in which
 * they first come. Each model states of each of them whether it has it, so there must not be more as there are more models.
 */
export function sharedNumbers(models: readonly Model[]): string[] {
  const counts = new Map<string, number>()
  for (const { parameters } of models)
    for (const { name } of parameters.filter(isNumeric)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const enough = models.filter(({ reference }) => reference).length / 10
  return [...counts].filter(([, count]) => count >= enough).map(([name]) => name)
}

function isNumeric(parameter: Parameter): boolean {
  return parameter.kind === 'integer' || (parameter.kind === 'enum' && parameter.type === 'integer')
}

function row(model: Model, names: readonly string[]): string {
  const ranges = names.map((name) => {
    const parameter = model.parameters.find((candidate) => candidate.name === name)
    return `${memberName(name)}: ${parameter ? range(parameter) : model.reference ? 'never' : 'unknown'}`
  })
  return `  ${JSON.stringify(model.id)}: { ${ranges.join('; ')} }\n`
}

function range(parameter: Parameter): string {
  if (parameter.kind === 'enum') return parameter.values.map((value) => JSON.stringify(value)).join(' | ')
  if (parameter.kind !== 'integer') return 'unknown'
  const { minimum, maximum } = parameter
  if (minimum !== undefined && maximum !== undefined && maximum - minimum < longestUnion)
    return Array.from({ length: maximum - minimum + 1 }, (_, step) => minimum + step).join(' | ')
  return minimum === 0 ? 'NonNegativeInteger' : 'Integer'
}

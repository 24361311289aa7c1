import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { ownValue } from '../compile.js'
import type { UpstreamRow } from '../../spec-types/files/upstream.js'
import { modelParameters, operationsOf, wellFormed, type ModelParameters } from './facts.js'

/** S077: a value table in which two values of one model become the same, without a reason. */
export function* irreversibleRows(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    for (const [kind, { rows }] of operationsOf(source)) {
      const models = modelParameters(spec).filter((model) => model.kind === kind)
      for (const [index, row] of rows.entries()) {
        const pair = row.oneWay === undefined ? sameInOneModel(row, models) : undefined
        if (pair === undefined) continue
        yield {
          code: 'S077',
          file,
          path: ['operations', kind, 'rows', index, 'values', pair[1]],
          message: `"${pair[0]}" and "${pair[1]}" of one model both become ${JSON.stringify(row.values?.[pair[1]])}`,
        }
      }
    }
  }
}

function sameInOneModel(
  { values = {}, from, each, join }: UpstreamRow,
  models: readonly ModelParameters[],
): [string, string] | undefined {
  const names = join ?? [from ?? each ?? '']
  const partsOf = (key: string): string[] => (join === undefined ? [key] : key.split(' '))
  for (const { parameters } of models) {
    const offers = (name: string, value: string): boolean =>
      parameters.get(name)?.includes(ownValue(value)) ?? parameters.has(name)
    const own = Object.entries(values).filter(([key]) => {
      const parts = partsOf(key)
      return names.every((name, index) => offers(name, parts[index] ?? ''))
    })
    for (const [place, [key, theirs]] of own.entries()) {
      const twin = own.slice(0, place).find(([, value]) => JSON.stringify(value) === JSON.stringify(theirs))
      if (twin !== undefined) return [twin[0], key]
    }
  }
  return undefined
}

import type { ModelFacts, Operation, Row } from './mapping.js'

const known = new WeakMap<ModelFacts, WeakMap<Operation, readonly Row[]>>()

/** The rows of an operation for one model, in which rows of quantities name the parameters by which it states them. */
export function rowsFor(operation: Operation, facts: ModelFacts): readonly Row[] {
  if (facts.outputs === undefined) return operation.rows
  const ofModel = known.get(facts) ?? new WeakMap<Operation, readonly Row[]>()
  known.set(facts, ofModel)
  const before = ofModel.get(operation)
  if (before !== undefined) return before
  const rows = operation.rows.map((row) => ownRow(row, facts))
  ofModel.set(operation, rows)
  return rows
}

function ownRow(row: Row, { outputs }: ModelFacts): Row {
  const { from } = row
  if (from.kind !== 'parameter' || from.quantity === undefined || outputs === undefined) return row
  return { ...row, from: { ...from, name: outputs } }
}

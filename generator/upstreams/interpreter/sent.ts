import type { Condition, Operation, Row } from './mapping.js'

/** The parameters on which depends what answers tell of what a task was asked for; none where they tell nothing of it. */
export function toldParameters({ told, rows }: Operation): string[] {
  const places = told.flatMap(({ from }) => (from.kind === 'sent' ? [from.place] : []))
  const isTold = ({ to }: Row): boolean => places.some((place) => place.every((step, index) => to[index] === step))
  return [...new Set(rows.filter(isTold).flatMap(({ from, when }) => [...namesOf(from), ...when.flatMap(readBy)]))]
}

function namesOf(from: Row['from']): string[] {
  if (from.kind === 'joined') return from.names
  return 'name' in from ? [from.name] : []
}

function readBy(condition: Condition): string[] {
  if ('parameters' in condition) return condition.parameters
  return 'parameter' in condition ? [condition.parameter] : []
}

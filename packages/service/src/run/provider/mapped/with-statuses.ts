import type { Mapping, Operation, UpstreamState } from '@model-tasks/documents/upstreams/interpreter'
import { byKind } from '../../../domain/task/record.js'
import type { Meaning, StatusTable } from '../../../domain/provider/statuses.js'

const states: Readonly<Record<Meaning, UpstreamState>> = {
  running: 'processing',
  completed: 'completed',
  failed: 'failed',
}

/** The mapping with what an operator says of statuses, which wins over its own words. */
export function withStatuses(mapping: Mapping, statuses: StatusTable): Mapping {
  const words = Object.entries(statuses).map(([word, meaning]): [string, UpstreamState] => [word, states[meaning]])
  if (words.length === 0) return mapping
  const operations = byKind(mapping.operations).map(([kind, operation]) => [kind, corrected(operation, words)])
  return { ...mapping, operations: Object.fromEntries(operations) as Mapping['operations'] }
}

function corrected(operation: Operation, words: readonly [string, UpstreamState][]): Operation {
  const { status } = operation.answer
  if (status === undefined) return operation
  const own = new Set(words.map(([word]) => word.toLowerCase()))
  const kept = Object.entries(status.states).filter(([word]) => !own.has(word.toLowerCase()))
  return {
    ...operation,
    answer: { ...operation.answer, status: { ...status, states: Object.fromEntries([...kept, ...words]) } },
  }
}

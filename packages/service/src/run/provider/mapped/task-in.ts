import type { Mapping, Operation } from '@model-tasks/documents/upstreams/interpreter'
import { parseReference, type MappedReference } from '../../../domain/provider/reference.js'

/** A task at an upstream, and the operation that makes tasks of its kind. */
export interface FoundTask {
  parsed: MappedReference
  operation: Operation
}

/** The task that a stored reference names; undefined where that is none of this protocol. */
export function taskIn({ operations }: Mapping, reference: string): FoundTask | undefined {
  const parsed = parseReference(reference)
  const operation = parsed && operations[parsed.kind]
  return parsed && operation && { parsed, operation }
}

import { inUpstreamWords, toldParameters, type Mapping, type Told } from '@model-tasks/documents/upstreams/interpreter'
import type { BackendTask, ProtocolBackend } from './backend.js'

/** A task as answers tell of it: where they tell what it was asked for, with that in the words of the protocol. */
export function toldOf(
  mapping: Mapping,
  backend: Pick<ProtocolBackend, 'model'>,
  { parameters, ...task }: BackendTask,
): Omit<Told, 'baseUrl'> {
  const operation = mapping.operations[task.kind]
  if (parameters === undefined || operation === undefined || toldParameters(operation).length === 0) return task
  const model = backend.model(task.model, [task.kind])
  if (model === undefined) return task
  const { facts, defaultsFor } = model
  const asked = { facts, upstreamModel: task.model, parameters, defaults: defaultsFor(parameters) }
  return { ...task, sent: inUpstreamWords(mapping, asked) }
}

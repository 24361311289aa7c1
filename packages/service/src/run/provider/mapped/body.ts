import { models } from '@model-tasks/documents/upstreams/models'
import { toUpstream, type Mapped, type ModelFacts } from '@model-tasks/documents/upstreams/interpreter'
import type { JsonObject } from '../../../base/json.js'
import { conditionalDefaults } from '../../../domain/conditional-defaults.js'
import type { TaskKind } from '../../../domain/task/record.js'
import type { RequestedTask } from '../../../domain/provider/provider.js'
import { upstreamModelOf } from '../upstream-model.js'
import type { Connection } from './connection.js'
import type { MappedUpstream } from './upstream.js'

/** What the catalogue knows of a model; of one that it does not have, only its kind. */
export function factsFor(model: string, kind: TaskKind): ModelFacts {
  return (Object.hasOwn(models, model) ? models[model] : undefined) ?? { kind, open: true, parameters: {} }
}

/** What the mapping of a request reads: the model, its ID at the upstream, the parameters, and the defaults that depend on them. */
export function askedOf(
  upstream: MappedUpstream,
  { kind, model, parameters }: RequestedTask,
): { facts: ModelFacts; upstreamModel: string; parameters: JsonObject; defaults: JsonObject } {
  return {
    facts: factsFor(model, kind),
    upstreamModel: upstreamModelOf(upstream, model),
    parameters,
    defaults: conditionalDefaults(model, parameters),
  }
}

/** A request in the upstream's words, or why it has none for it. */
export function mappedBody(
  { mapping }: Connection,
  upstream: MappedUpstream,
  task: RequestedTask,
  uploaded: ReadonlyMap<string, string> = new Map(),
): Mapped {
  return toUpstream(mapping, {
    ...askedOf(upstream, task),
    uploaded,
    ...(upstream.resultsFolder === undefined ? {} : { resultsFolder: upstream.resultsFolder }),
  })
}

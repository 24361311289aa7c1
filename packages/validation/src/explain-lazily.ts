import type { ModelId } from '@model-tasks/spec'
import { loaders } from '@model-tasks/spec/facts'
import type { ModelModule, RawFinding } from '@model-tasks/spec/validators'
import { english } from './english.js'
import { explain } from './explain.js'
import type { Report } from './finding.js'
import type { CheckOptions } from './check-options.js'
import type { Resolved } from './resolve.js'
import { unknownModel } from './unknown-model.js'

/**
 * As `explain`, with the facts of that one model loaded now: a request without findings never pays for them. Without a
 * model and its validator, the finding is that the body names none.
 */
export async function explainLazily(
  body: unknown,
  resolved: Resolved<ModelId> | undefined,
  module: ModelModule | undefined,
  found: RawFinding[],
  { language = english, now = Date.now() }: CheckOptions = {},
): Promise<Report> {
  if (resolved === undefined || module === undefined) return unknownModel(body, Object.keys(loaders), language)
  const { facts } = await loaders[resolved.model]()
  return explain({ module, facts, language, now }, resolved.body, found)
}

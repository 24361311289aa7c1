import type { ModelId } from '@model-tasks/spec'
import { loaders, type ModelModule } from '@model-tasks/spec/validators'
import type { CheckOptions } from './check-options.js'
import type { Report } from './finding.js'
import type { Migration } from './migrate.js'
import { resolveModel } from './resolve.js'

export type { CheckOptions } from './check-options.js'

/**
 * Checks a submit body before it is sent: `model` first, then that model's parameters, cross-field rules and prompt
 * rules. Loads that one model's validator only, and words and facts only when there is something to report. Any value
 * may come in; none is changed, and none throws but by code of its own, such as a getter.
 *
 * With `as`, reports what breaks when the same request goes to another model, and gives a corrected one. With
 * `language`, such as `chinese` of `@model-tasks/validation/chinese`, the messages are in that language. `now`
 * (milliseconds since 1970, the current time when left out) decides what is retired: from the date that the catalogue
 * announces, a retired model or parameter and a value beyond a limit to come are errors.
 */
export function checkRequest(body: unknown, options?: CheckOptions): Promise<Report>
export function checkRequest(body: unknown, options: CheckOptions & { as: string }): Promise<Migration>
export async function checkRequest(
  body: unknown,
  { as, ...options }: CheckOptions & { as?: string } = {},
): Promise<Report | Migration> {
  if (as !== undefined) return (await import('./migrate.js')).migrateRequest(body, as, options)
  const resolved = resolveModel(body, loaders)
  const module = resolved && (loaded.get(resolved.model) ?? (await load(resolved.model)))
  const findings = resolved && module ? module.validate(resolved.body) : []
  if (resolved && !findings[0]) return { ok: true, model: resolved.model, findings: [] }
  return (await import('./explain-lazily.js')).explainLazily(body, resolved, module, findings, options)
}

/** Validators that are here already: asking the module system again costs more than a check. */
const loaded = new Map<string, ModelModule>()

async function load(model: ModelId): Promise<ModelModule> {
  const module = await loaders[model]()
  loaded.set(model, module)
  return module
}

import { loaders } from '@model-tasks/spec/validators'
import { checkAs } from './check.js'
import type { Report } from './finding.js'
import type { Migration } from './migrate.js'
import { resolveModel } from './resolve.js'

/**
 * Checks a submit body before it is sent: `model` first, then that model's parameters, cross-field rules and prompt
 * rules. Loads that one model's validator only. Any value may come in; none throws and none is changed.
 *
 * With `as`, says what breaks when the same request goes to another model, and gives a corrected one.
 */
export function checkRequest(body: unknown): Promise<Report>
export function checkRequest(body: unknown, options: { as: string }): Promise<Migration>
export async function checkRequest(body: unknown, options?: { as: string }): Promise<Report | Migration> {
  if (options !== undefined) return (await import('./migrate.js')).migrateRequest(body, options.as)
  const resolved = resolveModel(body, loaders)
  return 'ok' in resolved ? resolved : checkAs(await loaders[resolved.model](), resolved.body)
}

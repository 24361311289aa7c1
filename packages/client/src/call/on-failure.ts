import type { Scope } from '../policy/scope.js'
import { optional } from './optional.js'
import type * as Failures from './failures.js'

let loaded: typeof Failures | undefined

/**
 * The words of errors, and what a fault means for a wait. Undefined where they cannot be loaded before the scope ends: what an error is,
 * its code, its task and how to resume it never depends on them. Never throws.
 */
export async function onFailure(call: { readonly scope: Scope }): Promise<typeof Failures | undefined> {
  return (loaded ??= await optional(call, () => import('./failures.js')))
}

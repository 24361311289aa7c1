import type { Scope } from '../policy/scope.js'

/** A module that a call can do without; undefined where it cannot be loaded, or the scope ends first. Never throws. */
export function optional<T>({ scope }: { readonly scope: Scope }, load: () => Promise<T>): Promise<T | undefined> {
  return scope.run(load).catch(() => undefined)
}

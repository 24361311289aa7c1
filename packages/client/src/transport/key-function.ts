import { checkKey } from './check-key.js'

/** How many keys are remembered, since an answer to an earlier request may still echo a former one. */
const remembered = 4

/** The keys of a function, one after the other; see `Transport`. */
export interface ProvidedKeys {
  readonly current: () => Promise<string>
  readonly renew: (used: string) => Promise<boolean>
}

/**
 * The keys that a function provides, of which `secrets` receives the latest, the newest first. Loaded before the first request,
 * and only where there is such a function. Throws ModelTasksError when what it provides is not a key.
 */
export function keyFunction(provide: () => string | Promise<string>, secrets: string[]): ProvidedKeys {
  const keep = (value: unknown): string => {
    const key = checkKey(value)
    if (!secrets.includes(key)) secrets.splice(0, secrets.length, key, ...secrets.slice(0, remembered - 1))
    return key
  }
  let held: Promise<string> | undefined
  const forget = (error: unknown): never => {
    held = undefined
    throw error
  }
  const current = (): Promise<string> => (held ??= Promise.resolve().then(provide).then(keep).catch(forget))
  return {
    current,
    renew: async (used) => {
      const before = held
      if (before && (await before) === used && held === before) held = undefined
      return (await current()) !== used
    },
  }
}

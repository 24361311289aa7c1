import { checkKey } from './check-key.js'
import type { ProvidedKeys } from './key-function.js'

/** An API key, or a function that provides it. */
export type ApiKey = string | (() => string | Promise<string>)

/** Where requests get their API key. */
export interface KeySource {
  /** The key to send. A function is called once, and again only after `renew`. */
  current(): string | Promise<string>
  /** Whether there is another key than the one that was not accepted. Requests that fail together ask once. */
  renew(used: string): Promise<boolean>
  /** The keys that were sent, latest first: what must not appear in an error. */
  readonly secrets: readonly string[]
}

/** Where requests get their key: a string, which is checked now, or a function, whose keys are checked as it provides them. Throws ModelTasksError. */
export function createKeySource(key: ApiKey): KeySource {
  if (typeof key !== 'function') {
    const value = checkKey(key)
    return { secrets: [value], current: () => value, renew: async () => false }
  }
  const secrets: string[] = []
  let provided: ProvidedKeys | undefined
  const load = async (): Promise<ProvidedKeys> => {
    const { keyFunction } = await import('./key-function.js')
    return (provided ??= keyFunction(key, secrets))
  }
  return {
    secrets,
    current: async () => (await load()).current(),
    renew: async (used) => (await load()).renew(used),
  }
}

import { ModelTasksError } from '../errors/model-tasks-error.js'

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

/** How many former keys are remembered, since an answer to an earlier request may still echo one. */
const remembered = 4

/** Checks a key that is a string now, and one from a function whenever it provides one. Throws ModelTasksError. */
export function createKeySource(key: ApiKey): KeySource {
  const secrets: string[] = []
  const keep = (value: unknown): string => {
    if (typeof value !== 'string' || !/^[!-~]+$/.test(value))
      throw new ModelTasksError('set apiKey or MODEL_TASKS_API_KEY to an API key, without spaces', {
        code: 'invalid-option',
      })
    if (!secrets.includes(value)) secrets.splice(0, secrets.length, value, ...secrets.slice(0, remembered - 1))
    return value
  }
  if (typeof key !== 'function') {
    const value = keep(key)
    return { secrets, current: () => value, renew: async () => false }
  }
  let held: Promise<string> | undefined
  const current = (): Promise<string> => {
    const asked = (held ??= Promise.resolve().then(key).then(keep))
    asked.catch(() => {
      if (held === asked) held = undefined
    })
    return asked
  }
  return {
    secrets,
    current,
    renew: async (used) => {
      const before = held
      if (before && (await before) === used && held === before) held = undefined
      return (await current()) !== used
    },
  }
}

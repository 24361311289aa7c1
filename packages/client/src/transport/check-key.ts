import { invalidOption } from '../call/check-options.js'

/** The key, when it is one that a header can carry. Throws ModelTasksError. */
export function checkKey(key: unknown): string {
  if (typeof key === 'string' && /^[!-~]+$/.test(key)) return key
  throw invalidOption('set apiKey or MODEL_TASKS_API_KEY to an API key, without spaces')
}

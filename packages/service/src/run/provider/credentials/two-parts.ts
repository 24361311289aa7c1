import { KeyFormError } from './credentials.js'

/** The two parts of an operator's key. Throws `KeyFormError` with their names. */
export function partsOf(key: string, first: string, second: string): [string, string] {
  const colon = key.indexOf(':')
  const parts: [string, string] = [key.slice(0, Math.max(0, colon)), key.slice(colon + 1)]
  if (parts.includes('')) throw new KeyFormError(`the key must be <${first}>:<${second}>, with a colon between the two`)
  return parts
}

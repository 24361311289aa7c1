import { readFileSync } from 'node:fs'
import type { ClientEntry } from './read.js'

/** Where the reference is kept between changes of the client: a build of the site parses no TypeScript. */
export const keptReference = new URL('../../content/client-reference.json', import.meta.url)

const isReference = (value: unknown): value is ClientEntry[] =>
  Array.isArray(value) &&
  value.every((entry: unknown) => typeof entry === 'object' && entry !== null && 'declarations' in entry)

/** What the client exports, as it was last read from its sources. */
export const clientReference = (): ClientEntry[] => {
  const value: unknown = JSON.parse(readFileSync(keptReference, 'utf8'))
  if (!isReference(value)) throw new Error('content/client-reference.json cannot be read')
  return value
}

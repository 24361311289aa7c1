import { parseJson, type Answer } from './answer.js'

/** Something in an answer that may lead to a task: the name of a field or header, and its value. */
export interface Found {
  readonly name: string
  readonly value: string
}

const identifying = /^(?:id|uuid|location|href|link)$|(?:[_-]id|Id|ID|[_-]url|Url|URL)$/
/** A member of an object, name and whole value, in JSON that broke off. */
const member = /"(\w{1,40})"\s*:\s*("(?:[^"\\]|\\.){1,2000}"|\d{1,40}(?=\s*[,}\]]))/gs
const maxDepth = 4
const maxFound = 8

/** The IDs and locations in an answer, also in one that broke off, at most eight, for a person who looks for a task that may exist. */
export function findIdentifiers({ headers, json, body }: Pick<Answer, 'headers' | 'json' | 'body'>): Found[] {
  const found: Found[] = []
  for (const name of ['location', 'content-location']) {
    const value = headers.get(name)
    if (value) found.push({ name, value })
  }
  const visit = (value: unknown, path: string, name: string, depth: number): void => {
    if (typeof value === 'object' && value !== null && depth < maxDepth) {
      for (const [key, child] of Object.entries(value)) visit(child, path ? `${path}.${key}` : key, key, depth + 1)
    } else if (identifying.test(name) && value !== '' && (typeof value === 'string' || typeof value === 'number')) {
      found.push({ name: path, value: String(value).slice(0, 200) })
    }
  }
  if (json !== undefined) visit(json, '', '', 0)
  else for (const [, name = '', value] of body.matchAll(member)) visit(parseJson(value ?? ''), name, name, maxDepth)
  return found.slice(0, maxFound)
}

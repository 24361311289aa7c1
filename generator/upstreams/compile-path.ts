import type { PathPart } from './interpreter/request-line.js'
import { pathParts } from './path-parts.js'

/** A checked path cut at its variables. */
export function compilePath(path: string): PathPart[] {
  return pathParts(path).map((part): PathPart => {
    if (typeof part === 'string') return part
    const { variable } = part
    if (variable === 'id' || variable === 'name' || variable === 'model' || variable === 'app') return { variable }
    throw new TypeError(`path ${path}: unknown variable {${variable}}`)
  })
}

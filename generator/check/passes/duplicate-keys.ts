import type { Node } from 'jsonc-parser'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { oncePerFile } from '../once.js'

/** S002: a key written twice in one object. */
export function duplicateKeys(spec: Spec): Iterable<Mistake> {
  return [...spec.files.values()].flatMap(inFile)
}

const inFile = oncePerFile(({ path, tree }) => (tree === undefined ? [] : [...duplicatesIn(path, tree, [])]))

function* duplicatesIn(file: string, node: Node, path: readonly (string | number)[]): Iterable<Mistake> {
  const seen = new Set<string>()
  for (const [index, child] of (node.children ?? []).entries()) {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : []
    if (key === undefined) {
      yield* duplicatesIn(file, child, [...path, index])
      continue
    }
    const name = String(key.value)
    if (seen.has(name))
      yield {
        code: 'S002',
        file,
        path: [...path, name],
        offset: key.offset,
        message: `the key "${name}" is written twice`,
      }
    seen.add(name)
    if (value !== undefined) yield* duplicatesIn(file, value, [...path, name])
  }
}

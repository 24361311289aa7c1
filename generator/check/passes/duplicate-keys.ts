import type { Node } from 'jsonc-parser'
import type { JsonValue } from '../../catalogue.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { oncePerFile } from '../once.js'

/** S002: a key written twice in one object. */
export function duplicateKeys(spec: Spec): Iterable<Mistake> {
  return [...spec.files.values()].flatMap(inFile)
}

const inFile = oncePerFile((file) => {
  if (file.syntaxErrors.length === 0 && keysWritten(file.text) === keysIn(file.value)) return []
  return file.tree === undefined ? [] : [...duplicatesIn(file.path, file.tree, [])]
})

/** How many keys a text of JSON writes: a string before a colon is one. */
function keysWritten(text: string): number {
  return text.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)?.length ?? 0
}

/** How many keys are left of them. */
function keysIn(value: JsonValue | undefined): number {
  if (typeof value !== 'object' || value === null) return 0
  const children = Object.values(value)
  return (Array.isArray(value) ? 0 : children.length) + children.reduce<number>((sum, child) => sum + keysIn(child), 0)
}

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

import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type { SpecFile } from './spec.js'

/** A place in a file; line and column start at 1. */
export interface Position {
  line: number
  column: number
}

/** The place of the value at `path` (or of its nearest ancestor that exists), and the text found there. */
export function locate(file: SpecFile, path: readonly (string | number)[]): Position & { text: string } {
  const node = nearestNode(file.tree, path)
  const offset = node?.offset ?? 0
  return { ...positionOf(file.text, offset), text: node === undefined ? '' : file.text.slice(offset, offset + node.length) }
}

/** The line and column of a character offset. */
export function positionOf(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** A JSON pointer (RFC 6901) for a path of keys and indices. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function nearestNode(tree: Node | undefined, path: readonly (string | number)[]): Node | undefined {
  if (tree === undefined) return undefined
  for (let length = path.length; length >= 0; length--) {
    const node = findNodeAtLocation(tree, path.slice(0, length))
    if (node !== undefined) return node
  }
  return tree
}

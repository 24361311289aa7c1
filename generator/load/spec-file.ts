import { parseTree, getNodeValue, type Node, type ParseError } from 'jsonc-parser'
import type { JsonValue } from '../catalogue.js'

/** One JSON file of `spec/` with its text and its syntax tree, so that every remark on it can name a line and a column. */
export interface SpecFile {
  /** Path below `spec/`, with forward slashes. */
  path: string
  text: string
  /** The parsed value; undefined when nothing could be parsed. */
  value: JsonValue | undefined
  /** Its syntax tree, which says where each value stands. Several times the size of the text, so made when it is asked for. */
  readonly tree: Node | undefined
  syntaxErrors: ParseError[]
}

/** Deeper than any file of facts, and far from where functions that call themselves end. */
const maxDepth = 100

/** Parses one file; syntax errors are collected, not thrown. Throws a RangeError for a file that is nested too deeply. */
export function parseSpecFile(path: string, text: string): SpecFile {
  const syntaxErrors: ParseError[] = []
  let tree: Node | undefined
  let value: JsonValue | undefined
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    tree = parseTree(text, syntaxErrors, strictly)
    value = tree === undefined ? undefined : (getNodeValue(tree) as JsonValue)
    // The parser with a tree is the more lenient of the two; its code 1 is an invalid symbol.
    if (syntaxErrors.length === 0) syntaxErrors.push({ error: 1, offset: tree?.offset ?? 0, length: tree?.length ?? 0 })
  }
  if (isDeeperThan(value, maxDepth)) throw new RangeError(`${path} has more than ${maxDepth} levels`)
  return {
    path,
    text,
    value,
    get tree() {
      return (tree ??= parseTree(text, [], strictly))
    },
    syntaxErrors,
  }
}

const strictly = { disallowComments: true, allowTrailingComma: false }

function isDeeperThan(value: JsonValue | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1))
}

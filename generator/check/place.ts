import { findNodeAtLocation, type Node } from 'jsonc-parser'
import type { Diagnostic } from '../diagnostic.js'
import { pointerOf } from '../load/pointer.js'
import { positionOf } from '../load/position.js'
import type { Spec, SpecFile } from '../load/spec.js'
import { codeFacts } from './codes.js'
import type { Mistake } from './mistake.js'

const longestText = 60

/** A mistake with all a person needs to find and fix it. */
export function describe(spec: Spec, mistake: Mistake): Diagnostic {
  const facts = codeFacts(mistake.code)
  const file = spec.files.get(mistake.file)
  const place = file === undefined ? { line: 1, column: 1, text: '' } : placeOf(file, mistake)
  return {
    code: mistake.code,
    severity: facts.severity,
    file: mistake.file,
    line: place.line,
    column: place.column,
    pointer: pointerOf(mistake.path),
    text: shorten(place.text),
    message: mistake.message,
    hint: mistake.hint ?? facts.hint,
  }
}

function placeOf(file: SpecFile, mistake: Mistake): { line: number; column: number; text: string } {
  if (mistake.offset !== undefined)
    return { ...positionOf(file.text, mistake.offset), text: restOfLine(file.text, mistake.offset) }
  const node = nodeAt(file.tree, mistake)
  const offset = node?.offset ?? 0
  return {
    ...positionOf(file.text, offset),
    text: node === undefined ? '' : file.text.slice(offset, offset + node.length),
  }
}

function nodeAt(tree: Node | undefined, mistake: Mistake): Node | undefined {
  if (tree === undefined) return undefined
  for (let length = mistake.path.length; length >= 0; length--) {
    const node = findNodeAtLocation(tree, mistake.path.slice(0, length))
    if (node === undefined) continue
    const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined
    return mistake.at === 'key' && length === mistake.path.length ? (key ?? node) : node
  }
  return tree
}

function restOfLine(text: string, offset: number): string {
  const end = text.indexOf('\n', offset)
  return text.slice(offset, end === -1 ? text.length : end)
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > longestText ? `${line.slice(0, longestText - 1)}…` : line
}

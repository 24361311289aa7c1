import { comment } from './comment.js'

/** An exported interface of the published declarations, before it is text. */
export interface InterfaceStructure {
  /** With its type parameters, where it has any. */
  name: string
  doc: string
  extends?: string
  members: readonly MemberStructure[]
}

export interface MemberStructure {
  /** As it is written: quoted where it is not an identifier. */
  name: string
  doc?: string | undefined
  optional?: boolean
  type: string
}

/**
 * The text of an interface. Not by ts-morph, which takes such structures too: it prints them through a compiler of its
 * own, and to load that would cost every run about half a second of processor time.
 */
export function interfaceText({ name, doc, extends: base, members }: InterfaceStructure): string {
  const heritage = base === undefined ? '' : ` extends ${base}`
  return `${comment(doc)}export interface ${name}${heritage} {\n${members.map(memberText).join('')}}\n`
}

function memberText({ name, doc, optional, type }: MemberStructure): string {
  return `${doc === undefined ? '' : comment(doc, '  ')}  ${name}${optional ? '?' : ''}: ${type}\n`
}

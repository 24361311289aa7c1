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
  return `${comment(doc)}export interface ${name}${heritage} ${objectType(members)}\n`
}

/** The name of a member as it is written in a type. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** The type of an object with these members, of several lines: as deep as it stands, so that those around it are indented with it. */
export function objectType(members: readonly MemberStructure[]): string {
  return `{\n${members.map(memberText).join('')}}`
}

function memberText({ name, doc, optional, type }: MemberStructure): string {
  const documented = doc === undefined ? '' : comment(doc, '  ')
  return `${documented}  ${name}${optional ? '?' : ''}: ${type.replaceAll('\n', '\n  ')}\n`
}

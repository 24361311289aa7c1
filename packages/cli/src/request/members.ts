import { membersOf } from '@model-tasks/spec/measures'
import type { Parameter } from '@model-tasks/spec/catalogue'

/** Where a word with dots leads: the names from a parameter to a member, and what the member is, where that is known. */
export interface MemberPath {
  names: readonly string[]
  member: Parameter | undefined
}

/**
 * The member of an object that a name such as `camera.zoom` or `faces.anna` leads to; undefined for the name of a parameter,
 * and where the first part names no object. A name of the caller's choice may have dots in it.
 */
export function memberPath(name: string, parameters: readonly Parameter[]): MemberPath | undefined {
  if (parameters.some((parameter) => parameter.name === name)) return undefined
  const holder = parameters.find((parameter) => name.startsWith(`${parameter.name}.`) && holds(parameter))
  if (holder === undefined) return undefined
  const rest = name.slice(holder.name.length + 1)
  if (rest === '') return undefined
  const inside = holder.kind === 'map' ? insideMap(holder.values, rest) : insideObject(membersOf(holder), rest)
  return { names: [holder.name, ...inside.names], member: inside.member }
}

function insideObject(members: readonly Parameter[], rest: string): MemberPath {
  return memberPath(rest, members) ?? { names: [rest], member: members.find(({ name }) => name === rest) }
}

/** Below a name of the caller there may be members; without any, the whole rest is the name. */
function insideMap(value: Parameter, rest: string): MemberPath {
  const dot = rest.indexOf('.')
  if (!holds(value) || dot <= 0) return { names: [rest], member: value }
  const { names, member } = insideObject(membersOf(value), rest.slice(dot + 1))
  return { names: [rest.slice(0, dot), ...names], member }
}

function holds({ kind }: Parameter): boolean {
  return kind === 'object' || kind === 'union' || kind === 'map'
}

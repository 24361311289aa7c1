import { pointerSteps } from '../load/pointer.js'
import type { UpstreamOperation } from '../spec-types/files/upstream.js'
import { compilePath } from './compile-path.js'
import type { ToldMember } from './interpreter/mapping.js'

type Source = NonNullable<UpstreamOperation['told']>[number]

/** A member of answers that is only written, with every pointer and path resolved. */
export function compileTold({ at, in: which, link, constant, fact, sent }: Source): ToldMember {
  const told = { at: pointerSteps(at), in: which }
  if (link !== undefined)
    return { ...told, from: { kind: 'link', request: { method: 'GET', path: compilePath(link.path) } } }
  if (fact !== undefined) return { ...told, from: { kind: fact } }
  if (sent !== undefined) return { ...told, from: { kind: 'sent', place: pointerSteps(sent) } }
  return { ...told, from: { kind: 'constant', value: constant ?? null } }
}

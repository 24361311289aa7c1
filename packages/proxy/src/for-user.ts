import type { Answer } from '@model-tasks/client/policy'
import { passOn } from './service.js'
import type { SignedIds } from './signed-ids.js'

/** An answer about a task or an asset, whose ID is signed for its user: as it was asked for, else anew. */
export async function forUser(
  ids: SignedIds,
  kind: 'task' | 'asset',
  user: string,
  answer: Answer,
  asked?: string,
): Promise<Response> {
  const id = idOf(answer.json)
  if (id === undefined) return passOn(answer)
  return passOn(answer, { ...(answer.json as object), id: asked ?? (await ids.sign(kind, user, id)) })
}

/** The ID of an answer that has one. */
export function idOf(json: unknown): string | undefined {
  const { id } = Object(json) as { id?: unknown }
  return typeof id === 'string' && id !== '' ? id : undefined
}

import type { Task } from '@model-tasks/spec'
import { resultTypes } from './result.js'

/**
 * What an answer calls its body, without parameters; undefined when it does not say.
 *
 * @internal
 */
export function contentType(headers: Headers): string | undefined {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined
}

/** Why a body of this type cannot be the result of a task, such as a login page; undefined when it can. */
export function wrongType(type: string | undefined, task: Pick<Task, 'object'>): string | undefined {
  const types = resultTypes(task)
  const fits =
    type === undefined ||
    type === 'application/octet-stream' ||
    type === 'binary/octet-stream' ||
    types.includes(type.split('/')[0] ?? '')
  return fits ? undefined : `expected ${types.join(' or ')}, got ${type}`
}

/** Why bytes at the beginning of a file cannot be media, regardless of what the host calls them; undefined when they can. */
export function wrongBeginning(bytes: Uint8Array, type: string | undefined): string | undefined {
  const head = bytes.subarray(0, 64)
  // Nearly every media format has such bytes near its beginning, and no text has.
  if (head.some((byte) => byte < 9 || (byte > 13 && byte < 32) || byte === 127)) return undefined
  const text = new TextDecoder().decode(head)
  const [, found] = /^\s*(<!doctype html|<html|<head|<\?xml|<error|\{|\[)/i.exec(text) ?? []
  if (found === undefined || /^image\/svg|^model\//.test(type ?? '')) return undefined
  return `expected media, got ${/[{[]/.test(found) ? 'JSON' : /xml|error/i.test(found) ? 'XML' : 'HTML'}`
}

import model from 'virtual:model'
import type { RequestBody } from '../../src/samples/request.js'
import { requestIn, requestPrefix } from './request.js'

/** The request as the reader has left it: kept in this tab, so that a reload, a way back or the other language does not lose it. */

const keyOf = (origin: string): string => `draft.${model.id} ${origin}`

/** Characters beyond which a request is not kept: files that were inlined into it. */
const largest = 1_000_000

/** The request in the address, which a link was shared with; empty for none. */
const sharedHash = (): string => (location.hash.startsWith(requestPrefix) ? location.hash : '')

/** Keeps a request that is not the example, for the origin that it is meant for. */
export const keepDraft = (body: RequestBody, example: RequestBody, origin: string): void => {
  try {
    const key = keyOf(origin)
    const text = JSON.stringify(body)
    if (text === JSON.stringify(example) || text.length > largest) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify([sharedHash(), text]))
  } catch {
    /* It then lasts as long as the page. */
  }
}

/** The request that was kept; undefined where there is none, or where the address has another one. */
export const keptDraft = (origin: string): RequestBody | undefined => {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(origin)) ?? 'null')
    if (!Array.isArray(kept)) return undefined
    const pair: readonly unknown[] = kept
    const [hash, text] = pair
    return sharedHash() === '' || sharedHash() === hash ? requestIn(String(text)) : undefined
  } catch {
    return undefined
  }
}

import { contentTypeOf, fileUrl, Scope, wrongBeginning } from '@model-tasks/client/policy'
import { BlockedHostError } from '../../../base/net/guarded-fetch.js'
import { reasonOf } from '../../../base/reason.js'
import type { Prepared } from '../../../domain/provider/provider.js'
import type { Connection } from './connection.js'
import { requestTimeout } from './exchange.js'
import { readBytes, TooLargeError } from './read-bytes.js'

/** Statuses after which the same request may succeed. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])

/** Why a file is not there, which proves that no task was submitted. */
type NotFetched = Extract<Prepared, { answer: string }>

/**
 * Fetches a file that a request names by its URL, as a data URI of a file of at most `limit` bytes. The key of the upstream is
 * not sent, and only the public Internet is reached. A failure says nothing of the upstream.
 */
export async function fetchMedia(
  { fetchMedia: send, clock }: Connection,
  url: string,
  limit: number,
  signal?: AbortSignal,
): Promise<{ dataUri: string; bytes: number } | NotFetched> {
  const place = URL.canParse(url) ? fileUrl(url, url) : undefined
  if (place === undefined) return rejected('it is not named by an http or https URL')
  const { href, authorization } = place
  const { host } = new URL(href)
  try {
    return await new Scope(requestTimeout, signal, clock).run(async (stop) => {
      const headers = { 'accept-encoding': 'identity', ...(authorization === undefined ? {} : { authorization }) }
      const response = await send(href, { headers, signal: stop })
      const { status } = response
      if (status !== 200) {
        response.body?.cancel().catch(() => undefined)
        const reason = `${host} answered HTTP ${status}`
        return status >= 500 || passing.has(status) ? notNow(reason) : rejected(reason)
      }
      const bytes = await readBytes(response, limit)
      const contentType = contentTypeOf(response.headers)
      const wrong = bytes.length === 0 ? 'expected media, got nothing' : wrongBeginning(bytes, contentType)
      if (wrong !== undefined) return rejected(`${host} serves no such file: ${wrong}`)
      const type = contentType ?? 'application/octet-stream'
      return { dataUri: `data:${type};base64,${bytes.toString('base64')}`, bytes: bytes.length }
    })
  } catch (error) {
    if (error instanceof TooLargeError) return rejected(error.message)
    return isBlocked(error) ? rejected(reasonOf(error)) : notNow(reasonOf(error))
  }
}

const words = (reason: string): string => `a file could not be fetched: ${reason}`
const rejected = (reason: string): NotFetched => ({ answer: 'rejected', error: words(reason), own: true })
const notNow = (reason: string): NotFetched => ({ answer: 'not-accepted', error: words(reason), own: true })

function isBlocked(error: unknown): boolean {
  return error instanceof BlockedHostError || (error instanceof Error && isBlocked(error.cause))
}

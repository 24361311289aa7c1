import { fileUrl, type FileUrl } from '@model-tasks/client/policy'
import { ResultMissing } from '../../../domain/provider/provider.js'

/** How many redirects are followed for one file, as browsers do. */
const maxRedirects = 20

/**
 * Requests a file and follows its redirects, to HTTP URLs alone. `headers` go to the first host, `others` to each after it:
 * a key and the credentials of a URL reach no host that they are not for, and no error shows them. `send` decides which hosts may be
 * reached. From https to http is followed too: an answer may name an http URL to begin with, and a result that was paid for would be
 * lost. The key is not sent there; that the file is whole is checked as everywhere. Rejects with `ResultMissing` where a redirect leads to no file, and with what `send` rejects with.
 */
export async function followRedirects(
  send: (url: string, init: RequestInit) => Promise<Response>,
  place: { href: string; headers: Record<string, string> },
  { others, title, signal }: { others: Record<string, string>; title: string; signal: AbortSignal },
): Promise<Response> {
  let { href, headers } = place
  for (let redirects = 0; ; redirects += 1) {
    const response = await send(href, { headers, signal, redirect: 'manual' })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) return response
    await response.body?.cancel()
    if (redirects === maxRedirects)
      throw new ResultMissing(
        `${title} completed the task, and its file is behind more than ${maxRedirects} redirects`,
        {
          replaced: true,
        },
      )
    const next = fileUrl(location, href)
    if (next === undefined)
      throw new ResultMissing(
        `${title} completed the task, and ${new URL(href).host} redirects its file to ${protocolOf(location, href)}`,
        { replaced: true },
      )
    headers = withCredentials(others, next)
    ;({ href } = next)
  }
}

/** Headers with the credentials that a URL holds. */
export function withCredentials(headers: Record<string, string>, { authorization }: FileUrl): Record<string, string> {
  return authorization === undefined ? headers : { ...headers, authorization }
}

/** What an address is that is not the one of a file, without what it holds. */
function protocolOf(location: string, base: string): string {
  return URL.canParse(location, base) ? `a ${new URL(location, base).protocol} URL` : 'something that is not a URL'
}

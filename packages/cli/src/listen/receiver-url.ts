import { UsageError } from '../definition/usage-error.js'

/**
 * The URL of a receiver on this machine; `localhost:3000/webhooks` is enough. Throws `UsageError` for any other host: an
 * event holds URLs that anyone who has them can download.
 */
export function receiverUrl(given: string): string {
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(given) ? given : `http://${given}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new UsageError(`${JSON.stringify(given)} is not a URL; write one such as ${example}`)
  if (!/^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname))
    throw new UsageError(
      `${url.hostname} is not this machine; events go to localhost, 127.0.0.1 or [::1] alone, such as ${example}`,
    )
  return url.href
}

const example = 'http://localhost:3000/webhooks'

import type { TokenRecipe } from '@model-tasks/documents/upstreams/interpreter'
import type { Credentials, CredentialsParts } from './credentials.js'
import { chainedHmac, sha256, signingCredentials } from './signing.js'

/** What a request without a body says of it. */
const usualContentType = 'application/x-www-form-urlencoded'

/**
 * A signature over each request: its method, address, host, time, media type and body (TC3-HMAC-SHA256). The region is not
 * signed: it is sent as a header, the operator's or else the protocol's.
 */
export function tc3Credentials(
  { service, region: usual }: Extract<TokenRecipe, { by: 'tc3-hmac-sha256' }>,
  key: string,
  parts: Pick<CredentialsParts, 'clock' | 'region'>,
): Credentials {
  return signingCredentials(key, parts, ({ account, request, date }) => {
    const { method, url, body = '', contentType = usualContentType } = request
    const { hostname, pathname, search } = new URL(url)
    const time = `${Math.floor(date / 1000)}`
    const scope = [new Date(date).toISOString().slice(0, 10), service, 'tc3_request']
    const canonical = [
      method,
      pathname,
      search.slice(1),
      `content-type:${contentType}`,
      `host:${hostname}`,
      '',
      'content-type;host',
      sha256(body),
    ].join('\n')
    const text = ['TC3-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
    const signature = chainedHmac(`TC3${account.secretAccessKey}`, scope, text)
    const region = parts.region ?? usual
    return {
      token: `TC3-HMAC-SHA256 Credential=${account.accessKeyId}/${scope.join('/')}, SignedHeaders=content-type;host, Signature=${signature}`,
      headers: {
        'content-type': contentType,
        'X-TC-Timestamp': time,
        ...(region === undefined ? {} : { 'X-TC-Region': region }),
        ...(account.sessionToken === undefined ? {} : { 'X-TC-Token': account.sessionToken }),
      },
    }
  })
}

import type { TokenRecipe } from '@model-tasks/documents/upstreams/interpreter'
import type { Credentials, CredentialsParts } from './credentials.js'
import { chainedHmac, sha256, signingCredentials } from './signing.js'

/**
 * A signature over each request: its method, address, host, time and body (HMAC-SHA256, scope `request`). The region
 * is the operator's, or else the protocol's.
 */
export function v4Credentials(
  { service, region: usual }: Extract<TokenRecipe, { by: 'hmac-sha256-v4' }>,
  key: string,
  parts: Pick<CredentialsParts, 'clock' | 'region'>,
): Credentials {
  return signingCredentials(key, parts, ({ account, request, date }) => {
    const { method, url, body = '' } = request
    const { host, pathname, searchParams } = new URL(url)
    const time = new Date(date).toISOString().replace(/[:-]|\.\d{3}/g, '')
    const scope = [time.slice(0, 8), parts.region ?? usual, service, 'request']
    const digest = sha256(body)
    const signed = {
      host,
      'x-content-sha256': digest,
      'x-date': time,
      ...(account.sessionToken === undefined ? {} : { 'x-security-token': account.sessionToken }),
    }
    const names = Object.keys(signed).join(';')
    const canonical = [
      method,
      pathname,
      sortedQuery(searchParams),
      ...Object.entries(signed).map(([name, value]) => `${name}:${value}`),
      '',
      names,
      digest,
    ].join('\n')
    const text = ['HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
    const signature = chainedHmac(account.secretAccessKey, scope, text)
    const { host: _sentAnyway, ...headers } = signed
    return {
      token: `HMAC-SHA256 Credential=${account.accessKeyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
      headers,
    }
  })
}

/** The query in the order of its names, each escaped as RFC 3986 has it. */
function sortedQuery(query: URLSearchParams): string {
  return [...query]
    .map(([name, value]) => [escaped(name), escaped(value)] as const)
    .toSorted(([one, first], [other, second]) => compare(one, other) || compare(first, second))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

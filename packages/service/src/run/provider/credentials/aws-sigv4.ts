import { AwsV4Signer } from 'aws4fetch'
import type { TokenRecipe } from '@model-tasks/documents/upstreams/interpreter'
import type { Credentials, CredentialsParts } from './credentials.js'
import { signingCredentials } from './signing.js'

/** The region of a host of AWS; us-east-1 where it is none. */
export function regionOf(url: string): string {
  return new AwsV4Signer({ url, accessKeyId: '', secretAccessKey: '' }).region
}

/**
 * A signature over each request: its method, address, host, time and body (AWS Signature Version 4). The region is the
 * operator's, or that of the host.
 */
export function awsCredentials(
  { service }: Extract<TokenRecipe, { by: 'aws-sigv4' }>,
  key: string,
  parts: Pick<CredentialsParts, 'clock' | 'region'>,
): Credentials {
  return signingCredentials(key, parts, async ({ account, request, date }) => {
    const { method, url, body, service: other = service } = request
    const datetime = new Date(date).toISOString().replace(/[:-]|\.\d{3}/g, '')
    const { headers } = await new AwsV4Signer({
      ...account,
      service: other,
      method,
      url,
      datetime,
      region: parts.region ?? regionOf(url),
      body: body ?? null,
    }).sign()
    const { authorization: token = '', ...others } = Object.fromEntries(headers)
    return { token, headers: others }
  })
}

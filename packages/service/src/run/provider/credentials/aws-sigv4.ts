import { AwsV4Signer } from 'aws4fetch'
import type { TokenRecipe } from '@model-tasks/documents/upstreams/interpreter'
import { KeyFormError, type Credentials, type CredentialsParts } from './credentials.js'

/** What signs in the name of an account of AWS. */
export interface AccessKey {
  accessKeyId: string
  secretAccessKey: string
  /** Of temporary credentials. */
  sessionToken?: string
}

/** The parts of an operator's key. Throws `KeyFormError`. */
export function accessKeyOf(key: string): AccessKey {
  const [, accessKeyId, secretAccessKey, sessionToken] = /^([^:\s]+):([^:\s]+)(?::([^:\s]+))?$/.exec(key) ?? []
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new KeyFormError(
      'the key must be <access key ID>:<secret access key>, or <access key ID>:<secret access key>:<session token>, with colons between the parts',
    )
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) }
}

/** The region of a host of AWS; us-east-1 where it is none. */
export function regionOf(url: string): string {
  return new AwsV4Signer({ url, accessKeyId: '', secretAccessKey: '' }).region
}

/**
 * A signature over each request: its method, address, host, time and body (AWS Signature Version 4). The region is that of the
 * host; us-east-1 where the host is none of AWS. No server is asked, and the secret key is never sent.
 */
export function signingCredentials(
  { service }: Extract<TokenRecipe, { by: 'aws-sigv4' }>,
  key: string,
  { clock }: Pick<CredentialsParts, 'clock'>,
): Credentials {
  const account = accessKeyOf(key)
  const { secretAccessKey, sessionToken } = account
  return {
    async prove({ method, url, body, service: other = service }) {
      const datetime = new Date(clock.date?.() ?? Date.now()).toISOString().replace(/[:-]|\.\d{3}/g, '')
      const sent = body === undefined ? {} : { body }
      const { headers } = await new AwsV4Signer({ ...account, service: other, method, url, datetime, ...sent }).sign()
      const { authorization: token = '', ...others } = Object.fromEntries(headers)
      return { token, headers: others }
    },
    // Each request has its own.
    discard: () => undefined,
    secrets: [key, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])],
    checked: false,
  }
}

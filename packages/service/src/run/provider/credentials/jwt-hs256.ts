import { createHmac } from 'node:crypto'
import type { TokenRecipe } from '@model-tasks/documents/upstreams/interpreter'
import { dateOf } from '../date-of.js'
import type { Credentials, CredentialsParts } from './credentials.js'
import { secondsOf, signingInput } from './jwt.js'
import { madeCredentials, type Token } from './token-cache.js'
import { partsOf } from './two-parts.js'

/** An access key and the secret key that signs in its name. */
export interface KeyPair {
  accessKey: string
  secretKey: string
}

/** The two parts of an operator's key. Throws `KeyFormError`. */
export function keyPairOf(key: string): KeyPair {
  const [accessKey, secretKey] = partsOf(key, 'access key', 'secret key')
  return { accessKey, secretKey }
}

/** Tokens that the secret key signs (RFC 7519, HS256) in the name of the access key. No server is asked for them. */
export function jwtCredentials(
  { seconds, backdateSeconds }: Extract<TokenRecipe, { by: 'jwt-hs256' }>,
  key: string,
  { clock }: Pick<CredentialsParts, 'clock'>,
): Credentials {
  const { accessKey, secretKey } = keyPairOf(key)
  const date = (): number => dateOf(clock)
  const make = async (): Promise<Token> => {
    const made = date()
    const now = secondsOf(made)
    const signed = signingInput('HS256', {
      iss: accessKey,
      exp: now + seconds,
      ...(backdateSeconds === undefined ? {} : { nbf: now - backdateSeconds }),
    })
    const signature = createHmac('sha256', secretKey).update(signed).digest('base64url')
    return { value: `${signed}.${signature}`, made, ends: 1000 * (now + seconds) }
  }
  return madeCredentials(make, date, { secrets: [key, secretKey], checked: false })
}

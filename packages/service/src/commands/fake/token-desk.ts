import { createHmac, createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto'
import {
  isObject,
  signs,
  type Authentication,
  type TokenRecipe,
  type JsonObject,
  type Mapping,
} from '@model-tasks/documents/upstreams/interpreter'
import { keyPairOf } from '../../run/provider/credentials/jwt-hs256.js'
import { serviceAccountOf } from '../../run/provider/credentials/google-service-account.js'
import { ProtocolFault } from '../../edge/protocol/backend.js'
import { isSameSignature } from '../../base/same-signature.js'
import { signatureRefusals, type RawRequest } from './signatures/index.js'

/** Where a fake of a protocol with service accounts gives access tokens: their key files name it. */
export const tokenPath = '/fake-token'

/** Where a fake gives access tokens. */
export function tokenPathOf({ token }: Authentication): string {
  return token?.by === 'oauth-client' ? new URL(token.url).pathname : tokenPath
}

/** What a fake takes for its key. */
export interface TokenDesk {
  /** Why a request that carries this is rejected; undefined when it is taken. `raw`: as it came, for signatures over it. `service`: which of the vendor's it is sent to. */
  refusal(carried: string | undefined, raw?: RawRequest, service?: string): string | undefined
  /** Gives an access token for a token request: its form, and its Authorization. Throws `ProtocolFault`. */
  exchange(form: JsonObject, authorization?: string): JsonObject
}

/** What the desk needs from outside. `now`: milliseconds since 1970. `key`: the operator's, undefined: any. */
export interface DeskParts {
  now: () => number
  key: string | undefined
}

/** Seconds that an access token of a fake is valid. */
const tokenSeconds = 3600

/** Checks what the protocol sends in place of the operator's key, as the upstream would. */
export function tokenDesk({ token }: Authentication, { now, key }: DeskParts): TokenDesk {
  const given = new Map<string, number>()
  const tokenRefusal = (carried: string): string | undefined =>
    (given.get(carried) ?? -Infinity) > now() ? undefined : 'the access token is unknown or has expired'
  return {
    refusal(carried, raw, service) {
      if (carried === undefined || carried === '') return 'the API key is missing'
      if (signs(token))
        return raw === undefined
          ? 'the request cannot be checked'
          : signatureRefusals[token.by](raw, { service: service ?? token.service, key, now: now() })
      switch (token?.by) {
        case undefined:
          return key === undefined || carried === key ? undefined : 'the API key is invalid'
        case 'jwt-hs256':
          return signedRefusal(carried, key, now() / 1000)
        case 'oauth-client':
          return clientHeaderRefusal(token, raw?.headers, key) ?? tokenRefusal(carried)
        case 'google-service-account':
          return tokenRefusal(carried)
      }
    },
    exchange(form, authorization) {
      if (token?.by !== 'google-service-account' && token?.by !== 'oauth-client')
        throw new ProtocolFault(404, 'not_found', 'no tokens are given here')
      const refusal =
        token.by === 'oauth-client'
          ? clientRefusal(token, form, { authorization, key })
          : assertionRefusal(form['grant_type'], form['assertion'], key, now() / 1000)
      if (refusal !== undefined)
        throw new ProtocolFault(token.by === 'oauth-client' ? 401 : 400, 'invalid_grant', refusal)
      const value = `fake-${randomUUID()}`
      given.set(value, now() + 1000 * tokenSeconds)
      return { access_token: value, expires_in: tokenSeconds, token_type: 'Bearer' }
    },
  }
}

/** The one of the example account in this process: to find the primes of a new one takes a quarter of a second of a processor. */
let examplePrivateKey: string | undefined

/** A key that a fake of the protocol takes, where any is taken. `baseUrl`: the fake's. */
export function exampleKey({ token }: Authentication, baseUrl: string): string {
  if (token === undefined) return 'any'
  if (token.by !== 'google-service-account') return 'any:any'
  examplePrivateKey ??= generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const file = {
    client_email: 'fake@example.com',
    private_key: examplePrivateKey,
    token_uri: `${baseUrl}${tokenPath}`,
  }
  return Buffer.from(JSON.stringify(file)).toString('base64')
}

/** A key that a fake of the protocol takes: one that is made for it where the protocol signs with keys, else `key`. */
export function keyAt(
  { authentication }: Pick<Mapping, 'authentication'>,
  { baseUrl }: { baseUrl: string },
  key: string,
): string {
  return knownKey({ authentication }, key).key ?? exampleKey(authentication, baseUrl)
}

/** What such a fake is told of that key: of signed tokens it takes any. */
export function knownKey(
  { authentication: { token } }: Pick<Mapping, 'authentication'>,
  key: string,
): { key?: string } {
  if (token === undefined) return { key }
  return signs(token) || token.by === 'oauth-client' ? { key: `access:${key}` } : {}
}

function signedRefusal(token: string, key: string | undefined, seconds: number): string | undefined {
  const read = readJwt(token, 'HS256')
  if (read === undefined) return 'the token is not a JWT signed with HS256'
  const { claims, signed, signature } = read
  if (key !== undefined) {
    const { accessKey, secretKey } = keyPairOf(key)
    const expected = createHmac('sha256', secretKey).update(signed).digest()
    if (claims['iss'] !== accessKey) return 'the access key is unknown'
    if (!isSameSignature(signature, expected)) return 'the signature of the token is wrong'
  }
  return timeRefusal(claims, seconds)
}

function assertionRefusal(
  grant: unknown,
  assertion: unknown,
  key: string | undefined,
  seconds: number,
): string | undefined {
  if (grant !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') return 'the grant type is not jwt-bearer'
  const read = typeof assertion === 'string' ? readJwt(assertion, 'RS256') : undefined
  if (read === undefined) return 'the assertion is not a JWT signed with RS256'
  const { claims, signed, signature } = read
  if (key !== undefined) {
    const { email, privateKey } = serviceAccountOf(key)
    if (claims['iss'] !== email) return 'the account is unknown'
    if (!verify('RSA-SHA256', Buffer.from(signed), createPublicKey(privateKey), signature))
      return 'the signature of the assertion is wrong'
  }
  return timeRefusal(claims, seconds)
}

/** Why the client of a token request is not taken, as RFC 6749 has it. */
function clientRefusal(
  { scope, clientIn = 'header' }: Extract<TokenRecipe, { by: 'oauth-client' }>,
  form: JsonObject,
  { authorization = '', key }: { authorization: string | undefined; key: string | undefined },
): string | undefined {
  if (form['grant_type'] !== 'client_credentials') return 'the grant type is not client_credentials'
  if (form['scope'] !== scope) return 'the scope is not the one of the protocol'
  const basic = Buffer.from(/^Basic (\S+)$/.exec(authorization)?.[1] ?? '', 'base64').toString()
  const inHeader = basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  const [id, secret, ...more] = clientIn === 'header' ? inHeader : [form['client_id'], form['client_secret']]
  if (typeof id !== 'string' || typeof secret !== 'string' || more.length > 0) return 'no client is named'
  return key === undefined || `${id}:${secret}` === key ? undefined : 'the client is unknown, or its secret is wrong'
}

/** Why a request is not taken whose client is not named beside its token, where it has to be. */
function clientHeaderRefusal(
  { clientHeader }: Extract<TokenRecipe, { by: 'oauth-client' }>,
  headers: RawRequest['headers'] = {},
  key: string | undefined,
): string | undefined {
  if (clientHeader === undefined) return undefined
  const id = headers[clientHeader.toLowerCase()]
  const known = key === undefined ? id !== undefined : id === key.split(':')[0]
  return known ? undefined : `${clientHeader} does not name the client`
}

function timeRefusal({ exp, nbf }: JsonObject, seconds: number): string | undefined {
  if (typeof exp !== 'number' || exp <= seconds) return 'the token has expired'
  return typeof nbf === 'number' && nbf > seconds ? 'the token is not valid yet' : undefined
}

/** A JWT taken apart; its signature is checked by who has the key. */
function readJwt(
  token: string,
  algorithm: string,
): { claims: JsonObject; signed: string; signature: Buffer } | undefined {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  const head = objectIn(header)
  const claims = objectIn(payload)
  if (more.length > 0 || head?.['alg'] !== algorithm || claims === undefined) return undefined
  return { claims, signed: `${header}.${payload}`, signature: Buffer.from(signature, 'base64url') }
}

function objectIn(part: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

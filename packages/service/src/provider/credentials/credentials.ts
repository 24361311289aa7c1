import type { Clock } from '@model-tasks/client/policy'
import type { Authentication } from '@model-tasks/spec/upstreams/interpreter'
import type { Pause } from '../provider.js'
import { jwtCredentials } from './jwt-hs256.js'
import { serviceAccountCredentials } from './google-service-account.js'

/** What proves to one upstream who asks. */
export interface Credentials {
  /** What is sent where the protocol has the key. Rejects with `CredentialsError` when it cannot be got. */
  token(): Promise<string>
  /** The upstream has not accepted this token: it is not sent again, where another one can be made. */
  discard(token: string): void
  /** Every text that must not be in a message: the key, its secret parts, and the tokens that were made of it. */
  readonly secrets: readonly string[]
  /** Whether getting a token asks somebody who checks the key. */
  readonly checked: boolean
}

/** What tokens are made with. */
export interface CredentialsParts {
  /** Asks whoever exchanges a key for a token. */
  fetch: typeof fetch
  clock: Clock
}

/** The operator's key has not the form that the protocol needs. The message says which, and holds nothing of the key. */
export class KeyFormError extends Error {
  override readonly name = 'KeyFormError'
}

/** No token could be got. The message holds no secret. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError'
  constructor(
    message: string,
    readonly pause: Pause,
  ) {
    super(message)
  }
}

/** What a protocol sends for an operator's key. Throws `KeyFormError`. Nothing is sent before the first token is asked for. */
export function openCredentials({ token }: Authentication, key: string, parts: CredentialsParts): Credentials {
  switch (token?.by) {
    case undefined:
      return { token: async () => key, discard: () => undefined, secrets: [key], checked: false }
    case 'jwt-hs256':
      return jwtCredentials(token, key, parts)
    case 'google-service-account':
      return serviceAccountCredentials(token, key, parts)
  }
}

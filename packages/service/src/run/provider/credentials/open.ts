import type { Authentication } from '@model-tasks/documents/upstreams/interpreter'
import type { Credentials, CredentialsParts } from './credentials.js'
import { serviceAccountCredentials } from './google-service-account.js'
import { jwtCredentials } from './jwt-hs256.js'

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

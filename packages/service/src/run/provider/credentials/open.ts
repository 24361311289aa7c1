import type { Authentication } from '@model-tasks/documents/upstreams/interpreter'
import { signingCredentials } from './aws-sigv4.js'
import type { Credentials, CredentialsParts } from './credentials.js'
import { serviceAccountCredentials } from './google-service-account.js'
import { jwtCredentials } from './jwt-hs256.js'
import { plainKeyOf } from './plain-key.js'

/** What a protocol sends for an operator's key. Throws `KeyFormError`. Nothing is sent before the first token is asked for. */
export function openCredentials({ token }: Authentication, key: string, parts: CredentialsParts): Credentials {
  switch (token?.by) {
    case undefined: {
      const plain = plainKeyOf(key)
      return { prove: async () => ({ token: plain }), discard: () => undefined, secrets: [plain], checked: false }
    }
    case 'jwt-hs256':
      return jwtCredentials(token, plainKeyOf(key), parts)
    case 'aws-sigv4':
      return signingCredentials(token, plainKeyOf(key), parts)
    case 'google-service-account':
      return serviceAccountCredentials(token, key, parts)
  }
}

import { signs, type Authentication } from '@model-tasks/documents/upstreams/interpreter'
import { awsCredentials } from './aws-sigv4.js'
import { KeyFormError, type Credentials, type CredentialsParts } from './credentials.js'
import { serviceAccountCredentials } from './google-service-account.js'
import { jwtCredentials } from './jwt-hs256.js'
import { oauthCredentials } from './oauth-client.js'
import { plainKeyOf } from './plain-key.js'
import { tc3Credentials } from './tc3-hmac-sha256.js'
import { v4Credentials } from './hmac-sha256-v4.js'

/** What a protocol sends for an operator's key. Throws `KeyFormError`. Nothing is sent before the first token is asked for. */
export function openCredentials({ token }: Authentication, key: string, parts: CredentialsParts): Credentials {
  if (parts.region !== undefined && !signs(token))
    throw new KeyFormError('region does nothing: the requests of this protocol are not signed for one; leave it out')
  switch (token?.by) {
    case undefined: {
      const plain = plainKeyOf(key)
      return { prove: async () => ({ token: plain }), discard: () => undefined, secrets: [plain], checked: false }
    }
    case 'jwt-hs256':
      return jwtCredentials(token, plainKeyOf(key), parts)
    case 'aws-sigv4':
      return awsCredentials(token, plainKeyOf(key), parts)
    case 'tc3-hmac-sha256':
      return tc3Credentials(token, plainKeyOf(key), parts)
    case 'hmac-sha256-v4':
      return v4Credentials(token, plainKeyOf(key), parts)
    case 'oauth-client':
      return oauthCredentials(token, plainKeyOf(key), parts)
    case 'google-service-account':
      return serviceAccountCredentials(token, key, parts)
  }
}

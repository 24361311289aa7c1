import type { TokenRecipe } from '@model-tasks/documents/upstreams/interpreter'
import { dateOf } from '../date-of.js'
import type { Credentials, CredentialsParts } from './credentials.js'
import { madeCredentials, type Token } from './token-cache.js'
import { exchangedToken } from './token-exchange.js'
import { partsOf } from './two-parts.js'

/** Access tokens that the protocol's token URL gives for the ID and the secret of a client (RFC 6749, section 4.4). Throws `KeyFormError`. */
export function oauthCredentials(
  { url, scope, clientIn = 'header', clientHeader }: Extract<TokenRecipe, { by: 'oauth-client' }>,
  key: string,
  parts: CredentialsParts,
): Credentials {
  const [id, secret] = partsOf(key, 'client ID', 'client secret')
  const encoded = Buffer.from(`${escaped(id)}:${escaped(secret)}`).toString('base64')
  const secrets = [key, secret, encoded]
  const date = (): number => dateOf(parts.clock)
  const make = async (): Promise<Token> => {
    const asked = { grant_type: 'client_credentials', ...(scope === undefined ? {} : { scope }) }
    const client =
      clientIn === 'header'
        ? { form: asked, headers: { authorization: `Basic ${encoded}` } }
        : { form: { ...asked, client_id: id, client_secret: secret } }
    return exchangedToken({ url: parts.vendorUrl?.(url) ?? url, date: date(), secrets, ...client }, parts)
  }
  const beside = clientHeader === undefined ? undefined : { [clientHeader]: id }
  return madeCredentials(make, date, { secrets, checked: true, beside })
}

/** As a form has it, which is how the two are written before they are joined (RFC 6749, section 2.3.1). */
function escaped(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}

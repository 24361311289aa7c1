import type { TokenRecipe } from '@model-tasks/documents/upstreams/interpreter'
import { KeyFormError, type Credentials, type CredentialsParts } from './credentials.js'
import { madeCredentials, type Token } from './token-cache.js'
import { exchangedToken } from './token-exchange.js'

/** The two parts of an operator's key. Throws `KeyFormError`. */
export function clientOf(key: string): { id: string; secret: string } {
  const [, id, secret] = /^([^:]+):(.+)$/.exec(key) ?? []
  if (id === undefined || secret === undefined)
    throw new KeyFormError('the key must be <client ID>:<client secret>, with a colon between the two')
  return { id, secret }
}

/** Access tokens that the protocol's token URL gives for the ID and the secret of a client (RFC 6749, section 4.4). */
export function oauthCredentials(
  { url, scope, clientIn = 'header', clientHeader }: Extract<TokenRecipe, { by: 'oauth-client' }>,
  key: string,
  parts: CredentialsParts,
): Credentials {
  const { id, secret } = clientOf(key)
  const encoded = Buffer.from(`${escaped(id)}:${escaped(secret)}`).toString('base64')
  const secrets = [key, secret, encoded]
  const date = (): number => parts.clock.date?.() ?? Date.now()
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

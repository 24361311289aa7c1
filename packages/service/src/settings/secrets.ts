import { passwordsOf } from './database-url.js'
import type { SecretPath } from './secret.js'
import type { Settings } from './settings.js'

/** How each secret of the settings may stand in a text. The compiler demands all of them, and no other. */
const written: Record<SecretPath<Settings>, (settings: Settings) => readonly (string | undefined)[]> = {
  '.databaseUrl': ({ databaseUrl }) =>
    databaseUrl === undefined ? [] : [...passwordsOf(databaseUrl), userOf(databaseUrl)],
  '.upstreams[].apiKey': ({ upstreams }) => upstreams.map(({ apiKey }) => apiKey),
  '.upstreams[].webhookSecret': ({ upstreams }) => upstreams.map(({ webhookSecret }) => webhookSecret),
  '.files.secrets[]': ({ files }) => files?.secrets ?? [],
  '.webhooks[].secret': ({ webhooks }) => webhooks.map(({ secret }) => secret.toString('base64')),
  '.webhooks[].previousSecret': ({ webhooks }) =>
    webhooks.map(({ previousSecret }) => previousSecret?.toString('base64')),
  '.callbacks.secret': ({ callbacks }) => [callbacks?.secret.toString('base64')],
  '.adminKey': ({ adminKey }) => [adminKey],
  '.metricsKey': ({ metricsKey }) => [metricsKey],
}

/** Every secret that the settings hold, so that none is written to a log. */
export function secretsOf(settings: Settings): string[] {
  const all = Object.values(written).flatMap((read) => read(settings))
  return all.filter((secret) => secret !== undefined).filter((secret) => secret !== '')
}

/** User and password as they stand before the host; empty where there is no user. */
function userOf(url: string): string {
  const { username, password } = new URL(url)
  return username === '' ? '' : `${username}:${password}`
}

import { passwordsOf } from './database-url.js'
import type { Settings } from './settings.js'

/** Every secret that the settings hold, so that none is written to a log. */
export function secretsOf(settings: Settings): string[] {
  const { databaseUrl, upstreams, s3, webhooks, callbacks, metricsKey, adminKey } = settings
  const { username = '', password = '' } = databaseUrl === undefined ? {} : new URL(databaseUrl)
  const secrets = [
    ...(databaseUrl === undefined ? [] : passwordsOf(databaseUrl)),
    username === '' ? '' : `${username}:${password}`,
    ...upstreams.flatMap(({ apiKey, webhookSecret }) => [apiKey, webhookSecret]),
    s3?.credentials?.secretAccessKey,
    ...webhooks.flatMap(({ secret, previousSecret }) => [
      secret.toString('base64'),
      previousSecret?.toString('base64'),
    ]),
    callbacks?.secret.toString('base64'),
    metricsKey,
    adminKey,
  ]
  return secrets.filter((secret) => secret !== undefined).filter((secret) => secret !== '')
}

import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import type { ProviderSet } from '../../domain/provider/provider-set.js'
import type { Settings } from '../../settings/settings.js'
import { isJsonObject, parseJson, type JsonObject } from '../../base/json.js'

/** Starts a service: the one of this package, which lies above the commands. */
export type StartService = (
  settings: Partial<Settings>,
  parts: { clock: Clock; provider: ProviderSet; log: Log },
) => Promise<ProvingService>

/** A service that runs the tasks of a proof. */
export interface ProvingService {
  baseUrl: string
  newKey: string | undefined
  close(): Promise<void>
}

/** What a service that proves something has in common. */
export const provingSettings: Partial<Settings> = {
  port: 0,
  siteDirectory: '/nowhere',
  provider: 'relay',
  checkMedia: false,
  rateLimit: 'off',
}

/** One request to the API of a service. Rejects where it does not answer with an object. */
export async function callService(
  { baseUrl }: ProvingService,
  key: string,
  path: string,
  submit?: { body: JsonObject; idempotencyKey?: string },
): Promise<{ status: number; body: JsonObject }> {
  const response = await fetch(`${baseUrl}/v2/model-center${path}`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(submit === undefined ? {} : { 'content-type': 'application/json' }),
      ...(submit?.idempotencyKey === undefined ? {} : { 'idempotency-key': submit.idempotencyKey }),
    },
    ...(submit === undefined ? {} : { method: 'POST', body: JSON.stringify(submit.body) }),
  })
  const body = parseJson(await response.text())
  if (!isJsonObject(body)) throw new TypeError(`${path} answered ${JSON.stringify(body)}`)
  return { status: response.status, body }
}

/** A member of an answer that is a string; empty where it is none. */
export function textIn(body: JsonObject, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

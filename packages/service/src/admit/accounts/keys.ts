import type { ApiKey, KeyStore } from '../../keep/store/key-store.js'
import { newApiKey, newKeyId } from './api-key.js'
import type { KeyOptions } from './key-options.js'

/** Makes a key. It is shown once and kept nowhere. */
export async function addKey(
  { account, ...options }: KeyOptions & { account: string },
  { stores, now }: { stores: { keys: Pick<KeyStore, 'addKey'> }; now: () => number },
): Promise<{ id: string; key: string }> {
  const { key, hash } = newApiKey()
  const id = newKeyId()
  await stores.keys.addKey({ ...options, hash, id, account, created: now() })
  return { id, key }
}

/** Whether a key is of use, in words. */
export function stateOf({ revoked, expires }: Pick<ApiKey, 'revoked' | 'expires'>, now: number): string {
  if (revoked) return 'revoked'
  if (expires === undefined) return 'valid'
  return `${expires <= now ? 'expired' : 'valid until'} ${new Date(expires).toISOString()}`
}

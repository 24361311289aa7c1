import { existsSync, readFileSync } from 'node:fs'
import type { Clock } from '../../base/clock.js'
import { writePrivateFile } from '../../keep/data/private-file.js'
import { isJsonObject, parseJson } from '../../base/json.js'
import type { AccountStore } from '../../keep/store/account-store.js'
import type { KeyStore } from '../../keep/store/key-store.js'
import { hashApiKey, newApiKey, newKeyId } from './api-key.js'

/** The account a first start makes: no credits are counted for it, nothing limits it. */
export const localAccountId = 'local'

/**
 * Makes the local account and a key when there is none yet; in a database that several services share, when there is no
 * account at all. Answers the key when it was made now, to be shown once.
 */
export async function ensureLocalAccount(
  { accounts, keys }: { accounts: AccountStore; keys: KeyStore },
  shared: boolean,
  clock: Clock,
): Promise<string | undefined> {
  if (
    (await accounts.findAccount(localAccountId)) !== undefined ||
    (shared && (await accounts.listAccounts({ limit: 1 })).entries.length > 0)
  )
    return undefined
  const { key, hash } = newApiKey()
  const created = clock.now()
  try {
    await accounts.addAccount({ id: localAccountId, name: 'Local account', unlimited: true, credits: 0, created })
  } catch (error) {
    // Another service that starts on the same database may have been first.
    if ((await accounts.findAccount(localAccountId)) !== undefined) return undefined
    throw error
  }
  await keys.addKey({ hash, id: newKeyId(), account: localAccountId, name: 'first start', created })
  return key
}

/**
 * Leaves base URL and key where programs beside the service find them (mode 0600). The first start writes the key;
 * later ones only bring the base URL up to date. When the file has been lost, `renewKey` says whether a new key is made,
 * since the old one is stored as a hash only. Answers the key when it was made now.
 */
export async function writeLocalCredentials(
  path: string,
  { baseUrl, newKey, renewKey }: { baseUrl: string; newKey: string | undefined; renewKey: boolean },
  keys: KeyStore,
  clock: Clock,
): Promise<string | undefined> {
  const known = newKey ?? (await knownKey(path, keys))
  if (known !== undefined) {
    writeCredentials(path, baseUrl, known)
    return newKey
  }
  if (!renewKey) return undefined
  const { key, hash } = newApiKey()
  await keys.addKey({
    hash,
    id: newKeyId(),
    account: localAccountId,
    name: 'credentials file',
    created: clock.now(),
  })
  writeCredentials(path, baseUrl, key)
  return key
}

function writeCredentials(path: string, baseUrl: string, apiKey: string): void {
  writePrivateFile(path, `${JSON.stringify({ baseUrl, apiKey }, null, 2)}\n`)
}

async function knownKey(path: string, keys: KeyStore): Promise<string | undefined> {
  if (!existsSync(path)) return undefined
  try {
    const content = parseJson(readFileSync(path, 'utf8'))
    const key = isJsonObject(content) ? content['apiKey'] : undefined
    return typeof key === 'string' && (await keys.findKey(hashApiKey(key))) !== undefined ? key : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

import { systemClock } from '../../base/clock.js'
import { placesIn } from '../../keep/data/folder.js'
import { lockFolder } from '../../keep/data/folder-lock.js'
import { storedSecret } from '../../keep/data/secret.js'
import { UrlSigner } from '../../keep/results/url-signer.js'
import type { Settings } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'

/** A URL of a result that no task has, and that expired an hour ago. */
const [name, lifetime] = ['task_doctor.bin', -60 * 60 * 1000]

/**
 * Whether a service is one on the database of the settings. Such a one has the secret that result URLs are signed with: it
 * answers that a URL signed with it has expired, and that any other is not one of its own. It learns no secret by that.
 * A data folder that was restored has the secret too, and it is not used before its service has started.
 * Undefined when that cannot be told, since the database cannot be read.
 */
export async function isOwnService(
  settings: Pick<Settings, 'databaseUrl' | 'dataDirectory'>,
  answerOf: (path: string) => Promise<string>,
): Promise<boolean | undefined> {
  let secret: Buffer | undefined
  try {
    secret = await secretOf(settings)
  } catch {
    return undefined
  }
  if (secret === undefined || (settings.databaseUrl === undefined && !(await isHeld(settings.dataDirectory))))
    return false
  const [signed, forged] = [secret, Buffer.alloc(secret.length)].map(
    (one) => `/results/${name}?${new UrlSigner(one, lifetime, systemClock).sign(name)}`,
  )
  const says = async (path = '', kind: string): Promise<boolean> =>
    (await answerOf(path)).includes(`"urn:model-tasks:problem:${kind}"`)
  return (await says(signed, 'result-expired')) && (await says(forged, 'signature-refused'))
}

/** Whether a service uses the data folder. */
async function isHeld(directory: string): Promise<boolean> {
  try {
    ;(await lockFolder(placesIn(directory).root)).release()
    return false
  } catch (error) {
    return error instanceof SettingsError
  }
}

async function secretOf({
  databaseUrl,
  dataDirectory,
}: Pick<Settings, 'databaseUrl' | 'dataDirectory'>): Promise<Buffer | undefined> {
  if (databaseUrl === undefined) return storedSecret(placesIn(dataDirectory).secret)
  const { urlSecretIn } = await import('./postgres.js')
  return urlSecretIn(databaseUrl)
}

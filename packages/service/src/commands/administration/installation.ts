import { placesIn } from '../../keep/data/folder.js'
import { storedSecret } from '../../keep/data/secret.js'
import type { FileStore } from '../../keep/files/file-store.js'
import { openFiles } from '../../keep/files/open.js'
import type { Settings } from '../../settings/settings.js'
import type { Stores } from '../../keep/store/stores.js'
import type { CommandContext } from './command.js'
import { InputError } from '../../base/input-error.js'

/** What commands read of an installation besides its database. Nothing is opened before it is asked for. */
export function installationOf(
  { dataDirectory, s3 }: Pick<Settings, 'dataDirectory'> & Partial<Pick<Settings, 's3'>>,
  { urlSecret }: Pick<Stores, 'urlSecret'>,
): Pick<CommandContext, 'files' | 'secret'> & { close(): Promise<void> } {
  const folder = placesIn(dataDirectory)
  let opened: Promise<FileStore> | undefined
  return {
    files: () => (opened ??= openFiles(s3, folder.files)),
    async secret() {
      const secret = (await urlSecret?.()) ?? storedSecret(folder.secret)
      if (secret === undefined)
        throw new InputError(`${folder.root} holds no secret to sign with; start the service there once`)
      return secret
    },
    async close() {
      ;(await opened)?.close()
    },
  }
}

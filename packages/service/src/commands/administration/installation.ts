import { placesIn } from '../../keep/data/folder.js'
import { storedSecret } from '../../keep/data/secret.js'
import type { FileStore } from '../../domain/files/file-store.js'
import { filePlace, type FileSettings } from '../../keep/files/place.js'
import type { Stores } from '../../keep/store/stores.js'
import type { CommandContext } from './command.js'
import { InputError } from '../../base/input-error.js'

/** What commands read of an installation besides its database. Nothing is opened before it is asked for. */
export function installationOf(
  settings: FileSettings,
  { urlSecret }: Pick<Stores, 'urlSecret'>,
): Pick<CommandContext, 'files' | 'secret'> & { close(): Promise<void> } {
  const folder = placesIn(settings.dataDirectory)
  let opened: Promise<FileStore> | undefined
  return {
    files: () => (opened ??= filePlace(settings).open()),
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

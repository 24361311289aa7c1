import { FilePlace, type FilePlaceKind } from '../../settings/file-place.js'
import type { Settings } from '../../settings/settings.js'
import { placesIn } from '../data/folder.js'
import { DiskFileStore } from './disk.js'
import { s3Kind } from './s3.js'

/** The kinds of store that the configuration file can name. A new one is a file beside this one, and a line here. */
export const filePlaceKinds: readonly FilePlaceKind[] = [s3Kind]

/** The members of the configuration file that take files out of the data folder, for a sentence. */
export const filePlaceMembers = filePlaceKinds.map(({ member }) => member).join(' or ')

/** The part of the settings that says where the files are; the data folder where it does not name another place. */
export type FileSettings = Pick<Settings, 'dataDirectory'> & Partial<Pick<Settings, 'files'>>

/** Where the files of these settings are. */
export function filePlace({ files, dataDirectory }: FileSettings): FilePlace {
  return files ?? new DataFolderFiles(dataDirectory)
}

class DataFolderFiles extends FilePlace<{ dataDirectory: string }> {
  readonly kind = 'dataDirectory'
  readonly location: string
  override readonly folder: string

  constructor(dataDirectory: string) {
    super({ dataDirectory }, {})
    const { root, files } = placesIn(dataDirectory)
    this.location = root
    this.folder = files
  }

  async open(): Promise<DiskFileStore> {
    return new DiskFileStore(this.folder)
  }

  get occupied(): string {
    return `${this.location} is not empty; give MODEL_TASKS_DATA an empty folder`
  }

  adviceFor(): string {
    return 'set MODEL_TASKS_DATA to a folder that this user may write to'
  }
}

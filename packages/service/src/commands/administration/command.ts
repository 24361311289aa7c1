import type { Callbacks, Upstream } from '../../settings/settings.js'
import type { FileStore } from '../../domain/files/file-store.js'
import type { Stores } from '../../keep/store/stores.js'

/** What a command works with. */
export interface CommandContext {
  stores: Stores
  /** Opens the file store of the settings, once; they are closed after the command. */
  files: () => Promise<FileStore>
  /** The secret of the installation, which its services sign with. Throws where no service has made one. */
  secret: () => Promise<Buffer>
  /** The callbacks of the settings. */
  callbacks: Callbacks | undefined
  /** The upstreams of the settings. */
  upstreams: readonly Upstream[]
  /** Who is told the end of tasks by the settings. */
  receivers: readonly string[]
  now: () => number
  /** A new id for an account. */
  newId: () => string
  print: (line: string) => void
}

/** Something an operator can do to the database, also while services run on it. */
export interface Command {
  /** As it is typed, such as `account add`. */
  name: string
  /** What follows the name: `<required>`, `[optional]`, with `…` at its end as many as one likes. */
  usage: string
  summary: string
  /** Whether a database that is not there is made for it; the others say that it is missing. */
  makesDatabase?: true
  /** No record is kept of it: it changes nothing, or keeps its own, as one that can be done in part. */
  reads?: true
  run(words: string[], context: CommandContext): Promise<void>
}

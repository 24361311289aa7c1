import type { JsonValue } from '../base/json.js'
import type { FileStore } from '../domain/files/file-store.js'
import type { Refuse } from './members.js'
import type { SecretSources } from './secret-member.js'
import type { Secret, SecretPath } from './secret.js'

/**
 * Where result files and assets are kept: a kind of store with its settings. What depends on the kind asks this, or the store
 * that it opens; nothing else knows which kinds there are. `Options`: what an operator sets of the kind.
 */
export abstract class FilePlace<Options extends object = object> {
  /** The member of the configuration file that sets it. */
  abstract readonly kind: string

  /** Where it is, in words that fit into a sentence: the path of a folder, or `the bucket results`. */
  abstract readonly location: string

  /** The folder of this machine that holds the files; undefined where other machines reach them too. */
  readonly folder: string | undefined

  /** What is written to no log. */
  readonly secrets: readonly Secret[]

  /** `secrets`: each secret of the options; the compiler demands all of them, and no other. */
  constructor(
    readonly options: Options,
    secrets: Readonly<Record<SecretPath<Options>, Secret | undefined>>,
  ) {
    this.secrets = Object.values<Secret | undefined>(secrets).filter((secret) => secret !== undefined)
  }

  /** Opens the store. Rejects with `SettingsError`, one line for the operator, where it cannot be used. */
  abstract open(): Promise<FileStore>

  /** What is in the way of a restore where there are files already, and what to do. */
  abstract readonly occupied: string

  /** What an operator does when opening it fails with this message, or gets no answer (undefined). */
  abstract adviceFor(message: string | undefined): string
}

/** A kind of store that an operator can choose. */
export interface FilePlaceKind {
  /** The member of the configuration file. */
  member: string
  /** Reads the member; `sources` read the secrets that are named there. Throws what `refuse` makes of what is wrong in it. */
  read(value: JsonValue, sources: SecretSources, refuse: Refuse): FilePlace
}

import type { Catalogue } from './catalogue.js'

/** One file of `generated/`: its path relative to that folder and its whole text. */
export interface File {
  path: string
  content: string
}

/** One output of the generator. Pure: the same catalogue gives the same bytes on every machine. */
export type Emitter = (catalogue: Catalogue) => File[] | Promise<File[]>


import type { Catalogue } from '../catalogue.js'
import type { File } from '../file.js'
import { documentsPackage } from './package/documents.js'
import { specPackage } from './package/spec.js'

/**
 * The manifests, READMEs and licences of the two packages: in `spec/` what a program needs at run time and for its types,
 * around it the documents and data, which take four times the room.
 */
export function emitPackage(catalogue: Catalogue): File[] {
  return [
    ...documentsPackage(catalogue),
    ...specPackage(catalogue).map(({ path, content }) => ({ path: `spec/${path}`, content })),
  ]
}

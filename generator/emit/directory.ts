import type { Catalogue } from '../catalogue.js'
import { directoryEntry } from '../directory.js'
import type { Extra, File } from '../file.js'
import { notice } from './notice.js'

/** The models as model directories list them, without prices, and the types of it: the generator's own declaration. */
export function emitDirectory({ models }: Catalogue, { directoryDeclarations }: Extra): File[] {
  const document = { object: 'list', data: models.map(directoryEntry) }
  return [
    { path: 'directory.json', content: `${JSON.stringify(document, null, 2)}\n` },
    {
      path: 'directory.json.d.ts',
      content: `${notice}${directoryDeclarations}\ndeclare const directory: { object: 'list'; data: DirectoryEntry[] }\nexport default directory\n`,
    },
  ]
}

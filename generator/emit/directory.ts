import type { Catalogue } from '../catalogue.js'
import { directoryEntry } from '../directory.js'
import type { Extra, File } from '../file.js'
import { notice } from './notice.js'
import { pieces, pieceText, withList } from './pieces.js'

/** The models as model directories list them, without prices, and the types of it: the generator's own declaration. */
export function emitDirectory({ models }: Catalogue, { directoryDeclarations }: Extra): File[] {
  const document = { object: 'list', data: pieces }
  return [
    {
      path: 'directory.json',
      content: withList(
        document,
        models.map((model) => pieceText(directoryEntry(model), 2)),
      ),
    },
    {
      path: 'directory.json.d.ts',
      content: `${notice}${directoryDeclarations}\ndeclare const directory: { object: 'list'; data: DirectoryEntry[] }\nexport default directory\n`,
    },
  ]
}

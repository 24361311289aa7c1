import type { Catalogue } from '../catalogue.js'
import { directoryEntry } from '../directory.js'
import type { Extra, File, LargeFile } from '../file.js'
import { notice } from './notice.js'
import { mapped, pieces, pieceText, withList } from './pieces.js'

/** The models as model directories list them, without prices, and the types of it: the generator's own declaration. */
export function emitDirectory({ models }: Catalogue, { directoryDeclarations }: Extra): (File | LargeFile)[] {
  const document = { object: 'list', data: pieces }
  return [
    {
      path: 'directory.json',
      pieces: withList(
        document,
        mapped(models, (model) => pieceText(directoryEntry(model), 2)),
      ),
    },
    {
      path: 'directory.json.d.ts',
      content: `${notice}${directoryDeclarations}\ndeclare const directory: { object: 'list'; data: DirectoryEntry[] }\nexport default directory\n`,
    },
  ]
}

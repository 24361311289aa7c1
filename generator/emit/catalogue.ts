import type { Catalogue } from '../catalogue.js'
import type { Extra, File, LargeFile } from '../file.js'
import { notice } from './notice.js'
import { mapped, pieces, pieceText, withList } from './pieces.js'

/** The catalogue as data, and its types: the generator's own declarations. */
export function emitCatalogue(catalogue: Catalogue, { catalogueDeclarations }: Extra): (File | LargeFile)[] {
  return [
    {
      path: 'catalogue.json',
      pieces: withList(
        { ...catalogue, models: pieces },
        mapped(catalogue.models, (model) => pieceText(model, 2)),
      ),
    },
    {
      path: 'catalogue.json.d.ts',
      content: `${notice}import type { Catalogue } from '@model-tasks/spec/catalogue'\n\ndeclare const catalogue: Catalogue\nexport default catalogue\n`,
    },
    ...catalogueDeclarations.map(({ path, content }) => ({ path: `spec/${path}`, content: notice + content })),
    { path: 'spec/catalogue.js', content: `${notice}export {}\n` },
  ]
}

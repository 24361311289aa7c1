import { diagnosticCodes } from '../check/codes.js'
import type { Catalogue, Model } from '../catalogue.js'
import type { Extra, File, Shared } from '../file.js'
import { keywordsView } from './docs/keywords/view.js'
import { modelView } from './docs/model-page.js'
import {
  diagnosticsView,
  extensionsView,
  findingsView,
  indexView,
  languagesView,
  serviceView,
  statesView,
  taskView,
  unknownsView,
} from './docs/pages.js'
import { render } from './docs/render.js'
import { fileNameOf } from '../measures/file-name.js'

/** Pages about the catalogue as a whole: template name, which is also the file's name, and view. */
const pages: [template: string, view: (catalogue: Catalogue) => object][] = [
  ['index', indexView],
  ['service', serviceView],
  ['task', taskView],
  ['states', statesView],
  ['errors', serviceView],
  ['extensions', extensionsView],
  ['findings', findingsView],
  ['unknowns', unknownsView],
  ['portable-findings', findingsView],
  ['diagnostics', diagnosticsView],
  ['languages', languagesView],
  ['languages/python', languagesView],
  ['languages/go', languagesView],
  ['languages/java', languagesView],
  ['languages/typescript', languagesView],
]

/** The page of one model in the Markdown reference. */
export function emitModelDocs(model: Model, shared: Shared): File[] {
  return [{ path: `docs/models/${fileNameOf(model.id)}.md`, content: render('model', modelView(shared, model)) }]
}

/** The rest of the Markdown reference. */
export function* emitDocs(catalogue: Catalogue, { metaSchemas }: Pick<Extra, 'metaSchemas'>): Generator<File> {
  for (const [template, view] of pages)
    yield { path: `docs/${template}.md`, content: render(template, view(catalogue)) }
  yield { path: 'docs/keywords.md', content: render('keywords', keywordsView(metaSchemas)) }
  yield* diagnosticPages()
}

let known: readonly File[] | undefined

/** A page per diagnostic. What they say is code, so they are rendered once. */
function diagnosticPages(): readonly File[] {
  known ??= diagnosticCodes.map((facts) => ({
    path: `docs/diagnostics/${facts.code}.md`,
    content: render('diagnostic', facts),
  }))
  return known
}

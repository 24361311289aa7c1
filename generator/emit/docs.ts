import { diagnosticCodes } from '../check/codes.js'
import type { Catalogue } from '../catalogue.js'
import type { File } from '../file.js'
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
import { perModel } from '../per-model.js'

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

/** The Markdown reference: one page per model, and the rest of the contract. */
export function emitDocs(catalogue: Catalogue): File[] {
  return [
    ...pages.map(([template, view]) => ({ path: `docs/${template}.md`, content: render(template, view(catalogue)) })),
    ...diagnosticPages(),
    ...catalogue.models.map((model) => ({
      path: `docs/models/${model.id}.md`,
      content: modelPage(model, catalogue),
    })),
  ]
}

/** The page of one model. */
export const modelPage = perModel((model, catalogue: Catalogue): string => render('model', modelView(catalogue, model)))

let known: readonly File[] | undefined

/** A page per diagnostic. What they say is code, so they are rendered once. */
function diagnosticPages(): readonly File[] {
  known ??= diagnosticCodes.map((facts) => ({
    path: `docs/diagnostics/${facts.code}.md`,
    content: render('diagnostic', facts),
  }))
  return known
}

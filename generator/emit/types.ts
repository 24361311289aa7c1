import type { Catalogue } from '../catalogue.js'
import type { Extra, File } from '../file.js'
import { perModel } from '../per-model.js'
import { inputInterface } from './types/body.js'
import { indexDeclarations } from './types/declarations.js'
import { modelFacts } from './types/model-facts.js'
import { notice } from './notice.js'

const input = perModel(inputInterface)

/** The package's main entry: ids and facts of all models, and the types of requests and tasks. */
export function emitTypes(
  catalogue: Catalogue,
  { modelFactsDeclarations }: Pick<Extra, 'modelFactsDeclarations'>,
): File[] {
  const inputs = catalogue.models.filter((model) => model.reference).map((model) => input(model))
  return [
    { path: 'spec/index.js', content: indexCode(catalogue) },
    { path: 'spec/index.d.ts', content: indexDeclarations(catalogue, inputs, modelFactsDeclarations) },
  ]
}

function indexCode({ models, version }: Catalogue): string {
  const ids = models.map(({ id }) => `  ${JSON.stringify(id)},\n`)
  const facts = models.map((model) => `  ${JSON.stringify(model.id)}: ${JSON.stringify(modelFacts(model))},\n`)
  return `${notice}export const version = ${JSON.stringify(version)}\nexport const modelIds = [\n${ids.join('')}]\nexport const models = {\n${facts.join('')}}\n`
}

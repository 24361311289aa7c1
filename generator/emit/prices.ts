import { fileNameOf } from '../measures/file-name.js'
import type { Catalogue, Model } from '../catalogue.js'
import { modelPrices } from '../description/prices.js'
import type { File } from '../file.js'
import { modelTypes } from './model-types.js'
import { notice } from './notice.js'
import { priceVectors } from './prices/vectors.js'

const moduleDeclaration = `${notice}import type { ModelPrices } from '../measures/index.js'

/** The prices of the model, and what they read of its requests. */
export declare const priced: ModelPrices
`
const indexDeclaration = `${notice}import type { ModelId } from '../index.js'
import type { ModelPrices } from '../measures/index.js'

/** Loads the prices of one model. */
export declare const loaders: Record<ModelId, () => Promise<{ priced: ModelPrices }>>
`

/** One small module per model with its prices and what they read, for \`costOf\`. */
export function emitModelPrices(model: Model): File[] {
  return [
    {
      path: `spec/prices/${fileNameOf(model.id)}.js`,
      content: `${notice}export const priced = ${JSON.stringify(modelPrices(model))}\n`,
    },
  ]
}

/** The loaders of these modules, and priced requests for implementations in other languages. */
export function emitPrices(catalogue: Catalogue): File[] {
  const { models } = catalogue
  const loaders = models.map(
    ({ id }) => `  ${JSON.stringify(id)}: () => import(${JSON.stringify(`./${fileNameOf(id)}.js`)}),\n`,
  )
  return [
    { path: 'spec/prices/index.js', content: `${notice}export const loaders = {\n${loaders.join('')}}\n` },
    { path: 'prices/vectors.json', content: listed(priceVectors(catalogue)) },
    { path: 'spec/prices/index.d.ts', content: indexDeclaration },
    { path: modelTypes.prices, content: moduleDeclaration },
  ]
}

/** One entry per line. */
function listed(entries: readonly object[]): string {
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`
}

import type { Cost, CostInput, ModelId } from '@model-tasks/spec'
import { costOf } from '@model-tasks/spec/measures/cost'
import { loaders } from '@model-tasks/spec/prices'
import type { Finding } from '@model-tasks/validation'
import { invalid } from '../errors/invalid.js'

/** How a cost is worked out. */
export interface CostOptions {
  /** The time whose price counts; now, without it. */
  at?: Date
}

/**
 * What a task of this request costs by the price of the catalogue, without a service: nothing is sent. Only the parameters
 * that change the cost have to be there, and only they are read. A service may have prices of its own: `client.quote` asks
 * for them. Throws RequestInvalidError where the model is not known, or where the request says too little to price it.
 */
export async function cost<M extends ModelId>(model: M, input: CostInput<M>, options: CostOptions = {}): Promise<Cost> {
  const load = Object.hasOwn(loaders, model) ? loaders[model] : undefined
  if (load === undefined)
    throw invalid(`the request for ${model} cannot be priced`, [
      finding('unknown-model', '/model', `model: ${JSON.stringify(model)} is not a Model ID of this catalogue`),
    ])
  const { priced } = await load()
  const found = costOf(priced, input, options.at?.getTime() ?? Date.now())
  if (!('unpriceable' in found)) return found
  const { unpriceable, parameter = '' } = found
  throw invalid(`the request for ${model} cannot be priced`, [
    finding(
      'price-unknown',
      parameter === '' ? '' : `/${parameter.replaceAll('.', '/')}`,
      `${parameter === '' ? model : parameter}: ${unpriceable}`,
    ),
  ])
}

function finding(rule: string, path: string, message: string): Finding {
  return { rule, severity: 'error', path, message, source: 'catalogue: prices' }
}

import { digestOf } from './digest.js'
import { perModel } from './per-model.js'

/** Says in short all that a model is: what is made of it is kept by that. */
export const digestOfModel = perModel((model): string => digestOf(JSON.stringify(model)))
